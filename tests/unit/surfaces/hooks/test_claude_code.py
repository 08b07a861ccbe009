"""Claude Code's events mean what they say, and its answers go where they are seen."""

import json
from pathlib import Path

import pytest

from phantasm.contracts.agent_event import AgentEvent
from phantasm.surfaces.hooks.clients import CLIENTS
from tests.fixtures import recorded

read, write = CLIENTS["claude_code"].read, CLIENTS["claude_code"].write

FIXTURES = Path(__file__).parents[3] / "fixtures" / "hooks" / "claude_code"


def _read(name: str) -> AgentEvent:
    return read(name.partition("__")[0], json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("source", ["startup", "resume", "clear", "compact", "fork"])
def test_reads_how_a_session_begins(source: str) -> None:
    event = _read(f"SessionStart__{source}")
    assert (event.kind, event.source, event.model) == ("session_start", source, "claude-opus-4-8")
    assert event.session == "6f1c2a34-9d0b-4e57-8a21-3b7c5d9e0f12"
    assert event.folder == "/home/dev/shop"
    assert event.transcript.endswith(f"{event.session}.jsonl")


def test_reads_prompts_in_any_script() -> None:
    assert _read("UserPromptSubmit").text == "Why does test_totals fail?"
    assert "注文の合計が違います 🧾" in _read("UserPromptSubmit__unicode").text


def test_reads_a_command_that_worked() -> None:
    event = read(*recorded.commands("claude_code")[2])
    assert (event.tool, event.command, event.output) == ("Bash", "./check.sh", "4 checks passed")
    assert (event.exit_code, event.failed, event.call) == (None, False, "call_0003")


def test_reads_a_command_that_failed() -> None:
    event = read(*recorded.commands("claude_code")[0])
    assert (event.exit_code, event.failed, event.command) == (3, True, "./check.sh")
    assert event.output.endswith("held by a stale run")


def test_what_a_program_prints_is_no_exit_code() -> None:
    event = _read("PostToolUse__bash_prints_a_code")
    assert (event.exit_code, event.failed) == (None, False)


def test_what_a_person_stopped_and_what_still_runs_has_not_failed() -> None:
    assert _read("PostToolUseFailure__interrupted").failed is None
    assert _read("PostToolUse__bash_background").failed is None


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("PostToolUse__edit", "/home/dev/shop/src/orders.py"),
        ("PostToolUse__write", "/home/dev/shop/Résumé 注文.md"),
        ("PostToolUse__notebook", "/home/dev/shop/look.ipynb"),
        ("PostToolUse__read", "/home/dev/shop/README.md"),
    ],
)
def test_reads_files_and_not_what_stands_in_them(name: str, file: str) -> None:
    event = _read(name)
    assert (event.files, event.output, event.command) == ([file], "", "")


def test_a_search_names_no_file() -> None:
    assert _read("PostToolUse__grep").files == []


def test_reads_tools_of_servers() -> None:
    assert _read("PostToolUse__mcp").output == "2 issues"
    assert _read("PostToolUse__mcp").failed is False
    assert _read("PostToolUse__mcp_error").failed is True
    assert _read("PostToolUseFailure__mcp").failed is True


def test_reads_subagents() -> None:
    assert _read("PostToolUse__subagent").agent == "agent-7c1"
    event = _read("SubagentStop")
    assert (event.kind, event.agent) == ("subagent_end", "agent-7c1")
    assert event.transcript.endswith("subagents/agent-7c1.jsonl")
    assert event.reply == "The totals are summed in src/orders.py."


def test_reads_ends_and_compactions() -> None:
    assert _read("Stop").reply == "Fixed: the total now includes the last row."
    assert _read("SessionEnd__logout").source == "logout"
    assert _read("PreCompact__manual").source == "manual"
    assert _read("PostCompact").kind == "compact"


@pytest.mark.parametrize(
    "name", ["SessionStart__from_cursor", "UserPromptSubmit__from_copilot", "Stop__from_copilot"]
)
def test_events_of_other_clients_are_left_to_their_own_hooks(name: str) -> None:
    event = _read(name)
    assert event.kind == "other"
    assert write(event, "context", "notice") == ""


def test_huge_outputs_are_cut() -> None:
    name, told = recorded.commands("claude_code")[2]
    told["tool_response"]["stdout"] = "x" * 5_000_000 + "\nthe end"
    event = read(name, told)
    assert len(event.output) < 41_000
    assert event.output.endswith("the end")


def test_says_context_to_the_model_and_notices_to_the_person() -> None:
    said = json.loads(write(_read("SessionStart__startup"), "what is known", "one thing is wrong"))
    assert said == {
        "systemMessage": "one thing is wrong",
        "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "what is known"},
    }
    assert write(_read("SessionStart__startup"), "", "") == ""


def test_never_makes_the_agent_go_on_working() -> None:
    assert write(_read("Stop"), "context", "") == ""
    assert json.loads(write(_read("Stop"), "context", "notice")) == {"systemMessage": "notice"}
