"""Read the journal: who changed what, from what to what; or verify its chain."""

from typing import Annotated

from pydantic import Field

from phantasm.contracts.envelope import DiffEntry, NextStep
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Line, Model, Timestamp
from phantasm.evidence import naming
from phantasm.security.store import decisions_of
from phantasm.session import store as sessions
from phantasm.state import store
from phantasm.state.events import WriteView, written
from phantasm.storage import entries, journal, payloads
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {"operation_name": "ingest", "limit": 20}
# An import of thousands is summarised; its changes can be read record by record.
_CHANGES_SHOWN = 100


class Params(Model):
    """Which entries; newest first."""

    object_id: Line | None = Field(
        default=None, description="Only what touched this record, evidence, session or backup: id or handle"
    )
    operation_ids: list[Line] = Field(
        default=[], max_length=200, description="Only these operations, by id: op_…"
    )
    operation_name: Line | None = Field(default=None, description="Only this operation")
    profile: Line | None = Field(default=None, description="Only this client profile")
    actor: Line | None = Field(default=None, description="Only this person or program")
    request_id: Line | None = Field(default=None, description="Only this request")
    after: Timestamp | None = Field(default=None, description="Only at or after this moment")
    before: Timestamp | None = Field(default=None, description="Only before this moment")
    limit: Annotated[int, Field(ge=1, le=500)] = Field(default=50, description="At most so many")
    cursor: Annotated[int, Field(ge=1, le=2**62)] | None = Field(
        default=None, description="`next_cursor` of the page before"
    )
    verify_chain: bool = Field(
        default=False, description="Also check every digest from the first entry to the head"
    )


class Entry(WriteView):
    """One write."""

    kind: str
    reason: str | None = None
    verdict: str | None = Field(default=None, description="The trust decision behind it")
    change_count: int
    changes: list[DiffEntry]
    digest: str


class Chain(Model):
    """What walking the chain showed."""

    valid: bool
    entries: int
    erased_contents: int
    head: str
    problems: list[str]


class Result(Model):
    """One page, and the chain if it was asked for."""

    entries: list[Entry]
    next_cursor: int | None = None
    chain: Chain | None = None


def handle(params: Params, work: Work, prepared: None) -> Result:
    """Return one page of the journal."""
    chosen = entries.Filter(
        operation=params.operation_name,
        profile=params.profile,
        actor=params.actor,
        request_id=params.request_id,
        object_id=_meant(work, params.object_id) if params.object_id else None,
        ids=params.operation_ids,
        after=params.after,
        before=params.before,
        below=params.cursor,
    )
    rows = entries.page(work, chosen, params.limit + 1)
    more, rows = len(rows) > params.limit, rows[: params.limit]
    return Result(
        entries=_entries(work, rows),
        next_cursor=rows[-1]["seq"] if more else None,
        chain=_chain(work) if params.verify_chain else None,
    )


def _meant(work: Work, name: str) -> str:
    """Return the id that a name means; one that nothing has a handle for is the id of something else."""
    if record := store.find(work, [name]).get(name):
        return record.id
    pieces = naming.named(work, [name], field="params.object_id")
    return pieces.get(name) or sessions.named(work, [name]).get(name, name)


def _entries(work: Work, rows: list[Row]) -> list[Entry]:
    if not rows:
        return []
    changes = entries.changes_of(work, [row["seq"] for row in rows], at_most=_CHANGES_SHOWN)
    ids = [change["object_id"] for found in changes.values() for change in found]
    hidden = set() if work.caller.may(Right.SENSITIVE_READ) else store.sensitive_among(work, ids)
    reasons = payloads.get_many(work, [row["note"] for row in rows if row["note"] is not None])
    decisions = decisions_of(work, rows[-1]["seq"], rows[0]["seq"])
    return [
        Entry(
            **written(row),
            kind=row["kind"],
            reason=reasons.get(row["note"]),
            verdict=decisions[row["seq"]]["verdict"] if row["seq"] in decisions else None,
            change_count=row["change_count"],
            changes=[
                DiffEntry.model_validate(entry)
                for entry in entries.explained(work, changes[row["seq"]], hidden=frozenset(hidden))
            ],
            digest=row["digest"],
        )
        for row in rows
    ]


def _chain(work: Work) -> Chain:
    found = journal.verify(work)
    if found.problems:
        step = "Somebody or something changed the store outside Phantasm; compare with a verified backup."
        work.remediation.append(NextStep(message=step, command="phantasm backup list"))
    return Chain(
        valid=not found.problems,
        entries=found.entries,
        erased_contents=found.erased_contents,
        head=work.head.digest,
        problems=list(found.problems),
    )
