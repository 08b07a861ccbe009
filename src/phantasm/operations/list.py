"""List records, newest first, by kind, state, key and scope."""

import re
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Line, Model, Timestamp
from phantasm.evidence import store as evidence
from phantasm.state import store
from phantasm.state.filters import Filter
from phantasm.state.inputs import ScopeName
from phantasm.state.kinds import KindName
from phantasm.state.views import RecordView, view
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
    chosen = Filter(
        states=params.states,
        kind=params.record_kind,
        subject_key=params.subject_key,
        scope=params.scope,
        scope_ref=params.scope_ref,
        recorded_after=params.recorded_after,
        recorded_before=params.recorded_before,
    )
    readable = chosen if work.caller.may(Right.SENSITIVE_READ) else replace(chosen, sensitivity="normal")
    total = store.count(work, readable)
    behind = _position(params.cursor) if params.cursor else None
    page = store.listing(work, replace(readable, behind=behind), params.limit + 1)
    more, page = len(page) > params.limit, page[: params.limit]
    rests_on = evidence.behind(work, [record.id for record in page])
    return Result(
        records=[view(record, work.caller, rests_on.get(record.id)) for record in page],
        total=total,
        withheld=store.count(work, chosen) - total,
        next_cursor=f"{page[-1].seq}.{page[-1].ordinal}" if more else None,
    )


# `seq.ordinal`, each well inside 64 bits.
_CURSOR = re.compile(r"(\d{1,18})\.(\d{1,18})", re.ASCII)


def _position(cursor: str) -> tuple[int, int]:
    found = _CURSOR.fullmatch(cursor)
    if found is None:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            "params.cursor is not one that a page has given",
            field="params.cursor",
            expected="next_cursor of the page before",
        )
    return int(found[1]), int(found[2])
