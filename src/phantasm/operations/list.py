"""List records, newest first, by kind, state, key and scope."""

from typing import Annotated, Literal

from pydantic import Field

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Line, Model, Timestamp
from phantasm.evidence import store as evidence
from phantasm.state import store
from phantasm.state.inputs import ScopeName
from phantasm.state.kinds import KindName
from phantasm.state.views import RecordView, view
from phantasm.storage.sql import Conditions
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {"record_kind": "decision", "limit": 20}


class Params(Model):
    """Which records."""

    record_kind: KindName | None = Field(default=None, description="Only this kind")
    states: list[Literal["suggested", "live", "superseded", "archived", "tombstoned"]] = Field(
        default=["live"], min_length=1, description="Only these states"
    )
    subject_key: Line | None = Field(default=None, description="Only this subject key")
    scope: ScopeName | None = Field(default=None, description="Only this scope")
    scope_ref: Line | None = Field(default=None, description="Only this branch, worktree or session")
    recorded_after: Timestamp | None = Field(default=None, description="Only what was recorded at or after")
    recorded_before: Timestamp | None = Field(default=None, description="Only what was recorded before")
    limit: Annotated[int, Field(ge=1, le=1000)] = Field(default=50, description="At most so many")
    cursor: Line | None = Field(default=None, description="`next_cursor` of the page before")


class Result(Model):
    """One page; `withheld` counts sensitive records that this profile may not read."""

    records: list[RecordView]
    total: int
    withheld: int
    next_cursor: str | None = None


def handle(params: Params, work: Work, prepared: None) -> Result:
    """Return one page."""
    conditions = Conditions()
    conditions.equal("kind", params.record_kind)
    conditions.among("state", params.states)
    conditions.equal("subject_key", params.subject_key)
    conditions.equal("scope", params.scope)
    conditions.equal("scope_ref", params.scope_ref)
    if params.recorded_after:
        conditions.add("recorded_at >= :recorded_after", recorded_after=params.recorded_after)
    if params.recorded_before:
        conditions.add("recorded_at < :recorded_before", recorded_before=params.recorded_before)
    matching = store.count(work, conditions)
    if not work.caller.may(Right.SENSITIVE_READ):
        conditions.equal("sensitivity", "normal")
    total = store.count(work, conditions)
    if params.cursor:
        seq, ordinal = _position(params.cursor)
        conditions.add("(seq < :seq OR (seq = :seq AND ordinal < :ordinal))", seq=seq, ordinal=ordinal)
    page = store.listing(work, conditions, params.limit + 1)
    more, page = len(page) > params.limit, page[: params.limit]
    rests_on = evidence.behind(work, [record.id for record in page])
    return Result(
        records=[view(record, work.caller, rests_on.get(record.id)) for record in page],
        total=total,
        withheld=matching - total,
        next_cursor=f"{page[-1].seq}.{page[-1].ordinal}" if more else None,
    )


# Two 64-bit numbers and a dot need fewer.
_MAX_CURSOR_CHARACTERS = 30


def _position(cursor: str) -> tuple[int, int]:
    seq, dot, ordinal = cursor.partition(".")
    if (
        not (dot and seq.isascii() and seq.isdigit() and ordinal.isascii() and ordinal.isdigit())
        or len(cursor) > _MAX_CURSOR_CHARACTERS
    ):
        raise PhantasmError(
            Code.INVALID_PARAMS,
            "params.cursor is not one that a page has given",
            field="params.cursor",
            expected="next_cursor of the page before",
        )
    return int(seq), int(ordinal)
