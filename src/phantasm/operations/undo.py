"""Take back operations by appending their inverse; undoing an undo brings them back."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field, model_validator

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Line, Model, Timestamp
from phantasm.learning.reverting import revert
from phantasm.state.reversal import sort
from phantasm.state.undoing import WentBack
from phantasm.storage import entries
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

KIND = Kind.MUTATION
EXAMPLE: JsonObject = {
    "operations": ["op_01m6q0v3zr0000000000000000"],
    "reason": "the wrong file was imported",
}
# One undo is one transaction; a session that wrote more is taken back in parts, the newest first.
MAX_OPERATIONS = 1_000


class Params(Model):
    """Which operations: by id, by request, or everything that a session wrote."""

    operations: Annotated[list[Line], Field(max_length=MAX_OPERATIONS)] = Field(
        default_factory=list, description="Operation ids, as `provenance.operation_id` and `audit` give them"
    )
    request_ids: Annotated[list[Line], Field(max_length=MAX_OPERATIONS)] = Field(
        default_factory=list, description="Everything that was written by these requests"
    )
    session_id: Line | None = Field(
        default=None, description="Everything that this session wrote, or this run of maintenance (run_…)"
    )
    since: Timestamp | None = Field(default=None, description="With session_id: only from this moment on")
    reason: Line | None = Field(default=None, description="Why, for the journal")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")

    @model_validator(mode="after")
    def _names_something(self) -> "Params":
        if sum(map(bool, (self.operations, self.request_ids, self.session_id))) != 1:
            message = "give one of operations, request_ids and session_id"
            raise ValueError(message)
        if self.since and not self.session_id:
            message = "since goes with session_id"
            raise ValueError(message)
        return self


class Back(Model):
    """One object and where it went."""

    id: str
    before: str
    after: str


class Result(Model):
    """What went back, by id; what was seen (evidence, turns) stays kept."""

    operations: list[str] = Field(description="What was undone, newest first")
    skipped: list[str] = Field(description="Operations of the set that changed nothing which can go back")
    records: list[Back]
    links: list[Back]
    reviews: list[Back]
    episodes: list[Back] = Field(default=[], description="Sessions whose episode is as it was")
    verifications: list[str] = Field(description="Records whose earlier verification counts again")
    evidence_kept: list[str] = Field(description="Evidence of the operations; it stays")


def handle(params: Params, work: Work, prepared: None) -> Result:
    """Append the inverse of everything that the operations changed."""
    named = _named(params, work)
    found = sort(work, named)
    if not found.reversible or (params.operations and found.others):
        raise _nothing_to_undo([*found.others, *found.only_seen])
    _refuse_others(work, found.reversible)
    work.note = params.reason
    reverted = revert(work, [*found.reversible, *found.only_seen])
    undone = reverted.held
    if undone.evidence_ids:
        message = f"{len(undone.evidence_ids)} pieces of evidence stay: what was seen is not unseen"
        work.warn("evidence_kept", message)
    return Result(
        operations=[row["id"] for row in reversed(found.reversible)],
        skipped=[row["id"] for row in [*found.only_seen, *found.others]],
        records=_shown(undone.records),
        links=_shown(undone.links),
        reviews=_shown(undone.reviews),
        episodes=[Back(id=one.session_id, before=one.before, after=one.after) for one in reverted.episodes],
        verifications=undone.verifications,
        evidence_kept=undone.evidence_ids,
    )


def _named(params: Params, work: Work) -> list[Row]:
    """Return the journal entries that the request means, oldest first."""
    if params.session_id:
        rows = entries.named(work, "session_id", [params.session_id])
        rows = [row for row in rows if not params.since or row["occurred_at"] >= params.since]
        if len(rows) > MAX_OPERATIONS:
            raise PhantasmError(
                Code.INVALID_PARAMS,
                f"the session wrote {len(rows)} times, an undo takes back at most {MAX_OPERATIONS}",
                field="params.since",
                expected=f"a later moment, such as {rows[-MAX_OPERATIONS]['occurred_at']}",
            )
        return rows
    column, names = ("id", params.operations) if params.operations else ("request_id", params.request_ids)
    rows = entries.named(work, column, names)
    for name in names:
        if all(row[column] != name for row in rows):
            raise PhantasmError(
                Code.NOT_FOUND,
                f"no write has the {'operation' if column == 'id' else 'request'} id {name!r}",
                field="params.operations" if column == "id" else "params.request_ids",
                remediation=(Remediation("Look the operation up in the journal.", command="phantasm audit"),),
            )
    return rows


def _nothing_to_undo(refused: Sequence[Row]) -> PhantasmError:
    if not refused:
        return PhantasmError(Code.NOT_FOUND, "the session wrote nothing then", field="params.session_id")
    row = refused[0]
    if row["kind"] == Kind.SNAPSHOT.value:
        message = f"{row['operation']} is about the whole store, which an undo does not put back"
        step = Remediation("Restore a backup from before it.", command="phantasm backup list")
        return PhantasmError(Code.INVALID_PARAMS, message, field="params.operations", remediation=(step,))
    message = f"{row['id']} ({row['operation']}) changed nothing that can go back"
    return PhantasmError(Code.INVALID_PARAMS, message, field="params.operations")


def _refuse_others(work: Work, wanted: Sequence[Row]) -> None:
    """Let a client take back its own writes; anybody else's are a person's to take back."""
    others = [row for row in wanted if row["profile"] != work.caller.profile]
    if others and not work.caller.may(Right.REVIEW):
        raise PhantasmError(
            Code.NOT_ALLOWED,
            f"{others[0]['id']} was written by {others[0]['profile']}: only a person may take it back",
            field="params.operations",
            remediation=(Remediation("Ask a person to undo it at the terminal."),),
        )


def _shown(found: Sequence[WentBack]) -> list[Back]:
    return [Back(id=one.object_id, before=one.before, after=one.after) for one in found]
