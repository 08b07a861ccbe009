"""Show what waits for a decision, the most pressing first, side by side with what it is about."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.evidence import store as evidence
from phantasm.state import guard, store
from phantasm.state.anchored.reading import checkout_of
from phantasm.state.findings import duplicates, recording, staleness
from phantasm.state.findings.inputs import FindingFields
from phantasm.state.queue.views import ReviewView, members_of, show
from phantasm.state.queue.waiting import Waiting, page, recorded, unrecorded
from phantasm.state.review.store import Filter
from phantasm.storage.work import Work
from phantasm.workspace.checkout import Checkout

KIND = Kind.READ
EXAMPLE: JsonObject = {"kinds": ["conflict", "suggestion"], "limit": 10}


class Params(FindingFields):
    """What to show; asking for stale or duplicate also looks for those that nobody has recorded yet."""

    kinds: list[
        Literal["suggestion", "conflict", "duplicate", "stale", "doubtful", "procedure", "question"]
    ] = Field(default_factory=list, description="Only these; every kind when left out")
    states: list[Literal["open", "deferred", "resolved"]] = Field(
        default=["open", "deferred"], min_length=1, description="Only these; what woke up counts as open"
    )
    record_id: Line | None = Field(default=None, description="Only what is about this record (id or handle)")
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
    """Return one page."""
    record_id = None
    if params.record_id is not None:
        record = store.find(work, [params.record_id]).get(params.record_id)
        if record is None:
            raise guard.not_found(params.record_id, "params.record_id")
        record_id = record.id
    waiting = recorded(work, Filter(kinds=params.kinds, states=params.states, record_id=record_id))
    waiting += [one for one in _found(params, work, prepared) if record_id in {None, *members_of([one])}]
    shown, next_cursor = page(waiting, params.cursor, params.limit)
    rests_on = evidence.behind(work, members_of(shown))
    work.evidence_ids += sorted({name for names in rests_on.values() for name in names})
    return Result(
        items=show(work, shown, rests_on, prepared[0]),
        total=len(waiting),
        counts=dict(sorted(Counter(one.review.kind for one in waiting).items())),
        next_cursor=next_cursor,
    )


def _found(params: Params, work: Work, prepared: tuple[Checkout | None, int]) -> list[Waiting]:
    """Return what is stale or doubled and nobody was asked about."""
    if "open" not in params.states:
        return []
    found = staleness.find(work, params.staleness(work.now, *prepared)) if "stale" in params.kinds else []
    if "duplicate" in params.kinds:

        def count_evidence(ids: Sequence[str]) -> Mapping[str, int]:
            return {name: len(behind) for name, behind in evidence.behind(work, ids).items()}

        found += duplicates.find(work, params.likeness(), count_evidence)
    return unrecorded(work, recording.news(work, found).fresh)
