"""What is asked for, and what answers? The shapes that the steps of a search hand on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from phantasm.retrieval.filters import Filter
from phantasm.retrieval.times.reading import NO_TIMES, Times
from phantasm.state.timeline import NOW, holds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phantasm.retrieval.gathering import Arms
    from phantasm.retrieval.lexical import Terms
    from phantasm.retrieval.model import Unit
    from phantasm.retrieval.rank import Match
    from phantasm.retrieval.revising.store import Noted
    from phantasm.state.model import Record
    from phantasm.state.timeline import Point

Grouping = Literal["none", "session", "subject"]
_NO_PARTS: Mapping[str, float] = {}


class Wanted(NamedTuple):
    """What is asked for."""

    question: str
    arms: Arms = "hybrid"
    chosen: Filter = Filter()
    states: Sequence[str] = ("live",)
    at: Point = NOW
    least_confidence: float = 0.0
    fuzzy: bool = False
    """Whether misspelt words are looked for, too."""
    most: int = 10
    """How many hits are wanted, the pages before included."""
    now: str | None = None
    """The moment from which ages are counted; that of the snapshot when left out."""

    @property
    def live_only(self) -> bool:
        """Whether only what is held now may answer."""
        return self.at.is_now and set(self.states) == {"live"}

    def counts(self, record: Record, marks: Sequence[str]) -> bool:
        """Tell whether a record, as it was known, may answer: held, and as reliable as is asked for."""
        held = record.state in self.states if self.at.is_now else holds(record, self.at)
        sure = record.quality.confidence >= self.least_confidence
        return held and record.content is not None and sure and self.chosen.relies_on(record, marks)


class Hit(NamedTuple):
    """One record or piece of evidence that answers."""

    unit: Unit
    """The part of it that answers best."""
    score: float
    parts: Mapping[str, float] = _NO_PARTS
    """What speaks for it."""
    added: Mapping[str, float] = _NO_PARTS
    """What each of these, and what else there is, adds to its score."""
    lexical: int | None = None
    """Its place among what the words brought."""
    dense: int | None = None
    """Its place among what the vectors brought."""
    record: Record | None = None
    marks: Sequence[str] = ()
    """in_conflict, doubtful or stale."""
    revised_by: Noted | None = None
    """The later turn that tells another value."""
    linked_from: str | None = None
    """The record whose link brought it."""
    marks_in_text: Sequence[tuple[int, int]] = ()
    """Where in its text the question was found, where it was looked for sign by sign."""


class Found(NamedTuple):
    """Everything that answers, best first."""

    hits: Sequence[Hit]
    terms: Terms
    match: Match
    sureness: float
    """How sure it is that the question is answered here at all, from 0 to 1."""
    withheld: int
    """Sensitive things that would have answered."""
    times: Times = NO_TIMES
    """What the question says about time, with the events that are known."""


def grouped(hits: Sequence[Hit], by: Grouping) -> list[Hit]:
    """Return only the best hit of each session or document, or of each subject."""
    if by == "none":
        return list(hits)
    best: dict[str, Hit] = {}
    for hit in hits:
        subject = hit.record.subject_key or hit.record.lineage if hit.record else hit.unit.item_id
        best.setdefault((hit.unit.grouping or hit.unit.item_id) if by == "session" else subject, hit)
    return list(best.values())


def newest_first(hits: Sequence[Hit]) -> list[Hit]:
    """Return hits in their order, but of several versions of one record the newest first."""
    versions: dict[str, list[Hit]] = {}
    for hit in hits:
        if hit.record:
            versions.setdefault(hit.record.lineage, []).append(hit)
    if all(len(listed) == 1 for listed in versions.values()):
        return list(hits)
    turns = {
        name: iter(sorted(listed, key=lambda hit: (-hit.unit.seq, -hit.unit.id)))
        for name, listed in versions.items()
    }
    placed = [next(turns[hit.record.lineage]) if hit.record else hit for hit in hits]
    return [hit._replace(score=place.score) for hit, place in zip(placed, hits, strict=True)]


def in_order(hits: Sequence[Hit]) -> list[Hit]:
    """Return hits best first; ties go by the order of writing."""
    return sorted(hits, key=lambda hit: (-hit.score, hit.unit.seq, hit.unit.id))
