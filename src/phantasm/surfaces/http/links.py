"""What can be asked next with an answer? The links of the description, for tools that follow them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

_BODY = "$response.body#/data/"


def _with(operation: str, params: JsonObject, *, writes: bool = False) -> JsonObject:
    """Return a link to another operation; a write takes the answer's own trace id for its key."""
    key: JsonObject = {"idempotency_key": "$response.body#/request_id"} if writes else {}
    return {"operationId": operation, "requestBody": {"params": params, **key}}


def _of_a_record(pointer: str) -> JsonObject:
    """Return what can be asked about a record, by where the answer names it."""
    name = _BODY + pointer
    revised: JsonObject = {"id": name, "statement": "What is held now."}
    return {
        "inspect": _with("inspect", {"ids": [name]}),
        "history": _with("history", {"id": name}),
        "explain": _with("explain", {"id": name}),
        "relationships": _with("relationships", {"root_id": name}),
        "revise": _with("revise", revised, writes=True),
        "archive": _with("set_state", {"ids": [name], "action": "archive"}, writes=True),
    }


def _of_a_session(pointer: str) -> JsonObject:
    """Return what can be done with a session, by where the answer names it."""
    name = _BODY + pointer
    turn: JsonObject = {"id": "1", "role": "user", "text": "What was said."}
    return {
        "append": _with("session_append", {"session_id": name, "turns": [turn]}, writes=True),
        "end": _with("session_end", {"session_id": name}, writes=True),
    }


def _of_a_backup(pointer: str) -> JsonObject:
    """Return what can be done with a backup, by where the answer names it."""
    return {"verify": _with("backup_verify", {"backup_id": _BODY + pointer}, writes=True)}


LINKS: dict[str, JsonObject] = {
    "ingest": _of_a_record("results/0/record_id"),
    "revise": _of_a_record("record_id"),
    "list": _of_a_record("records/0/id"),
    "search": {"inspect": _with("inspect", {"ids": [f"{_BODY}hits/0/id"]})},
    "review_queue": {
        "accept": _with("review", {"action": "accept", "ids": [f"{_BODY}items/0/id"]}, writes=True),
        "defer": _with("review", {"action": "defer", "ids": [f"{_BODY}items/0/id"]}, writes=True),
    },
    "session_start": _of_a_session("session/id"),
    "sessions": _of_a_session("sessions/0/id"),
    "backup_create": _of_a_backup("backup_id"),
    "backup_list": _of_a_backup("backups/0/id"),
    "audit": {"undo": _with("undo", {"operations": [f"{_BODY}entries/0/id"]}, writes=True)},
    "compile": {"replay": _with("replay", {"manifest": f"{_BODY}manifest"})},
}
"""For each operation whose answer names something: what can be asked about that."""
