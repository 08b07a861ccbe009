"""How is a review shown? With its records, what is different between them, and what can be done."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from pydantic import Field

from phantasm.contracts.envelope import NextStep
from phantasm.contracts.model import Model
from phantasm.state import store
from phantasm.state.anchored.views import FreshnessView, views_of
from phantasm.state.comparison import ComparisonView, compare
from phantasm.state.model import Record
from phantasm.state.queue.steps import ways_out
from phantasm.state.queue.waiting import Waiting
from phantasm.state.review.model import Review
from phantasm.state.review.store import overlays
from phantasm.state.views import ReasonView, RecordView, readable, reason_views, view
from phantasm.storage.work import Work
from phantasm.workspace.checkout import Checkout

# Of a group of many records, only the first few are compared in full: the rest can be looked at one by one.
_MOST_DIFFERENCES = 10


class MemberView(Model):
    """A record and its part in the review."""

    role: str = Field(description="proposed, held, subject, root (what changed) or path (between)")
    record: RecordView


class DifferenceView(ComparisonView):
    """Two records side by side."""

    old: str
    new: str


class ReviewView(Model):
    """Something that waits for a decision; without an id it was found just now and is not recorded."""

    id: str | None = None
    recorded: bool
    kind: str
    state: str
    priority: int
    reasons: list[ReasonView]
    opened_at: str | None = None
    wake: dict[str, str] | None = None
    awake: bool = Field(description="Whether it was deferred and its wake condition holds by now")
    closed_at: str | None = None
    resolution: str | None = None
    records: list[MemberView]
    differences: list[DifferenceView] = []
    similarity: int | None = None
    preferred: str | None = Field(default=None, description="Of duplicates: the record to keep")
    path: list[str] = Field(
        default=[], description="Of a doubt: from what changed, over what lies between, to what is doubtful"
    )
    actions: list[NextStep] = []


@dataclass(frozen=True, slots=True)
class _Shown:
    """What one page of reviews needs from the store."""

    work: Work
    records: Mapping[str, Record]
    live: Mapping[str, Record]
    holders: Sequence[Record]
    """Who holds a subject key that one of the records has."""
    marks: Mapping[str, list[str]]
    rests_on: Mapping[str, list[str]]
    fresh: Mapping[str, FreshnessView]
    """Of what may be stale: what became of what it cites, with what changed."""


def members_of(waiting: Sequence[Waiting]) -> list[str]:
    """Return the records that some reviews are about."""
    return list(dict.fromkeys(name for one in waiting for name, _ in one.review.records))


def show(
    work: Work,
    waiting: Sequence[Waiting],
    rests_on: Mapping[str, list[str]],
    checkout: Checkout | None,
) -> list[ReviewView]:
    """Return reviews as a caller may see them; what may be stale is held against the code."""
    records = store.find(work, members_of(waiting))
    lineages = list(dict.fromkeys(record.lineage for record in records.values()))
    live = store.live_versions(work, lineages)
    keys = [record.subject_key for record in records.values() if record.subject_key]
    holders = store.find(work, [holder.id for holder in store.live_about(work, keys).values()])
    doubted = [name for one in waiting if one.review.kind == "stale" for name, _ in one.review.records]
    shown = _Shown(
        work=work,
        records=records,
        live=live,
        holders=list(holders.values()),
        marks=overlays(work, list(records)),
        rests_on=rests_on,
        fresh=views_of(work, [records[name] for name in dict.fromkeys(doubted)], checkout, diffs=True),
    )
    return [_view(shown, one) for one in waiting]


def _view(shown: _Shown, one: Waiting) -> ReviewView:
    review, caller = one.review, shown.work.caller
    counting = [
        shown.records[name]
        for name in review.ids("proposed", "held", "subject")
        if shown.records[name].state in {"live", "suggested"}
    ]
    return ReviewView(
        id=review.id or None,
        recorded=bool(review.id),
        kind=review.kind,
        state=one.state,
        priority=review.priority,
        reasons=reason_views(review.reasons),
        opened_at=review.opened_at if review.id else None,
        wake=review.wake if review.state == "deferred" else None,
        awake=one.awake,
        closed_at=review.closed_at,
        resolution=review.resolution,
        records=[
            MemberView(
                role=role,
                record=view(
                    shown.records[name],
                    caller,
                    shown.rests_on.get(name),
                    shown.marks.get(name),
                    shown.fresh.get(name),
                ),
            )
            for name, role in review.records
        ],
        differences=list(islice(_differences(shown, review), _MOST_DIFFERENCES)),
        similarity=review.similarity,
        preferred=review.preferred,
        path=review.path,
        actions=ways_out(review, counting, shown.work.head.seq),
    )


def _differences(shown: _Shown, review: Review) -> Iterator[DifferenceView]:
    """Compare what a decision is about, as far as the caller may read it and it was not erased."""
    for old, new in _pairs(shown, review):
        visible = all(record.content and readable(record, shown.work.caller) for record in (old, new))
        if visible and old.id != new.id:
            yield _difference(old, new)


def _pairs(shown: _Shown, review: Review) -> Iterator[tuple[Record, Record]]:
    for name in review.ids("root"):  # what changed: before and now
        root = shown.records[name]
        yield root, shown.live.get(root.lineage, root)
    newer = review.ids("subject") if review.kind == "duplicate" else review.ids("proposed")
    for name in newer:
        new = shown.records[name]
        for held_name in review.ids("held"):
            held = shown.records[held_name]
            # What was revised in the meantime is what a decision would replace.
            yield held if held.state == "live" else shown.live.get(held.lineage, held), new
        known = {shown.records[held_name].lineage for held_name in review.ids("held")}
        for holder in shown.holders:  # another decision may have given the key to somebody else since
            if new.slot == holder.slot and holder.lineage not in known and holder.id != new.id:
                yield holder, new


def _difference(old: Record, new: Record) -> DifferenceView:
    found = compare(old, new)
    return DifferenceView(
        old=old.id, new=new.id, fields=found.fields, segments=found.segments, unified=found.unified
    )
