"""How is a hit shown? The shape that responses share."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from pydantic import Field

from phantasm.contracts.ids import evidence_handle, session_handle
from phantasm.contracts.model import Model
from phantasm.retrieval.hits import Hit
from phantasm.retrieval.reading import texts
from phantasm.state.anchored.views import FreshnessView
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work


class HitView(Model):
    """One record, episode or piece of evidence that answers."""

    type: Literal["record", "evidence", "episode"]
    id: str
    handle: str | None = Field(default=None, description="The short name by which it is cited")
    score: float = Field(description="How well it answers, from 0 to 1, next to the other hits")
    text: str = Field(
        description="The statement, what the session came to, or the part of the evidence that answers best"
    )
    start: int = Field(description="Where the text begins in the whole")
    stop: int
    kind: str
    subject_key: str | None = None
    state: str | None = None
    confidence: float | None = None
    origin: str
    at: str = Field(description="When it was seen, or since when it is true")
    session: str | None = Field(default=None, description="The session or document it is part of")
    parts: dict[str, float] | None = Field(default=None, description="What its score is made of")
    found_by: list[str] = Field(default=[], description="words, vectors, surroundings or a link")
    linked_from: str | None = Field(default=None, description="The record whose link brought it")
    revised_by: str | None = Field(default=None, description="What tells a later value than this")
    marks: list[str] = Field(default=[], description="in_conflict, doubtful or stale")
    freshness: FreshnessView | None = Field(
        default=None, description="Of a record: when it was last known to hold, and whether the code agrees"
    )
    spans: list[tuple[int, int]] = Field(
        default=[], description="Where in the text an exact text or a pattern was found"
    )
    rank: int = Field(description="Its place among all hits, from 1")


def views(
    work: Work,
    blobs: BlobStore,
    hits: Sequence[Hit],
    first: int,
    *,
    explain: bool,
    fresh: Mapping[str, FreshnessView] | None = None,
) -> list[HitView]:
    """Return hits as they are shown; `first` is how many came before, `fresh` what is known of records."""
    how = _How(work.head.salt, fresh or {}, explain)
    said = texts(work, blobs, [hit.unit for hit in hits if hit.record is None])
    for hit in hits:
        if hit.record and hit.record.content:
            said[hit.unit.id] = hit.record.content.statement[hit.unit.start : hit.unit.stop]
    return [
        _view(hit, said[hit.unit.id], first + place, how)
        for place, hit in enumerate(hits, 1)
        if hit.unit.id in said
    ]


class _How(NamedTuple):
    """How hits are shown."""

    salt: str
    fresh: Mapping[str, FreshnessView]
    explain: bool


def _handle(hit: Hit, salt: str) -> str:
    if hit.record:
        return hit.record.handle
    name = hit.unit.item_id
    return session_handle(name, salt) if hit.unit.tier == "episode" else evidence_handle(name)


def _view(hit: Hit, text: str, rank: int, how: _How) -> HitView:
    unit, record = hit.unit, hit.record
    brought = {"words": hit.lexical, "vectors": hit.dense, "link": hit.linked_from}
    return HitView(
        type=unit.tier,
        id=unit.item_id,
        handle=_handle(hit, how.salt),
        score=hit.score,
        text=text,
        start=unit.start,
        stop=unit.stop,
        kind=unit.kind,
        subject_key=record.subject_key if record else None,
        state=record.state if record else None,
        confidence=record.quality.confidence if record else None,
        origin=unit.origin,
        at=unit.at,
        session=unit.grouping,
        parts={name: round(added, 6) for name, added in hit.added.items() if added} if how.explain else None,
        found_by=[name for name, place in brought.items() if place]
        or ["text" if hit.marks_in_text else "surroundings"],
        linked_from=hit.linked_from,
        revised_by=hit.revised_by.later if hit.revised_by else None,
        marks=list(hit.marks),
        freshness=how.fresh.get(unit.item_id),
        spans=list(hit.marks_in_text),
        rank=rank,
    )


def because(hit: Hit, rank: int, among: int) -> list[str]:
    """Return why a hit is where it is, in sentences."""
    most = sorted(hit.added.items(), key=lambda part: -abs(part[1]))
    parts = [f"{name} {added:+.2f}" for name, added in most if abs(added) >= _TELLING]
    found = [f"It is number {rank} of {among}, with a score of {hit.score:.2f}: {', '.join(parts)}."]
    if hit.linked_from:
        found.append(f"A link of {hit.linked_from} brings it.")
    if hit.revised_by:
        found.append(f"{hit.revised_by.later} tells a later value than this, so it stands behind that.")
    return found


# Less changes no place.
_TELLING = 0.01
