"""How is an explanation shown? The shapes of what the judge said, of reviews, links and versions."""

from pydantic import Field

from phantasm.contracts.model import Model
from phantasm.state.comparison import ComparisonView
from phantasm.state.explaining import Judged, Neighbour
from phantasm.state.model import Record
from phantasm.state.review.model import Review
from phantasm.state.views import ReasonView, reason_views, view
from phantasm.storage.work import Caller


class ComparedView(ComparisonView):
    """A record that the judge met, and how the one in question differs from it."""

    record_id: str
    state: str


class JudgedView(Model):
    """What the judge said when the record was written."""

    verdict: str
    reasons: list[ReasonView]
    met: list[str]
    compared: list[ComparedView]


class ReviewView(Model):
    """A review about the record that is not resolved."""

    id: str
    kind: str
    state: str
    reasons: list[ReasonView]
    opened_at: str
    records: list[str]
    path: list[str] = Field(default=[], description="From what changed to this record")


class NeighbourView(Model):
    """What one link leads to or comes from."""

    type: str
    record_id: str | None = None
    state: str | None = None
    statement: str | None = None
    reference: str | None = Field(default=None, description="What lies outside the store: file:…, person:…")


class VersionView(Model):
    """One version in the record's line."""

    id: str
    handle: str
    state: str
    valid_from: str
    valid_to: str | None = None
    recorded_at: str


def judged_view(judged: Judged) -> JudgedView:
    """Return what the judge said, as it is shown."""
    return JudgedView(
        verdict=judged.verdict,
        reasons=reason_views(judged.reasons),
        met=judged.met,
        compared=[
            ComparedView(
                record_id=one.record.id,
                state=one.record.state,
                fields=one.difference.fields,
                segments=one.difference.segments,
                unified=one.difference.unified,
            )
            for one in judged.compared
        ],
    )


def review_view(review: Review) -> ReviewView:
    """Return a review that waits, as it is shown."""
    return ReviewView(
        id=review.id,
        kind=review.kind,
        state=review.state,
        reasons=reason_views(review.reasons),
        opened_at=review.opened_at,
        records=list(dict.fromkeys(review.ids("proposed", "held", "subject", "root"))),
        path=review.path,
    )


def neighbour_view(one: Neighbour, caller: Caller, *, shows: bool) -> NeighbourView:
    """Return one end of a link; `shows` tells whether the caller may read the record in the middle."""
    seen = view(one.record, caller) if one.record else None
    return NeighbourView(
        type=one.link.type,
        record_id=seen.id if seen else None,
        state=seen.state if seen else None,
        statement=seen.statement if seen else None,
        reference=one.link.reference if shows else None,
    )


def resting_view(record: Record, caller: Caller) -> NeighbourView:
    """Return a record that rests on a piece of evidence."""
    seen = view(record, caller)
    return NeighbourView(type="evidence", record_id=seen.id, state=seen.state, statement=seen.statement)


def version_view(version: Record) -> VersionView:
    """Return one version of a line, without what it says."""
    return VersionView(
        id=version.id,
        handle=version.handle,
        state=version.state,
        valid_from=version.valid_from,
        valid_to=version.holds_until,
        recorded_at=version.recorded_at,
    )
