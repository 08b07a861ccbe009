"""How do drafts become records? Load what they may meet, judge each, apply the verdicts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from phantasm.contracts.kinds import Right
from phantasm.state import cascade, keeping, links, store, withdrawal
from phantasm.state.keeping import Derived, Formed, Place
from phantasm.state.kinds import CATALOGUE
from phantasm.state.meeting import Met, gather, newcomer
from phantasm.state.model import Draft, Record
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview, ReviewKind
from phantasm.state.rules import (
    Contradicts,
    Duplicate,
    NeedsReview,
    New,
    OnConflict,
    Policy,
    Refines,
    SubjectTaken,
    Supersedes,
    Verdict,
    judge,
    needs_person,
)
from phantasm.state.verdicts import ids_of
from phantasm.storage.work import Work

_ALIVE = Place("live")
"""Where a record begins that nothing stands against."""

Outcome = Literal["created", "superseded", "refined", "conflict", "duplicate", "suggested", "refused"]
"""`superseded`: it was created and took another record's place; `conflict`: both are kept and marked."""


@dataclass(frozen=True, slots=True)
class Held:
    """What became of one draft."""

    outcome: Outcome
    record: Record
    """The record that holds the claim now; for a refusal, the one that stands against it."""
    met: tuple[str, ...] = ()
    """The records that the verdict is about."""
    reasons: tuple[str, ...] = ()
    """Codes of why the judge said so."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the writer wants its drafts to be held."""

    on_conflict: OnConflict = "refuse"
    review: bool = False


def hold(work: Work, drafts: Sequence[Draft], manner: Manner) -> list[Held]:
    """Hold drafts in order, each judged as if the ones before it were held already."""
    keeping.ensure_keys(work)
    bench = _Bench(work, gather(work, drafts), iter(store.fresh_handles(work, len(drafts))))
    held = [_hold(bench, draft, place, manner) for place, draft in enumerate(drafts)]
    bench.flush()
    for new in bench.reviews:
        reviews.open_review(work, new)
    cascade.doubt(work, bench.closed, "rests_on_superseded")
    return held


@dataclass(slots=True)
class _Bench:
    """One request's drafts on their way: new records are inserted together, as late as possible."""

    work: Work
    met: Met
    handles: Iterator[str]
    pending: list[Formed] = field(default_factory=list)
    reviews: list[NewReview] = field(default_factory=list)
    closed: list[Record] = field(default_factory=list)

    def flush(self) -> None:
        """Insert what waits: what is closed or reviewed next must be in the store."""
        keeping.insert(self.work, self.pending)
        self.pending.clear()


def _hold(bench: _Bench, draft: Draft, place: int, manner: Manner) -> Held:
    why_wait = _why_wait(bench.work, draft, manner)
    met = bench.met
    existing = met.existing(place)
    if not existing and why_wait is None:  # most of a bulk: there is nothing to judge
        return Held("created", _form(bench, draft, _ALIVE, place))
    policy = Policy(
        on_conflict=manner.on_conflict,
        may_supersede=bench.work.caller.may_supersede(draft.kind),
        is_person=bench.work.caller.may(Right.REVIEW),
        suggest_only=why_wait is not None,
    )
    claim = newcomer(draft, met.digests[place], met.readings[place], now=bench.work.now)
    verdict = judge(claim, existing, policy)
    reasons = verdict.reasons
    of = ids_of(verdict)
    match verdict:
        case Duplicate(same):
            return Held("duplicate", met.records[same], of, reasons)
        case SubjectTaken(taken) if why_wait is None:
            return Held("refused", met.records[taken], of, reasons)
        case NeedsReview((first, *_)) if why_wait is None and _is_frozen_slot(met.records[first], draft):
            return Held("refused", met.records[first], of, reasons)
        case Supersedes() if why_wait is None:
            record = _replace(
                bench, _judged(draft, verdict, reasons), [met.records[name] for name in of], place
            )
            return Held("superseded", record, of, reasons)
        case _:
            return _add(bench, _judged(draft, verdict, reasons), verdict, place, why_wait)


