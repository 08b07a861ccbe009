"""Which request stands for each operation that writes? A table, and the operation's own example for the rest.

A new operation joins by itself when its EXAMPLE can be sent to any project; when it needs something that
has to exist first (an id, a backup), it gets a line in BUILDERS.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from campaigns.verdict import new_project
from phantasm.contracts.envelope import Response
from phantasm.contracts.kinds import Right
from phantasm.contracts.model import JsonObject
from phantasm.contracts.operation import Operation
from phantasm.runtime import registry
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.party import Party

PERSON = Party(at_terminal=True, ask=lambda question: True)
REQUEST_ID = "case"
BUNDLE = "prepared"
OPEN, OVER = "open", "over"
"""A session that goes on, and one that has ended."""
RUN = "run_01m6q0v3zr0000000000000000"
NOTES = "notes.jsonl"
TRACKED = ".phantasm/memory/fact/queue-0000000001.md"
"""A file that somebody else's store wrote."""
_TRACKED_TEXT = """---
confidence: 0.8
format: 1
id: rec_01m6bfp5g30000000000000001
kind: fact
lineage: rec_01m6bfp5g30000000000000001
valid_from: 2026-11-01T12:00:00.000000Z
---

The queue is drained at night.
"""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What the prepared project has that requests can name."""

    record: str
    with_evidence: str
    archived: str
    suggested: str
    on_branch: str
    operation: str
    backup: str
    bundle: str
    notes: str

    def names(self) -> dict[str, list[str]]:
        """Return what can be named, under the fields that answers name it in."""
        records = [self.record, self.with_evidence, self.archived, self.suggested, self.on_branch]
        return {
            "record_id": records,
            "operation_id": [self.operation],
            "backup_id": [self.backup],
            "path": [self.bundle, self.notes],
        }


@dataclass(frozen=True, slots=True)
class Case:
    """One request that writes, as JSON."""

    name: str
    request: JsonObject


def release(number: int) -> list[JsonObject]:
    """Return the turns of a session in which something was released and something was said."""
    version, day = f"1.{number}.0", f"2026-10-{number + 1:02d}T10:"
    commands = (
        f"git checkout -b release-{version}",
        "pytest -q",
        f"git tag v{version}",
        f"git push origin v{version}",
    )
    turns: list[JsonObject] = [
        {"id": "u", "role": "user", "text": f"Release version {version} of the shop.", "at": f"{day}00:00Z"}
    ]
    for place, command in enumerate(commands):
        call: JsonObject = {"call": f"c{place}", "at": f"{day}{place + 1:02d}:00Z"}
        turns.append({"id": f"a{place}", "role": "assistant", "tool": "Bash", "command": command, **call})
        turns.append({"id": f"o{place}", "role": "tool", "text": "12 passed in 1s", "exit_code": 0, **call})
    said = "It works, thanks. Always write release notes in plain English."
    return [*turns, {"id": "z", "role": "user", "text": said, "at": f"{day}20:00Z"}]


BUILDERS: dict[str, Callable[[Prepared], dict[str, JsonObject]]] = {
    "anchors_refresh": lambda prepared: {"everything": {"limit": 50}},
    "commits_ingest": lambda prepared: {"one": {"limit": 50}},
    "branches_follow": lambda prepared: {"what happened": {"limit": 50}},
    "ingest": lambda prepared: {
        "one": {
            "record_kind": "fact",
            "statement": "The queue is drained by one worker.",
            "subject_key": "queue",
        },
        "with evidence": {
            "record_kind": "fact",
            "statement": "The build is green.",
            "raw_evidence": [{"text": "all checks passed", "origin": "tool_output"}],
        },
        "with evidence in a file": {
            "record_kind": "fact",
            "statement": "The build was green yesterday.",
            "raw_evidence": [
                {"text": "all checks passed, one after the other\n" * 300, "origin": "tool_output"}
            ],
        },
        "many": {
            "items": [{"record_kind": "note", "statement": f"Note number {number}."} for number in range(40)]
        },
    },
    "revise": lambda prepared: {
        "one": {"id": prepared.record, "statement": "The server listens on port 9000."}
    },
    "set_state": lambda prepared: {
        "archive": {"ids": [prepared.record], "action": "archive"},
        "restore": {"ids": [prepared.archived], "action": "restore"},
        "tombstone": {"ids": [prepared.with_evidence], "action": "tombstone", "reason": "it was wrong"},
        "forget a session": {"ids": [OVER], "action": "tombstone", "reason": "it was private"},
    },
    "link": lambda prepared: {
        "one": {
            "id": prepared.record,
            "links": [
                {"type": "depends_on", "target": prepared.with_evidence},
                {"type": "about", "target": "file:src/server.py"},
            ],
        }
    },
    "promote": lambda prepared: {"one": {"id": prepared.on_branch}},
    "review": lambda prepared: {
        "accept": {"action": "accept", "ids": [prepared.suggested]},
        "reject": {"action": "reject", "ids": [prepared.suggested]},
        "defer": {
            "action": "defer",
            "ids": [prepared.suggested],
            "wake": {"until": "2030-01-01T00:00:00.000000Z"},
        },
    },
    "undo": lambda prepared: {"one": {"operations": [prepared.operation]}},
    "verify": lambda prepared: {"holds": {"ids": [prepared.record]}},
    "memory_import": lambda prepared: {"notes": {"path": prepared.notes}},
    "tracked_export": lambda prepared: {"all": {}},
    "tracked_import": lambda prepared: {"somebody else's file": {}},
    "embed": lambda prepared: {"what is new": {}},
    "reindex": lambda prepared: {
        "words": {"indexes": ["words"]},
        "vectors": {"indexes": ["vectors"]},
        "both": {"indexes": ["words", "vectors"]},
    },
    "session_append": lambda prepared: {
        "new": {"session_id": "new", "turns": release(7), "ended_at": "2026-10-07T10:30:00Z"},
        "known": {"session_id": OPEN, "turns": release(0)},
        "many": {"sessions": [{"session_id": f"many-{n}", "turns": release(n)} for n in range(20)]},
    },
    "session_start": lambda prepared: {
        "new": {"session_id": "new"},
        "known": {"session_id": OPEN, "title": "A"},
    },
    "session_end": lambda prepared: {"open": {"session_id": OPEN}},
    "report_outcome": lambda prepared: {
        "used": {"outcome": "success", "used": [prepared.record], "session_id": OVER},
        "session": {"outcome": "failure", "session_id": OVER},
    },
    "consolidate": lambda prepared: {
        "learning": {"run_id": RUN, "passes": ["episodes", "claims"], "limit": 100},
        "tidying": {"run_id": RUN, "passes": ["repeats", "duplicates", "condense", "fade", "leftovers"]},
    },
    "learn_procedures": lambda prepared: {"all": {}},
    "prune": lambda prepared: {"what is due": {"limit": 50}},
    "maintenance_run": lambda prepared: {"now": {}},
    "skills_export": lambda prepared: {"all": {}},
    "backup_verify": lambda prepared: {"drill": {"backup_id": prepared.backup}},
    "backup_restore": lambda prepared: {"one": {"backup_id": prepared.backup}},
    "snapshot_import": lambda prepared: {"one": {"bundle_path": prepared.bundle}},
}


def prepare_project(root: Path) -> Prepared:
    """Make a small project with something in every table."""
    paths = new_project(root)
    with open_project(root) as runtime:
        held = [_hold(runtime, number, evidence=number < 2) for number in range(5)]
        _send(runtime, "usage_report", {"surface": "chat", "input_tokens": 1, "output_tokens": 1})
        _send(runtime, "embed", {})  # what comes later has no vector yet, and one of these is erased
        backup = _send(runtime, "backup_create", {})
        _send(runtime, "set_state", {"ids": [held[3]], "action": "archive"})
        _send(runtime, "set_state", {"ids": [held[0]], "action": "tombstone"})  # a restore keeps it erased
        bundle = _send(runtime, "snapshot_export", {"export_name": BUNDLE})
        suggestion: JsonObject = {"record_kind": "note", "statement": "Ask Ana.", "review_required": True}
        suggested = _send(runtime, "ingest", suggestion)["results"][0]["record_id"]
        branch: JsonObject = {"scope": "branch", "scope_ref": "next"}
        on_branch = _send(runtime, "ingest", {"record_kind": "note", "statement": "Try it."} | branch)
        _send(runtime, "session_append", {"session_id": OPEN, "turns": release(0)})
        over: JsonObject = {"session_id": OVER, "turns": release(1), "ended_at": "2026-10-01T10:30:00Z"}
        _send(runtime, "session_append", over)
        for number in range(2, 6):
            ended = f"2026-10-0{number}T10:30:00Z"
            more: JsonObject = {"session_id": f"s{number}", "turns": release(number), "ended_at": ended}
            _send(runtime, "session_append", more)
        undoable = _answer(runtime, "ingest", {"record_kind": "note", "statement": "Take this back."})
    (root / NOTES).write_text('{"statement": "Imported from a list."}\n', encoding="utf-8")
    (root / TRACKED).parent.mkdir(parents=True)
    (root / TRACKED).write_text(_TRACKED_TEXT, encoding="utf-8")
    return Prepared(
        record=held[2],
        with_evidence=held[1],
        archived=held[3],
        suggested=str(suggested),
        on_branch=str(on_branch["results"][0]["record_id"]),
        operation=str(undoable.provenance.operation_id),
        backup=str(backup["backup_id"]),
        bundle=str(Path(str(bundle["path"])).relative_to(paths.root)),
        notes=NOTES,
    )


def cases(prepared: Prepared, only: str | None = None) -> list[Case]:
    """Return the cases of every operation that writes, or of one."""
    found = []
    for operation in registry.operations():
        if operation.kind.writes and only in (None, operation.name):
            builder = BUILDERS.get(operation.name)
            variants = builder(prepared) if builder else {"example": operation.example}
            found += [
                Case(f"{operation.name} ({name})", _request(operation, params))
                for name, params in variants.items()
            ]
    return found


def _request(operation: Operation, params: JsonObject) -> JsonObject:
    person = operation.target is not None or operation.needs in {Right.REVIEW, Right.MAINTENANCE}
    request: JsonObject = {
        "api_version": "v1",
        "operation": operation.name,
        "request_id": REQUEST_ID,
        "client": {"profile": "cli" if person else "claude_code"},
        "idempotency_key": "case-key",
        "params": params,
    }
    target = operation.target(operation.params.model_validate(params)) if operation.target else None
    if target is not None:
        approval: JsonObject = {"approved_by": "campaign", "reason": "campaign", "operation": operation.name}
        request["confirmations"] = approval | {"target": target}
    return request


def _hold(runtime: Runtime, number: int, *, evidence: bool) -> str:
    params: JsonObject = {
        "record_kind": "fact",
        "statement": f"Service {number} listens on port 80{number}0.",
    }
    if evidence:
        params["raw_evidence"] = [{"text": f"listening on 80{number}0", "origin": "tool_output"}]
    return str(_send(runtime, "ingest", params)["results"][0]["record_id"])


def _send(runtime: Runtime, operation: str, params: JsonObject) -> dict[str, Any]:
    """Send one request that must succeed, and return its data."""
    return _answer(runtime, operation, params).data or {}


def _answer(runtime: Runtime, operation: str, params: JsonObject) -> Response:
    """Send one request that must succeed."""
    key = f"prepare-{operation}-{sorted(params.items())!r}"[:200]
    request = _request(registry.load(operation), params) | {"request_id": key, "idempotency_key": key}
    response = runtime.handle(request, PERSON)
    if response.data is None:
        message = f"the project cannot be prepared: {operation}: {response.error}"
        raise RuntimeError(message)
    return response
