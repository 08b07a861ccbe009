"""How is an explanation shown? The shapes of what the judge said, of reviews, links and versions."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from phantasm.contracts.model import Model
from phantasm.state.differences import Words
from phantasm.state.explaining import Judged, Neighbour
from phantasm.state.model import Record
from phantasm.state.reasons import meaning
from phantasm.state.review.model import Review
from phantasm.state.views import view
from phantasm.storage.work import Caller


class WordsView(Model):
    """A run of words of the statement."""

    change: Literal["same", "removed", "added"]
    text: str


class ReasonView(Model):
    """Why, as a stable code and as a sentence."""

    code: str
    meaning: str


class ComparedView(Model):
    """A record that the judge met, and how its statement became the one in question."""

    record_id: str
    state: str
    words: list[WordsView] = []


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


def words_view(runs: Sequence[Words]) -> list[WordsView]:
    """Return how one statement becomes another, as it is shown."""
    return [WordsView(change=run.change, text=run.text) for run in runs]


def judged_view(judged: Judged) -> JudgedView:
    """Return what the judge said, as it is shown."""
    return JudgedView(
        verdict=judged.verdict,
        reasons=_reasons(judged.reasons),
        met=judged.met,
        compared=[
            ComparedView(record_id=one.record.id, state=one.record.state, words=words_view(one.words))
            for one in judged.compared
        ],
    )


def review_view(review: Review) -> ReviewView:
    """Return a review that waits, as it is shown."""
    way = [*review.ids("root"), *review.ids("path"), *review.ids("subject")]
    return ReviewView(
        id=review.id,
        kind=review.kind,
        state=review.state,
        reasons=_reasons(review.reasons),
        opened_at=review.opened_at,
        records=list(dict.fromkeys(review.ids("proposed", "held", "subject", "root"))),
        path=way if review.kind == "doubtful" else [],
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


def version_view(version: Record) -> VersionView:
    """Return one version of a line, without what it says."""
    return VersionView(
        id=version.id,
        handle=version.handle,
        state=version.state,
        valid_from=version.valid_from,
        valid_to=min((end for end in (version.valid_to, version.ended_at) if end), default=None),
        recorded_at=version.recorded_at,
    )


def _reasons(codes: Sequence[str]) -> list[ReasonView]:
    return [ReasonView(code=code, meaning=meaning(code)) for code in codes]
