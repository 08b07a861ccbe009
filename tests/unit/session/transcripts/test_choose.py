"""Which parser is chosen for a file."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.session.transcripts.choose import MOST_BEGINNING_BYTES, client_of


def packed(*values: object) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


CLAUDE = packed(
    {"type": "summary", "summary": "Late clock", "leafUuid": "u2"},
    {
        "type": "user",
        "uuid": "u1",
        "parentUuid": None,
        "sessionId": "s",
        "message": {"role": "user", "content": "x"},
    },
)
CLAUDE_SNAPSHOT = packed(
    {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}},
    {"type": "mode", "mode": "plan", "sessionId": "s"},
)
CODEX = packed(
    {"timestamp": "2026-03-01T10:00:00Z", "type": "session_meta", "payload": {"id": "s", "cwd": "/repo"}},
    {
        "timestamp": "2026-03-01T10:00:01Z",
        "type": "event_msg",
        "payload": {"type": "user_message", "message": "x"},
    },
)
CODEX_OLD = packed(
    {"id": "s", "timestamp": "2025-05-01T10:00:00Z", "instructions": None},
    {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "x"}]},
    {"record_type": "state"},
)
GEMINI = json.dumps(
    {
        "sessionId": "s",
        "projectHash": "h",
        "startTime": "2026-03-01T10:00:00Z",
        "messages": [{"id": "1", "timestamp": "2026-03-01T10:00:00Z", "type": "user", "content": "x"}],
    },
    indent=2,
).encode()
GEMINI_LINES = packed(
    {"sessionId": "s", "projectHash": "h", "startTime": "2026-03-01T10:00:00Z"},
    {"id": "1", "timestamp": "2026-03-01T10:00:00Z", "type": "gemini", "content": "x"},
)
CURSOR = packed({"role": "user", "message": {"content": [{"type": "text", "text": "x"}]}})
CURSOR_TEXT = b"user:\n<user_query>\nWhy?\n</user_query>\n\nassistant:\n[Thinking] hm\nBecause.\n"
SWE = json.dumps(
    {"environment": "main", "trajectory": [{"action": "ls", "observation": "a"}], "history": []}
).encode()
SWE_PRETTY = json.dumps({"trajectory": [{"action": "ls", "observation": "a"}], "info": {}}, indent=2).encode()
MINI = json.dumps(
    {"info": {"exit_status": "", "model_stats": {}}, "messages": [{"role": "user", "content": "x" * 100_000}]}
).encode()
MARKDOWN = b"# Chat\n\n## User\n\nWhy?\n\n## Assistant\n\nBecause.\n"
GENERIC = packed({"session": "s", "role": "user", "text": "x"}, {"role": "assistant", "text": "y"})


@pytest.mark.parametrize(
    ("client", "data"),
    [
        ("claude_code", CLAUDE),
        ("claude_code", CLAUDE_SNAPSHOT),
        ("codex", CODEX),
        ("codex", CODEX_OLD),
        ("gemini", GEMINI),
        ("gemini", GEMINI_LINES),
        ("cursor", CURSOR),
        ("cursor", CURSOR_TEXT),
        ("swe_agent", SWE),
        ("swe_agent", SWE_PRETTY),
        ("swe_agent", MINI),
        ("markdown", MARKDOWN),
        ("markdown", b"Human: Why?\nAssistant: Because.\n"),
        ("generic", GENERIC),
    ],
)
def test_knows_a_client_by_what_it_writes(client: str, data: bytes) -> None:
    assert client_of("some file", data) == client
    assert client_of("some file", b"\xef\xbb\xbf\n" + data) == client
    # What a file is called does not matter where its content is clear.
    assert client_of("chats/rollout-1.jsonl", data) == client


@pytest.mark.parametrize(
    ("client", "name"),
    [
        ("codex", "/home/me/.codex/sessions/2026/03/01/rollout-2026-03-01T10-00-00-u.jsonl"),
        ("claude_code", "/home/me/.claude/projects/-work-repo/3f.jsonl"),
        ("claude_code", "C:\\Users\\me\\.claude\\projects\\C--repo\\3f.jsonl"),
        ("gemini", ".gemini/tmp/h/chats/session-2026-03-01T10-00-abc.json"),
        ("cursor", ".cursor/projects/repo/agent-transcripts/u/u.jsonl"),
        ("swe_agent", "runs/clock-1.traj"),
        ("swe_agent", "last_run.traj.json"),
        (None, "notes.md"),
        (None, "x.jsonl"),
        (None, ""),
    ],
)
def test_goes_by_the_name_where_nothing_is_written_yet(client: str | None, name: str) -> None:
    assert client_of(name, b"") == client


def test_knows_a_compressed_rollout_by_its_name() -> None:
    compressed = b"\x28\xb5\x2f\xfd\x04\x00"
    assert client_of("rollout-1.jsonl.zst", compressed) == "codex"
    assert client_of("backup.zst", compressed) is None


def test_knows_a_first_line_that_is_longer_than_what_is_seen() -> None:
    line = {
        "parentUuid": None,
        "sessionId": "s",
        "type": "user",
        "uuid": "u",
        "message": {"content": "x" * 100_000},
    }
    data = packed(line)
    assert client_of("x", data[:MOST_BEGINNING_BYTES]) == client_of("x", data) == "claude_code"


@pytest.mark.parametrize(
    "data",
    [
        CLAUDE + GENERIC,
        packed({"role": "user", "text": "x", "message": {}}),
        packed({"hello": "world"}),
        b"# Read me\n\nNothing is said here.\n",
        b"## User\n\nOnly one speaks.\n",
        b"[1, 2]",
        b"{",
        b"\x00\xff\xfe",
    ],
)
def test_says_nothing_where_it_is_unclear(data: bytes) -> None:
    assert client_of("some file", data) is None


@given(st.text(max_size=40), st.binary(max_size=300))
def test_never_raises(name: str, data: bytes) -> None:
    client_of(name, data)


@given(st.data())
def test_never_raises_for_a_part_of_a_transcript(data: st.DataObject) -> None:
    sample = data.draw(st.sampled_from([CLAUDE, CODEX, CODEX_OLD, GEMINI, CURSOR, SWE, MARKDOWN, GENERIC]))
    begin, end = sorted(data.draw(st.tuples(*[st.integers(0, len(sample))] * 2)))
    client_of("x.md", sample[:begin] + data.draw(st.binary(max_size=3)) + sample[end:])
