"""Gemini CLI's events mean what they say, and its answers are always an object."""

import json
from pathlib import Path

import pytest

from phantasm.contracts.agent_event import AgentEvent
from phantasm.surfaces.hooks.clients import CLIENTS
from tests.fixtures import recorded

read, write = CLIENTS["gemini"].read, CLIENTS["gemini"].write

FIXTURES = Path(__file__).parents[3] / "fixtures" / "hooks" / "gemini"


def _read(name: str) -> AgentEvent:
    return read(name.partition("__")[0], json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8")))


def test_reads_sessions_prompts_and_turns() -> None:
    assert _read("SessionStart__clear").source == "clear"
    assert _read("BeforeAgent").text == "Why does test_totals fail?"
    turn = _read("AfterAgent")
    assert (turn.kind, turn.reply) == ("turn_end", "The last row was left out.")
    assert _read("PreCompress__manual").source == "manual"
    assert _read("SessionEnd__exit").source == "exit"


def test_reads_a_command_that_worked() -> None:
    event = read(*recorded.commands("gemini")[2])
    assert (event.command, event.output) == ("./check.sh", "4 checks passed")
    assert (event.exit_code, event.failed) == (0, False)


def test_reads_a_command_that_failed_out_of_its_fence() -> None:
    event = read(*recorded.commands("gemini")[0])
    assert (event.exit_code, event.failed) == (3, True)
    assert event.output == "checking the ledger\nerror: ledger.lock is held by a stale run"


@pytest.mark.parametrize(
    ("variant", "code", "failed"),
    [
        ("old_wording", 0, False),
        ("killed", None, True),
        ("background", None, None),
        ("prints_a_code", 0, False),
    ],
)
def test_reads_what_stands_below_an_output(variant: str, code: int | None, *, failed: bool | None) -> None:
    event = _read(f"AfterTool__shell_{variant}")
    assert (event.exit_code, event.failed) == (code, failed)


def test_reads_edits_and_tools_of_servers() -> None:
    event = _read("AfterTool__write")
    assert (event.files, event.failed, event.output) == (["/home/dev/shop/src/orders.py"], False, "")
    failing = _read("AfterTool__replace_failing")
    assert failing.failed is True
    assert "0 occurrences found" in failing.output
    assert _read("AfterTool__mcp").output == "2 issues"


def test_always_says_an_object() -> None:
    assert write(_read("SessionStart__startup"), "", "") == "{}"
    assert write(_read("SomethingNew"), "context", "notice") == "{}"
    assert json.loads(write(_read("PreCompress__manual"), "context", "notice")) == {"systemMessage": "notice"}
    assert write(_read("PreCompress__auto"), "context", "notice") == "{}"
    said = json.loads(write(_read("BeforeAgent"), "what is known", ""))
    assert said == {
        "hookSpecificOutput": {"hookEventName": "BeforeAgent", "additionalContext": "what is known"}
    }
