"""Codex's events mean what they say, and its answers have no key that Codex does not know."""

import json
from pathlib import Path

from phantasm.contracts.agent_event import AgentEvent
from phantasm.surfaces.hooks.clients import CLIENTS
from tests.fixtures import recorded

read, write = CLIENTS["codex"].read, CLIENTS["codex"].write

FIXTURES = Path(__file__).parents[3] / "fixtures" / "hooks" / "codex"
PATCHED = ["src/orders.py", "tests/test_new.py", "old/notes.txt", "src/a.py", "src/b.py"]


def _read(name: str) -> AgentEvent:
    return read(name.partition("__")[0], json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8")))


def test_reads_how_a_session_begins() -> None:
    event = _read("SessionStart__compact")
    assert (event.kind, event.source, event.model) == ("session_start", "compact", "gpt-5.2-codex")
    assert event.transcript.endswith(".jsonl")
    assert _read("SessionStart__no_transcript_yet").transcript == ""


def test_does_not_guess_whether_a_command_failed() -> None:
    event = read(*recorded.commands("codex")[0])
    assert (event.command, event.exit_code, event.failed) == ("./check.sh", None, None)
    assert event.output.endswith("held by a stale run\n")
    assert _read("PostToolUse__bash_prints_json").exit_code is None


def test_reads_a_code_where_there_is_one() -> None:
    event = _read("PostToolUse__words")
    assert (event.command, event.exit_code, event.failed) == ("pytest -q", 1, True)


def test_reads_the_files_of_a_patch() -> None:
    event = _read("PostToolUse__patch")
    assert (event.files, event.command, event.failed) == (PATCHED, "", False)
    assert _read("PostToolUse__patch_in_shell").files == PATCHED


def test_reads_tools_of_servers() -> None:
    assert _read("PostToolUse__mcp").failed is None
    assert _read("PostToolUse__mcp_error").failed is True


def test_reads_ends() -> None:
    assert _read("Stop").reply == "Fixed the total."
    assert _read("Stop__nothing_said").reply == ""
    assert _read("SubagentStop").transcript.endswith("c0df.jsonl")
    assert _read("SessionEnd").source == "exit"


def test_says_nothing_at_a_sessions_end() -> None:
    assert write(_read("SessionEnd"), "context", "notice") == ""


def test_says_context_where_the_schema_has_a_place_for_it() -> None:
    said = json.loads(write(read(*recorded.commands("codex")[0]), "seen before", ""))
    assert said == {
        "hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": "seen before"}
    }
    assert json.loads(write(_read("PreCompact__auto"), "context", "notice")) == {"systemMessage": "notice"}


def test_counts_bytes_as_codex_does() -> None:
    said = json.loads(write(_read("SessionStart__startup"), "注文の合計\n" * 900, ""))
    assert len(said["hookSpecificOutput"]["additionalContext"].encode()) <= 9_900
