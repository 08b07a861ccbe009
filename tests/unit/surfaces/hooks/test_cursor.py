"""Cursor's events mean what they say, and its answers decide nothing."""

import json
from pathlib import Path

import pytest

from phantasm.contracts.agent_event import AgentEvent
from phantasm.surfaces.hooks.clients import CLIENTS

read, write = CLIENTS["cursor"].read, CLIENTS["cursor"].write

FIXTURES = Path(__file__).parents[3] / "fixtures" / "hooks" / "cursor"


def _read(name: str) -> AgentEvent:
    return read(name.partition("__")[0], json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8")))


def test_reads_where_it_works_from_the_workspace() -> None:
    event = _read("postToolUse__shell")
    assert event.folder == "/home/dev/shop"
    assert event.version == "2026.09.18-9a7762b"
    assert event.session == "5b0d6c1e-8a4f-4f1e-9d8e-2b7f1c3a9e10"
    assert _read("sessionStart").transcript == ""
    assert _read("stop").transcript.endswith(".jsonl")


def test_reads_a_command_out_of_json_in_a_text() -> None:
    event = _read("postToolUse__shell")
    assert (event.command, event.output) == ("pytest -q", "4 passed in 0.12s\n")
    assert (event.exit_code, event.failed) == (0, False)


@pytest.mark.parametrize(
    ("variant", "code", "failed"),
    [("shell", None, True), ("code_only", 1, True), ("timeout", None, True), ("refused", None, None)],
)
def test_reads_failures(variant: str, code: int | None, *, failed: bool | None) -> None:
    event = _read(f"postToolUseFailure__{variant}")
    assert (event.exit_code, event.failed) == (code, failed)


def test_reads_files_and_tools_of_servers() -> None:
    assert _read("postToolUse__write").files == ["/home/dev/shop/src/orders.py"]
    assert _read("postToolUse__plain_text").output == ""
    assert _read("postToolUse__mcp").output == "2 issues"


def test_reads_the_events_of_older_versions() -> None:
    shell = _read("afterShellExecution")
    assert (shell.tool, shell.command, shell.failed) == ("Shell", "pytest -q", None)
    assert _read("afterFileEdit").files == ["/home/dev/shop/src/orders.py"]
    assert _read("afterMCPExecution").output == "2 issues"
    assert write(shell, "context", "notice") == "{}"


def test_reads_subagents() -> None:
    event = _read("subagentStop")
    assert (event.agent, event.reply) == ("sub-1", "They are in src/orders.py.")
    assert event.transcript.endswith("sub-1.jsonl")


def test_says_notices_in_front_of_the_context() -> None:
    said = json.loads(write(_read("sessionStart"), "what is known", "one thing is wrong"))
    assert said == {"additional_context": "one thing is wrong\n\nwhat is known"}
    assert json.loads(write(_read("preCompact"), "context", "notice")) == {"user_message": "notice"}
    assert write(_read("stop"), "context", "notice") == "{}"
    assert write(_read("preToolUse"), "context", "notice") == "{}"
