"""List records, newest first, by kind, state, key and scope."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, model_validator

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind, KindName, Right
from phantasm.contracts.model import Choices, JsonObject, Line, Model, Timestamp
from phantasm.evidence import store as evidence
from phantasm.state.anchored.reading import checkout_of
from phantasm.state.anchored.views import views_of
from phantasm.state.facets import FacetsView, facets_of, marked
from phantasm.state.filters import Filter
from phantasm.state.listing import cursor_after, page, place_of
from phantasm.state.model import Origin
from phantasm.state.moments import Everywhere, MomentFields, ScopeName
from phantasm.state.review.store import overlays
from phantasm.state.scopes import standpoint
from phantasm.state.timeline import Point, point, revision_of
from phantasm.state.views import RecordView, WithdrawnView, view, withdrawn_view
from phantasm.state.withdrawn import withdrawals
from phantasm.storage.work import Work
from phantasm.workspace.branches.revision import Revision
from phantasm.workspace.checkout import Checkout
from phantasm.workspace.place import Place, here

KIND = Kind.READ
EXAMPLE: JsonObject = {"record_kind": "decision", "limit": 20}


class Params(MomentFields):
    """Which records."""

    record_kind: KindName | None = Field(default=None, description="Only this kind")
    states: Choices[Literal["suggested", "live", "superseded", "archived", "tombstoned"]] = Field(
        default=["live"], min_length=1, description="Only these states; with as_of, what was true then"
    )
    subject_key: Line | None = Field(default=None, description="Only this subject key")
    subject_prefix: Line | None = Field(default=None, description="Only subject keys that start so")
    scope: ScopeName | None = Field(default=None, description="Only this scope")
    scope_ref: Line | None = Field(default=None, description="Only this branch, worktree or session")
    everywhere: Everywhere = False
    origins: Choices[Origin] = Field(default=[], description="Only what comes from these; else from anywhere")
    recorded_after: Timestamp | None = Field(default=None, description="Only what was recorded at or after")
    recorded_before: Timestamp | None = Field(default=None, description="Only what was recorded before")
    marks: Choices[Literal["in_conflict", "doubtful", "stale"]] = Field(
        default=[], description="Only what has one of these marks now; not with a moment of the past"
    )
    facets: bool = Field(
        default=False, description="Also count what each kind, state, scope, origin and mark would leave"
    )
    limit: Annotated[int, Field(ge=1, le=1000)] = Field(default=50, description="At most so many")
    cursor: Line | None = Field(default=None, description="`next_cursor` of the page before")

    @model_validator(mode="after")
    def _marks_are_of_now(self) -> "Params":
        if self.marks and (self.as_of or self.known_at or self.at_commit):
            message = "marks are those of now: they do not go with as_of, known_at or at_commit"
            raise ValueError(message)
        return self


class Result(Model):
    """One page; `withheld` counts sensitive records that this profile may not read."""

    records: list[RecordView]
    total: int
    withheld: int
    withdrawn: list[WithdrawnView] = Field(
        default=[], description="What was held under the subject key and is not any more: when, by whom"
    )
    facets: FacetsView | None = Field(default=None, description="With facets, unless the past is asked for")
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """Where the caller is, and the working tree that records are held against."""

    place: Place
    checkout: Checkout | None
    revision: Revision | None


def prepare(params: Params, environment: Environment) -> Prepared:
    """Look where the caller is."""
    checkout = checkout_of(environment) if environment.config.settings.anchors.check else None
    return Prepared(here(environment.start), checkout, revision_of(environment, params.at_commit))


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Return one page."""
    # Who names a scope wants to see it, wherever the caller is.
    from_here = (
        None if params.everywhere or params.scope else standpoint(prepared.place, work.caller.session_id)
    )
    chosen = Filter(
        states=params.states,
        kind=params.record_kind,
        subject_key=params.subject_key,
        subject_prefix=params.subject_prefix,
        scope=params.scope,
        scope_ref=params.scope_ref,
        origins=params.origins,
        reviewed=marked(params.marks),
        recorded_after=params.recorded_after,
        recorded_before=params.recorded_before,
        seen_from=from_here,
    )
    at = point(work, params.as_of, params.known_at, prepared.revision)
    readable = chosen if work.caller.may(Right.SENSITIVE_READ) else chosen._replace(sensitivity="normal")
    found = page(work, readable._replace(behind=place_of(params.cursor)), at, params.limit)
    ids = [record.id for record in found.records]
    rests_on = evidence.behind(work, ids, at.seq)
    marks = overlays(work, ids, at.seq)
    fresh = views_of(work, found.records, prepared.checkout) if at.is_now else {}
    last = found.records[-1] if found.more else None
    hidden = 0 if readable is chosen else page(work, chosen._replace(sensitivity="sensitive"), at, 1).total
    return Result(
        records=[
            view(record, work.caller, rests_on.get(record.id), marks.get(record.id), fresh.get(record.id))
            for record in found.records
        ],
        total=found.total,
        withheld=hidden,
        withdrawn=_withdrawn(work, readable, at) if params.subject_key and not found.records else [],
        facets=facets_of(work, readable) if params.facets and at.is_now else None,
        next_cursor=cursor_after(last) if last else None,
    )


def _withdrawn(work: Work, chosen: Filter, at: Point) -> list[WithdrawnView]:
    """Say what became of the last thing that was held under a key that nothing holds now."""
    if not at.is_now:
        return []
    closed = chosen._replace(states=("superseded", "archived"))
    return [withdrawn_view(gone) for gone in withdrawals(work, page(work, closed, at, 1).records)]
