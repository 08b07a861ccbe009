"""What becomes of a record that is to hold in a wider scope? A successor there, in the same line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from phantasm.contracts.kinds import Right
from phantasm.contracts.model import JsonObject
from phantasm.state import cascade, keeping, links, meeting, withdrawal
from phantasm.state.keeping import Place
from phantasm.state.kinds import CATALOGUE
from phantasm.state.model import Draft, Record, Scope, draft_of
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview, Review, ReviewKind
from phantasm.state.rules import (
    Contradicts,
    Duplicate,
    NeedsReview,
    OnConflict,
    Policy,
    SubjectTaken,
    Supersedes,
    Verdict,
    judge,
    needs_person,
)
from phantasm.state.verdicts import ids_of
from phantasm.storage.work import Work

# How far a scope reaches; a promotion never makes it smaller.
WIDTH: dict[Scope, int] = {"session": 0, "worktree": 1, "branch": 1, "project": 2}


@dataclass(frozen=True, slots=True)
class Promoted:
    """What came of it; for a refusal, `record` is the one that stands in the way."""

    outcome: Literal["promoted", "merged", "duplicate", "suggested", "refused"]
    record: Record
    replaced: tuple[Record, ...] = ()
    reasons: tuple[str, ...] = ()


def successor(record: Record, place: tuple[Scope, str], provenance: JsonObject | None, *, now: str) -> Draft:
    """Return what a record would be in another scope: the same, true there from now on."""
    again = draft_of(record)
    since = max(record.valid_from, now)
    if record.valid_to is not None and record.valid_to <= since:
        since = record.valid_from
    said = again.content._replace(provenance=provenance or again.content.provenance)
    return again._replace(content=said, scope=place[0], scope_ref=place[1], valid_from=since)


def promote(work: Work, record: Record, draft: Draft, on_conflict: OnConflict) -> Promoted:
    """Judge a draft against what its new scope holds, and apply the verdict."""
    keeping.ensure_keys(work)
    met = meeting.gather(work, [draft])
    claim = meeting.newcomer(draft, met.digests[0], met.readings[0], now=work.now)
    others = [other for other in met.existing(0) if other.id != record.id]
    why_wait = _why_wait(work, draft)
    policy = Policy(
        on_conflict=on_conflict,
        may_supersede=work.caller.may_supersede(draft.kind),
        is_person=work.caller.may(Right.REVIEW),
        suggest_only=why_wait is not None,
    )
    verdict = judge(claim, others, policy)
    codes = verdict.reasons
    against = [met.records[name] for name in ids_of(verdict)]
    match verdict:
        case Duplicate() if against[0].state == "live" and why_wait is None:
            return _merge(work, record, against[0])
        case Duplicate() if why_wait is not None:  # it is said or proposed there already
            return Promoted("duplicate", against[0], reasons=codes)
        case SubjectTaken() if why_wait is None:
            return Promoted("refused", against[0], reasons=codes)
        case SubjectTaken() | Contradicts() | NeedsReview():
            return _suggest(work, record, draft, _Doubt(verdict, against, (*_given(why_wait), *codes)))
        case _ if why_wait is not None:
            return _suggest(work, record, draft, _Doubt(verdict, against, (why_wait, *codes)))
        case Supersedes():
            return _succeed(work, record, draft, against)
        case _:
            return _succeed(work, record, draft, [])


@dataclass(frozen=True, slots=True)
class _Doubt:
    verdict: Verdict
    against: Sequence[Record]
    codes: tuple[str, ...]


def _succeed(work: Work, record: Record, draft: Draft, replaced: Sequence[Record]) -> Promoted:
    carried = _open_about(work, record)
    for held in replaced:
        withdrawal.supersede(work, held, draft.valid_from or work.now)
    # Nothing that was said has changed: what rests on the record goes on resting on its line.
    withdrawal.supersede(work, record, draft.valid_from or work.now)
    promoted = keeping.append(work, draft, Place("live", record, frozen=record.frozen))
    for held in replaced:
        links.add(work, "supersedes", promoted.lineage, held.lineage)
    cascade.doubt(work, replaced, "rests_on_superseded")
    _carry_over(work, carried, record, promoted)
    return Promoted("promoted", promoted, tuple(replaced))


def _merge(work: Work, record: Record, twin: Record) -> Promoted:
    """Let what already holds there stand for the record; what relates to the record relates to it."""
    carried = _open_about(work, record)
    withdrawal.supersede(work, record, work.now)
    for link in links.incoming(work, [record.lineage]):
        if link.closed_at is None and link.source != twin.lineage:
            links.close(work, link)
            links.add(work, link.type, link.source, twin.lineage)
    for link in links.outgoing(work, [record.lineage]):
        if link.closed_at is None and link.reference is not None:
            links.add_reference(work, twin.lineage, link.reference, link.seen)
    links.add(work, "supersedes", twin.lineage, record.lineage)
    _carry_over(work, [review for review in carried if review.kind == "conflict"], record, twin)
    return Promoted("merged", twin)


def _suggest(work: Work, record: Record, draft: Draft, doubt: _Doubt) -> Promoted:
    proposed = keeping.append(work, draft, Place("suggested", record))
    is_conflict = isinstance(doubt.verdict, Contradicts)
    kind: ReviewKind = "conflict" if is_conflict else "suggestion"
    names = sorted([proposed.id, *(held.id for held in doubt.against)])
    review = NewReview(
        kind=kind,
        about=":".join(names) if is_conflict else proposed.id,
        records=(
            (proposed.id, "proposed"),
            *((held.id, "held") for held in ([] if is_conflict else [record])),
            *((held.id, "held") for held in doubt.against),
        ),
        reasons=tuple(dict.fromkeys(("promoted", *doubt.codes))),
        weighty=record.frozen or CATALOGUE[record.kind].instructs,
    )
    reviews.open_review(work, review)
    return Promoted("suggested", proposed, reasons=review.reasons)


def _why_wait(work: Work, draft: Draft) -> str | None:
    if work.caller.suggest_only:
        return "suggested"
    if needs_person(draft.kind, draft.origin) and not work.caller.may(Right.REVIEW):
        return "untrusted_instruction"
    return None if work.caller.may_supersede(draft.kind) else "person_only"


def _open_about(work: Work, record: Record) -> list[Review]:
    """Return the doubts and conflicts about a record: they are about what it says, wherever it holds."""
    waiting = reviews.waiting_about(work, [record.id], ("subject", "proposed", "held"))
    return [review for review in waiting if review.kind in {"doubtful", "stale", "conflict"}]


def _carry_over(work: Work, carried: Sequence[Review], old: Record, new: Record) -> None:
    for review in carried:
        members = tuple((new.id if name == old.id else name, role) for name, role in review.records)
        about = review.about
        if review.kind == "conflict":
            about = ":".join(sorted({name for name, _ in members}))
        reviews.open_review(
            work,
            NewReview(
                kind=review.kind,
                about=about,
                records=members,
                reasons=review.reasons,
                similarity=review.similarity,
                weighty=new.frozen or CATALOGUE[new.kind].instructs,
            ),
        )


def _given(code: str | None) -> tuple[str, ...]:
    return (code,) if code else ()
