"""Which client wrote a transcript? Judged by its first 64 KiB, then by its name. Never raises."""

import re
from collections.abc import Callable
from typing import Final

from phantasm.session.transcripts.markdown_labels import label_in
from phantasm.session.transcripts.records import json_of, object_at

MOST_BEGINNING_BYTES: Final = 64 * 1024
"""How much of a file is looked at, in bytes: the first lines of every client fit in."""

MOST_LINES: Final = 50
"""How many lines are looked at: what a client writes before its first telling line is far less."""

ZSTD_MAGIC: Final = b"\x28\xb5\x2f\xfd"
"""How compressed rollouts begin, by RFC 8878; only Codex compresses what it writes."""

CODEX_TYPES: Final = frozenset(("session_meta", "response_item", "event_msg", "turn_context", "compacted"))
CODEX_ITEMS: Final = frozenset(("message", "reasoning", "function_call", "function_call_output"))
CLAUDE_IDS: Final = frozenset(("uuid", "parentUuid", "leafUuid", "messageId", "sessionId", "agentId"))
GEMINI_TYPES: Final = frozenset(("user", "gemini", "info", "error", "warning"))
CURSOR_MARKS: Final = ("<user_query>", "[Tool call]", "[Tool result]", "[Thinking]")

NAMES: Final = (
    ("codex", re.compile(r"(^|/)rollout-[^/]*\.jsonl(\.zst)?$")),
    ("cursor", re.compile(r"(^|/)agent-transcripts/.*\.(jsonl|txt)$")),
    ("claude_code", re.compile(r"(^|/)(\.claude/projects/.*|agent-[0-9a-f]+)\.jsonl$")),
    ("gemini", re.compile(r"(^|/)chats/(.*/)?session-[^/]*\.jsonl?$")),
    ("swe_agent", re.compile(r"\.traj(\.json)?$")),
)
"""What the clients call their files, by the shape of the path."""


def client_of(name: str, beginning: bytes) -> str | None:
    """Return which parser reads a file; None where that is unclear.

    `name` is its path, as far as it is known; `beginning` its first 64 KiB, compressed where the file is.
    """
    head = beginning[:MOST_BEGINNING_BYTES]
    path = name.replace("\\", "/")
    if head.startswith(ZSTD_MAGIC):
        return "codex" if path.endswith(".jsonl.zst") else None
    text = head.decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    found = _in_json(text) if text.startswith("{") else _in_text(text)
    if not found:
        found = {client for client, shape in NAMES if shape.search(path)}
    return found.pop() if len(found) == 1 else None


def _in_json(text: str) -> set[str]:
    """Return the clients whose lines, or whose document, these are."""
    found: set[str] = set()
    for line in text.split("\n", MOST_LINES)[:MOST_LINES]:
        value = object_at(json_of(line))
        found.update(client for client, is_written_by in SHAPES if value and is_written_by(value))
    return found or _in_document(text)


def _in_document(text: str) -> set[str]:
    """Return the clients that write such keys: for a document that goes on behind what is seen."""
    return {client for client, keys in KEYS if all(f'"{key}"' in text for key in keys)}


def _in_text(text: str) -> set[str]:
    """Return the clients whose words stand in a text that is no JSON."""
    lines = text.split("\n")
    roles = {(label.role, label.form) for line in lines if (label := label_in(line.rstrip("\r")))}
    for form in {form for _, form in roles}:
        if {("user", form), ("assistant", form)} <= roles:
            is_cursor = form == "plain" and any(mark in text for mark in CURSOR_MARKS)
            return {"cursor" if is_cursor else "markdown"}
    return set()


def _is_claude_code(value: dict[str, object]) -> bool:
    is_other = "payload" in value or "projectHash" in value
    return isinstance(value.get("type"), str) and not is_other and not CLAUDE_IDS.isdisjoint(value)


def _is_codex(value: dict[str, object]) -> bool:
    kind = value.get("type")
    if isinstance(kind, str) and "payload" in value:
        return kind in CODEX_TYPES
    if value.get("record_type") == "state" or {"instructions", "timestamp", "id"} <= value.keys():
        return True
    return (
        isinstance(kind, str)
        and kind in CODEX_ITEMS
        and not {"content", "summary", "call_id"}.isdisjoint(value)
    )


def _is_gemini(value: dict[str, object]) -> bool:
    if {"sessionId", "projectHash"} <= value.keys():
        return True
    kind = value.get("type")
    return isinstance(kind, str) and kind in GEMINI_TYPES and {"id", "timestamp", "content"} <= value.keys()


def _is_cursor(value: dict[str, object]) -> bool:
    is_said = isinstance(value.get("role"), str) and isinstance(value.get("message"), dict)
    return is_said and CLAUDE_IDS.isdisjoint(value)


def _is_swe_agent(value: dict[str, object]) -> bool:
    if isinstance(value.get("trajectory"), list):
        return True
    info = object_at(value.get("info"))
    return isinstance(value.get("messages"), list) and ("trajectory_format" in value or "exit_status" in info)


def _is_generic(value: dict[str, object]) -> bool:
    return isinstance(value.get("role"), str) and isinstance(value.get("text"), str)


SHAPES: Final[tuple[tuple[str, Callable[[dict[str, object]], bool]], ...]] = (
    ("claude_code", _is_claude_code),
    ("codex", _is_codex),
    ("gemini", _is_gemini),
    ("cursor", _is_cursor),
    ("swe_agent", _is_swe_agent),
    ("generic", _is_generic),
)

KEYS: Final = (
    ("claude_code", ("sessionId", "parentUuid", "message")),
    ("codex", ("session_meta", "payload")),
    ("gemini", ("sessionId", "projectHash")),
    ("swe_agent", ("trajectory", "observation")),
    ("swe_agent", ("info", "model_stats", "exit_status")),
)
"""Keys that stand near the beginning of a client's first line or only document."""
