"""Show what was added, removed and changed between two moments or two operations."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from phantasm.capabilities.environment import Environment
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Kind, KindName, Right
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.state.comparison import ComparisonView, compare
from phantasm.state.differences import Change, between, erased_between, with_content
from phantasm.state.filters import Filter
from phantasm.state.moments import Everywhere, PointFields, ScopeName
from phantasm.state.scopes import standpoint
from phantasm.state.timeline import NOW, Point, point
from phantasm.state.views import RecordView, readable, view
from phantasm.storage import entries
from phantasm.storage.work import Work
from phantasm.workspace.place import Place, here

KIND = Kind.READ
EXAMPLE: JsonObject = {"from": {"known_at": "2026-11-01T00:00:00Z"}, "limit": 50}

Name = Literal["added", "removed", "changed"]


class MomentInput(PointFields):
    """A moment in both times, or just after an operation; now when nothing is given."""

    operation_id: Line | None = Field(default=None, description="Just after this operation, by id")
    seq: Annotated[int, Field(ge=0, le=2**62)] | None = Field(
        default=None, description="Just after the write with this sequence number"
    )

    @model_validator(mode="after")
    def _one_way(self) -> "MomentInput":
        if sum(part is not None for part in (self.known_at, self.operation_id, self.seq)) > 1:
            message = "give one of known_at, operation_id and seq"
            raise ValueError(message)
        return self


class Params(Model):
    """From where to where, or which operation; and which records."""

    from_: MomentInput | None = Field(default=None, alias="from", description="The earlier moment")
    to: MomentInput = Field(default=MomentInput(), description="The later moment; now when left out")
    operation_id: Line | None = Field(default=None, description="What this one operation changed, by id")
    record_kind: KindName | None = Field(default=None, description="Only this kind")
    subject_key: Line | None = Field(default=None, description="Only this subject key")
    scope: ScopeName | None = Field(default=None, description="Only this scope")
    scope_ref: Line | None = Field(default=None, description="Only this branch, worktree or session")
    everywhere: Everywhere = False
    limit: Annotated[int, Field(ge=1, le=1000)] = Field(default=100, description="At most so many")

    @model_validator(mode="after")
    def _a_span(self) -> "Params":
        if (self.from_ is None) == (self.operation_id is None):
            message = "give `from`, or `operation_id`"
            raise ValueError(message)
        if self.operation_id and "to" in self.model_fields_set:
            message = "`to` goes with `from`"
            raise ValueError(message)
        return self


class Difference(ComparisonView):
    """One lineage at both moments."""

    change: Name
    kind: str
    lineage: str
    before: RecordView | None = None
    after: RecordView | None = None


class Result(Model):
    """The differences by lineage; `erased` names what is gone from the past as well."""

    from_seq: int
    to_seq: int
    differences: list[Difference]
    by_kind: dict[str, dict[str, int]]
    total: int
    truncated: bool = Field(description="More differences than the limit; by_kind and total count all")
    withheld: int = Field(description="Differences in sensitive records that this profile may not read")
    erased: list[str] = Field(description="Records that were erased between the two moments")


def prepare(params: Params, environment: Environment) -> Place:
    """Look where the caller is."""
    return here(environment.start)


def handle(params: Params, work: Work, place: Place) -> Result:
    """Compare what was held at both moments."""
    earlier, later = _moments(params, work)
    from_here = None if params.everywhere or params.scope else standpoint(place, work.caller.session_id)
    chosen = Filter(
        states=("live",),
        kind=params.record_kind,
        subject_key=params.subject_key,
        scope=params.scope,
        scope_ref=params.scope_ref,
        seen_from=from_here,
    )
    found = between(work, earlier, later, chosen)
    shown = [change for change in found if _may_see(change, work)]
    by_kind: dict[str, dict[str, int]] = {}
    for change in shown:
        tally = by_kind.setdefault(_kind(change), {"added": 0, "removed": 0, "changed": 0})
        tally[_name(change)] += 1
    return Result(
        from_seq=work.head.seq if earlier.seq is None else earlier.seq,
        to_seq=work.head.seq if later.seq is None else later.seq,
        differences=[_difference(change, work) for change in with_content(work, shown[: params.limit])],
        by_kind=dict(sorted(by_kind.items())),
        total=len(shown),
        truncated=len(shown) > params.limit,
        withheld=len(found) - len(shown),
        erased=erased_between(work, earlier, later),
    )


def _moments(params: Params, work: Work) -> tuple[Point, Point]:
    if params.operation_id is not None:
        after = _after(work, params.operation_id, "params.operation_id")
        return after._replace(seq=(after.seq or 0) - 1), after
    start = params.from_ or MomentInput()
    return _moment(work, start, "params.from"), _moment(work, params.to, "params.to")


def _moment(work: Work, given: MomentInput, field: str) -> Point:
    if given.operation_id is not None:
        return _after(work, given.operation_id, f"{field}.operation_id")._replace(as_of=given.as_of)
    if given.seq is not None:
        if given.seq > work.head.seq:
            raise PhantasmError(
                Code.INVALID_PARAMS,
                f"the store has had {work.head.seq} writes",
                field=f"{field}.seq",
                expected=f"at most {work.head.seq}",
            )
        return Point(given.as_of, known_at=work.now, seq=given.seq)
    at = point(work, given.as_of, given.known_at)
    return NOW if at.is_now else at


def _after(work: Work, operation_id: str, field: str) -> Point:
    row = entries.find(work, operation_id)
    if row is None:
        raise PhantasmError(Code.NOT_FOUND, f"no write has the id {operation_id!r}", field=field)
    return Point(known_at=row["occurred_at"], seq=row["seq"])


def _may_see(change: Change, work: Work) -> bool:
    caller = work.caller
    if caller.may(Right.SENSITIVE_READ):
        return True
    return all(record is None or readable(record, caller) for record in (change.before, change.after))


def _kind(change: Change) -> str:
    record = change.after or change.before
    return record.kind if record else ""


def _name(change: Change) -> Name:
    if change.before is None:
        return "added"
    return "removed" if change.after is None else "changed"


def _difference(change: Change, work: Work) -> Difference:
    before, after = change.before, change.after
    found = compare(before, after) if before and after else ComparisonView()
    return Difference(
        change=_name(change),
        kind=_kind(change),
        lineage=change.lineage,
        before=view(before, work.caller) if before else None,
        after=view(after, work.caller) if after else None,
        fields=found.fields,
        segments=found.segments,
        unified=found.unified,
    )
