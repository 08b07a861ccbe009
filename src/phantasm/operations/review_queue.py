"""Show what waits for a decision, the most pressing first, side by side with what it is about."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import Choices, JsonObject, Line, Model
from phantasm.evidence import store as evidence
from phantasm.state import guard, store
from phantasm.state.anchored.reading import checkout_of
from phantasm.state.findings import duplicates, recording, staleness
from phantasm.state.findings.inputs import FindingFields
from phantasm.state.queue.views import ReviewView, members_of, show
from phantasm.state.queue.waiting import Page, Waiting, named, page, unrecorded
from phantasm.state.review.store import Filter
from phantasm.storage.work import Work
from phantasm.workspace.checkout import Checkout

KIND = Kind.READ
EXAMPLE: JsonObject = {"kinds": ["conflict", "suggestion"], "limit": 10}


class Params(FindingFields):
    """What to show; asking for stale or duplicate also looks for those that nobody has recorded yet."""

    kinds: Choices[
        Literal["suggestion", "conflict", "duplicate", "stale", "doubtful", "procedure", "question"]
    ] = Field(default_factory=list, description="Only these; every kind when left out")
    states: Choices[Literal["open", "deferred", "resolved"]] = Field(
        default=["open", "deferred"], min_length=1, description="Only these; what woke up counts as open"
    )
    record_id: Line | None = Field(default=None, description="Only what is about this record (id or handle)")
    look: bool = Field(
        default=True,
        description="Where stale or duplicate is asked for, look for what nobody has recorded yet: not quick",
    )
    ids: list[Line] = Field(
        default=[], max_length=200, description="Only these reviews, by id, whatever became of them"
    )
    limit: Annotated[int, Field(ge=1, le=200)] = Field(default=20, description="At most so many")
    cursor: Line | None = Field(default=None, description="`next_cursor` of the page before")


class Result(Model):
    """One page of what waits, and how much of each kind there is on all pages."""

    items: list[ReviewView]
    total: int
    counts: dict[str, int]
    next_cursor: str | None = None


def prepare(params: Params, environment: Environment) -> tuple[Checkout | None, int]:
    """Hand over the working tree that records are held against, and what was chosen about expiry."""
    chosen = environment.config.settings.anchors
    return checkout_of(environment) if chosen.check else None, chosen.expire_unverified_days


def handle(params: Params, work: Work, prepared: tuple[Checkout | None, int]) -> Result:
    """Return one page, or the reviews that are named."""
    waiting = _named(params, work) if params.ids else _page(params, work, prepared)
    rests_on = evidence.behind(work, members_of(waiting.shown))
    work.evidence_ids += sorted({name for names in rests_on.values() for name in names})
    return Result(
        items=show(work, waiting.shown, rests_on, prepared[0]),
        total=sum(waiting.counts.values()),
        counts=waiting.counts,
        next_cursor=waiting.next_cursor,
    )


def _named(params: Params, work: Work) -> Page:
    waiting = named(work, params.ids)
    known = {one.review.id for one in waiting.shown}
    for name in params.ids:
        if name not in known:
            raise guard.not_found(name, "params.ids")
    return waiting


def _page(params: Params, work: Work, prepared: tuple[Checkout | None, int]) -> Page:
    record_id = None
    if params.record_id is not None:
        record = store.find(work, [params.record_id]).get(params.record_id)
        if record is None:
            raise guard.not_found(params.record_id, "params.record_id")
        record_id = record.id
    found = [one for one in _found(params, work, prepared) if record_id in {None, *members_of([one])}]
    chosen = Filter(kinds=params.kinds, states=params.states, record_id=record_id)
    return page(work, chosen, found, cursor=params.cursor, limit=params.limit)


def _found(params: Params, work: Work, prepared: tuple[Checkout | None, int]) -> list[Waiting]:
    """Return what is stale or doubled and nobody was asked about."""
    if not params.look or "open" not in params.states:
        return []
    found = staleness.find(work, params.staleness(work.now, *prepared)) if "stale" in params.kinds else []
    if "duplicate" in params.kinds:

        def count_evidence(ids: Sequence[str]) -> Mapping[str, int]:
            return {name: len(behind) for name, behind in evidence.behind(work, ids).items()}

        found += duplicates.find(work, params.likeness(), count_evidence)
    return unrecorded(work, recording.news(work, found).fresh)
