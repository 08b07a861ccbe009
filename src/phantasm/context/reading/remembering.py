"""Which records and evidence answer, are asked for by their sort, or are linked to the focus?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from phantasm.context.asking import kinds_asked, slot_of, slots_asked
from phantasm.context.framing.recalling import Found, Relation
from phantasm.context.reading.approving import followed
from phantasm.contracts.ids import evidence_handle
from phantasm.evidence import store as evidence
from phantasm.evidence.model import TRUSTED_ORIGINS
from phantasm.retrieval import look
from phantasm.retrieval.filters import Filter
from phantasm.retrieval.hits import Wanted
from phantasm.retrieval.views import views
from phantasm.state import listing
from phantasm.state.filters import Filter as RecordFilter
from phantasm.state.review.store import overlays

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.context.reading.occasion import Occasion
    from phantasm.context.reading.working import Workload
    from phantasm.evidence.model import Evidence
    from phantasm.retrieval.hits import Found as Answered
    from phantasm.retrieval.hits import Hit
    from phantasm.retrieval.look import Sight
    from phantasm.state.model import Record
    from phantasm.storage.work import Work

# Hits per recalled item that are looked at: scope and sort may lift one from so far down.
_DEPTH = 3
# Half of the question's words and as like it as an answer is: where a score is a half (retrieval.rank).
RELEVANT = 0.5
# What is recalled of a long statement: as much as a part of evidence has.
_CHARACTERS = 1_000


def answers_to(
    work: Work, question: str, sight: Sight | None, occasion: Occasion
) -> tuple[Answered, Sight | None]:
    """Search for what answers a question, from where the caller stands."""
    return look.find(work, wanted(question, occasion, ()), sight)


def recalled(work: Work, hits: Sequence[Hit], occasion: Occasion) -> list[Found]:
    """Return hits as what may be recalled."""
    shown = views(work, occasion.blobs, hits, 0, explain=True)
    records = {hit.record.id: hit.record for hit in hits if hit.record}
    trusted = followed(work, list(records.values()), occasion.people)
    behind = evidence.behind(work, list(records), occasion.last_seq)
    later = [view.id for view in shown if view.type == "evidence" and view.start]
    wholes = evidence.find(work, occasion.blobs, later)
    found = []
    for view in shown:
        record, whole = records.get(view.id), wholes.get(view.id)
        text = view.text[:_CHARACTERS]
        found.append(
            Found(
                type=view.type,
                id=view.id,
                handle=view.handle or "",
                kind=view.kind,
                text=text,
                at=view.at,
                origin=view.origin,
                trusted=view.id in trusted
                if record
                else view.type == "evidence" and view.origin in TRUSTED_ORIGINS,
                start=view.start,
                stop=view.start + len(text),
                lineage=record.lineage if record else None,
                score=round(view.score, 3),
                parts=view.parts or {},
                session=view.session if not record else None,
                slot=None if record else slot_of((whole.text or "") if whole else view.text),
                marks=view.marks,
                evidence_ids=behind.get(view.id, ()),
                revised_by=view.revised_by,
                linked_from=view.linked_from,
            )
        )
    return found


def targeted(work: Work, question: str, evidence_ids: Sequence[str], occasion: Occasion) -> list[Found]:
    """Return what a question asks for by its slot, of some evidence, and by its kind, the newest records."""
    slots = slots_asked(question)
    seen = evidence.find(work, occasion.blobs, evidence_ids).values()
    labelled = [
        one
        for one in seen
        if one.text and slot_of(one.text) in slots and (occasion.sensitive or one.sensitivity != "sensitive")
    ]
    records: list[Record] = []
    for kind in kinds_asked(question):
        chosen = RecordFilter(states=("live",), kind=kind, seen_from=occasion.seen_from)
        page = listing.page(work, chosen, occasion.at, occasion.limit)
        records += [record for record in page.records if is_readable(record, occasion)]
    trusted = followed(work, records, occasion.people)
    found = [replace(_of_record(record, trusted=record.id in trusted), targeted=True) for record in records]
    return found + [_of_evidence(one) for one in labelled]


def _of_evidence(one: Evidence) -> Found:
    text = (one.text or "")[:_CHARACTERS]
    return Found(
        type="evidence",
        id=one.id,
        handle=evidence_handle(one.id),
        kind=one.media_type,
        text=text,
        at=one.observed_at,
        origin=one.origin,
        trusted=one.trusted,
        stop=len(text),
        session=one.session_id,
        slot=slot_of(text),
        targeted=True,
    )


def _of_record(record: Record, *, trusted: bool) -> Found:
    return Found(
        type="record",
        id=record.id,
        handle=record.handle,
        kind=record.kind,
        text=statement(record),
        at=record.valid_from,
        origin=record.origin,
        trusted=trusted,
        stop=len(statement(record)),
        lineage=record.lineage,
    )


def linked(work: Work, found: Workload, line: str, occasion: Occasion) -> list[Found]:
    """Return what is linked to a line of work, as far as it can be read."""
    named = found.records
    near: dict[str, Relation] = {}
    for link in found.links:
        if link.source == line:
            near.setdefault(link.target, Relation(link.type, "out"))
        elif link.target == line:
            near.setdefault(link.source, Relation(link.type, "in"))
    records = {name: named[name] for name in near if name in named and is_readable(named[name], occasion)}
    trusted = followed(work, list(records.values()), occasion.people)
    marks = overlays(work, [record.id for record in records.values()], occasion.last_seq)
    behind = evidence.behind(work, [record.id for record in records.values()], occasion.last_seq)
    return [
        replace(
            _of_record(record, trusted=record.id in trusted),
            marks=marks.get(record.id, ()),
            evidence_ids=behind.get(record.id, ()),
            relation=near[name],
        )
        for name, record in sorted(records.items())
    ]


def wanted(question: str, occasion: Occasion, kinds: Sequence[str]) -> Wanted:
    """Return what is looked for: a question, from where the caller stands, on its day."""
    return Wanted(
        question=question,
        chosen=Filter(
            tiers=["record"] if kinds else [],
            kinds=kinds,
            seen_from=occasion.seen_from,
            sensitive=occasion.sensitive,
        ),
        at=occasion.at,
        most=_DEPTH * max(occasion.limit, occasion.rules),
        now=occasion.now,
    )


def is_readable(record: Record, occasion: Occasion) -> bool:
    """Tell whether the caller may read what a record says."""
    return record.content is not None and (occasion.sensitive or record.sensitivity != "sensitive")


def statement(record: Record) -> str:
    """Return what a record says, as far as it is recalled."""
    return record.content.statement[:_CHARACTERS] if record.content else ""