def _add(bench: _Bench, draft: Draft, verdict: Verdict, place: int, why_wait: str | None) -> Held:
    """Add a record beside what is held: live, in conflict, or waiting for a decision."""
    of, reasons = ids_of(verdict), verdict.reasons
    against = [bench.met.records[name] for name in of]
    is_conflict = isinstance(verdict, Contradicts)
    # At most one live record holds a key: of two that contradict each other under it, the newer one waits.
    taken = is_conflict and any(record.slot == draft.slot for record in against if draft.slot)
    waits = why_wait is not None or taken or isinstance(verdict, NeedsReview)
    predecessor = against[0] if isinstance(verdict, Supersedes | SubjectTaken) else None
    record = _form(bench, draft, Place("suggested" if waits else "live", predecessor), place)
    if isinstance(verdict, Refines) and not waits:
        links.add(bench.work, "relates_to", record.lineage, against[0].lineage)
        return Held("refined", record, of, reasons)
    if not waits and not is_conflict:
        return Held("created", record)
    kind: ReviewKind = "conflict" if is_conflict else "suggestion"
    said = () if isinstance(verdict, New) else reasons
    codes = (*((why_wait,) if why_wait else ()), *said)
    bench.reviews.append(_review(kind, record, against, codes))
    return Held("conflict" if is_conflict and why_wait is None else "suggested", record, of, codes)


def _replace(bench: _Bench, draft: Draft, replaced: list[Record], place: int) -> Record:
    """Close what is superseded and put the newcomer into the line of the first of them."""
    work, first = bench.work, replaced[0]
    # The slot must be free before the successor takes it, and what is replaced may still be pending.
    if any(formed.record.id in {record.id for record in replaced} for formed in bench.pending):
        bench.flush()
    for record in replaced:
        withdrawal.supersede(work, record, draft.valid_from or work.now)
        bench.met.drop(record.id)
    if draft.subject_key is None and draft.kind == first.kind:
        draft = draft._replace(subject_key=first.subject_key)
    successor = _form(bench, draft, Place("live", first), place)
    for record in replaced[1:]:
        links.add(work, "supersedes", successor.lineage, record.lineage)
    bench.closed += replaced
    return successor


def _form(bench: _Bench, draft: Draft, where: Place, place: int) -> Record:
    work, met, reading = bench.work, bench.met, bench.met.readings[place]
    # A successor may have taken over its predecessor's key since the digest was worked out.
    inherits = where.predecessor is not None
    digest = keeping.content_digest(work, draft) if inherits else met.digests[place]
    derived = Derived(digest, keeping.keys_of(work, reading, met.salted))
    formed = keeping.form(work, draft, where, handle=next(bench.handles), derived=derived)
    bench.pending.append(formed)
    bench.met.add(formed.record, reading)
    return formed.record


def _why_wait(work: Work, draft: Draft, manner: Manner) -> str | None:
    """Say why a draft can only be suggested, if so."""
    if work.caller.suggest_only:
        return "suggested"
    if needs_person(draft.kind, draft.origin) and not work.caller.may(Right.REVIEW):
        return "untrusted_instruction"
    return "review_requested" if manner.review else None


def _judged(draft: Draft, verdict: Verdict, reasons: tuple[str, ...]) -> Draft:
    if isinstance(verdict, New):
        return draft
    judged: dict[str, object] = {
        "verdict": type(verdict).__name__.lower(),
        "of": list(ids_of(verdict)),
        "reasons": list(reasons),
    }
    return draft._replace(content=draft.content._replace(judged=judged))


def _review(kind: ReviewKind, record: Record, against: list[Record], codes: tuple[str, ...]) -> NewReview:
    about = (
        record.id if kind == "suggestion" else ":".join(sorted([record.id, *(held.id for held in against)]))
    )
    return NewReview(
        kind=kind,
        about=about,
        records=((record.id, "proposed"), *((held.id, "held") for held in against)),
        reasons=codes,
        weighty=CATALOGUE[record.kind].instructs or any(held.frozen for held in against),
    )


def _is_frozen_slot(record: Record, draft: Draft) -> bool:
    """Tell whether a writer who named a key named one that only a person may change."""
    return record.frozen and draft.slot is not None and record.slot == draft.slot
