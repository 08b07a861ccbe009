"""How does what the store holds become a candidate? Records and hits, with whose word they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.context.model import Candidate, Standing
from phantasm.context.reading.replaying import EPISODE
from phantasm.contracts.ids import evidence_handle, session_handle
from phantasm.evidence.model import TRUSTED_ORIGINS
from phantasm.retrieval.reading import texts
from phantasm.state.review import store as reviews

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.retrieval.hits import Hit
    from phantasm.state.model import Record
    from phantasm.storage.blobs import BlobStore
    from phantasm.storage.work import Work


def of_record(record: Record, reason: str, rank: int, marks: Sequence[str] = ()) -> Candidate:
    """Return a record as a candidate."""
    quality = record.quality
    return Candidate(
        id=record.id,
        handle=record.handle,
        tier="record",
        kind=record.kind,
        text=record.content.statement if record.content else "",
        at=record.valid_from,
        origin=record.origin,
        rank=rank,
        reason=reason,
        lineage=record.lineage,
        standing=Standing(
            state=record.state,
            confidence=quality.confidence,
            valid_from=record.valid_from,
            valid_to=record.holds_until,
            recorded_at=record.recorded_at,
            verified_at=quality.verified_at,
            expires_at=quality.expires_at,
            revalidate_at=quality.revalidate_at,
            marks=tuple(marks),
        ),
    )


def _versions(work: Work, episodes: Sequence[str]) -> dict[str, int]:
    if not episodes:
        return {}
    from phantasm.session import chronicle  # noqa: PLC0415  only where sessions came to something

    return chronicle.versions(work, episodes)


def of_hits(work: Work, blobs: BlobStore, hits: Sequence[Hit]) -> list[Candidate]:
    """Return hits as candidates, best first; what was erased meanwhile is left out."""
    said = texts(work, blobs, [hit.unit for hit in hits if hit.record is None])
    told = _versions(work, [hit.unit.item_id for hit in hits if hit.unit.tier == "episode"])
    found = []
    for place, hit in enumerate(hits):
        reason = f"answers the task, number {place + 1} of {len(hits)}, found by {_found_by(hit)}"
        if hit.record is not None:
            record = of_record(hit.record, reason, place, hit.marks)
            text = record.text[hit.unit.start : hit.unit.stop]
            found.append(
                record._replace(text=text, offset=hit.unit.start, score=hit.score, parts=_parts(hit))
            )
        elif hit.unit.item_id in told and hit.unit.id in said:
            version = f"{EPISODE}{told[hit.unit.item_id]}:{hit.unit.item_id}"
            found.append(_of_episode(work, hit, version, _of_unit(hit, reason, place, said[hit.unit.id])))
        elif hit.unit.id in said:
            found.append(_of_unit(hit, reason, place, said[hit.unit.id]))
    return found


def _of_episode(work: Work, hit: Hit, version: str, told: Candidate) -> Candidate:
    """Return an episode as a candidate: words of all who spoke, tools included; quoted, never obeyed."""
    name = hit.unit.item_id
    handle = session_handle(name, work.head.salt)
    return told._replace(
        id=version, handle=handle, tier="episode", origin="session", group=name, trusted=False
    )


def _of_unit(hit: Hit, reason: str, place: int, text: str) -> Candidate:
    unit = hit.unit
    return Candidate(
        id=unit.item_id,
        handle=evidence_handle(unit.item_id) if unit.tier == "evidence" else "",
        tier="evidence",
        kind=unit.kind,
        text=text,
        at=unit.at,
        origin=unit.origin,
        offset=unit.start,
        rank=place,
        score=hit.score,
        parts=_parts(hit),
        reason=reason,
        group=unit.grouping or "",
        position=unit.position,
        trusted=unit.origin in TRUSTED_ORIGINS,
    )


def _parts(hit: Hit) -> dict[str, float]:
    return {name: round(added, 6) for name, added in hit.added.items() if added}


def _found_by(hit: Hit) -> str:
    if hit.linked_from:
        return f"a link of {hit.linked_from}"
    brought = [name for name, place in (("words", hit.lexical), ("meaning", hit.dense)) if place]
    return " and ".join(brought) or "what stands around it"


def opposed(work: Work, record_ids: Sequence[str]) -> dict[str, list[str]]:
    """Return the other sides of the open conflicts that some records are part of."""
    found: dict[str, list[str]] = {}
    for review in reviews.waiting_about(work, record_ids, ("proposed", "held")):
        if review.kind == "conflict":
            sides = list(dict.fromkeys(review.ids("proposed", "held")))
            for side in sides:
                others = found.setdefault(side, [])
                others += [other for other in sides if other != side and other not in others]
    return found
