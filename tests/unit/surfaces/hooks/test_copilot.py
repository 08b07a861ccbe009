"""Copilot's events mean what they say, in both of its spellings."""

import json
from pathlib import Path

import pytest

from phantasm.contracts.agent_event import AgentEvent
from phantasm.surfaces.hooks.clients import CLIENTS
from tests.fixtures import recorded

read, write = CLIENTS["copilot"].read, CLIENTS["copilot"].write

FIXTURES = Path(__file__).parents[3] / "fixtures" / "hooks" / "copilot"


def _read(name: str) -> AgentEvent:
    return read(name.partition("__")[0], json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("name", ["userPromptSubmitted", "UserPromptSubmit__vscode_words"])
def test_reads_both_spellings(name: str) -> None:
    event = _read(name)
    assert (event.kind, event.text) == ("prompt", "Why does test_totals fail?")
    assert event.session == "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9"


def test_points_to_no_transcript_because_nobody_reads_it() -> None:
    assert _read("agentStop").transcript == ""
    assert _read("subagentStop").reply == "They are in src/orders.py."


@pytest.mark.parametrize(
    ("name", "code", "failed"),
    [
        ("postToolUse__failure", None, True),
        ("postToolUse__denied", None, None),
        ("PostToolUse__vscode_words", 0, False),
        ("postToolUseFailure", None, True),
    ],
)
def test_reads_commands(name: str, code: int | None, *, failed: bool | None) -> None:
    event = _read(name)
    assert event.command in {"pytest -q", "git push"}
    assert (event.exit_code, event.failed) == (code, failed)


def test_reads_how_a_command_ended() -> None:
    ended = [read(*command) for command in recorded.commands("copilot")]
    assert [(event.command, event.exit_code, event.failed) for event in ended] == [
        ("./check.sh", 3, True),
        ("./unlock.sh", 0, False),
        ("./check.sh", 0, False),
    ]


def test_reads_edits() -> None:
    assert _read("postToolUse__edit").files == ["/home/dev/shop/src/orders.py"]
    assert _read("postToolUse__create").files == ["/home/dev/shop/notes.md"]
    assert "tests/test_new.py" in _read("postToolUse__patch").files
    assert "tests/test_new.py" in _read("postToolUse__patch_as_text").files
    assert _read("PostToolUseFailure__vscode_words").output == "no match found"


def test_says_context_and_nothing_elsewhere() -> None:
    said = json.loads(write(_read("sessionStart__new"), "what is known", "one thing is wrong"))
    assert said == {"additionalContext": "one thing is wrong\n\nwhat is known"}
    assert write(_read("sessionStart__new"), "", "") == ""
    assert write(_read("agentStop"), "context", "notice") == ""
    assert write(_read("preCompact__auto"), "context", "notice") == ""
