"""How does an export come into a store? Each line is merged with what is here; nothing is lost silently."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from phantasm.state import cascade, keeping, withdrawal
from phantasm.state.exchange.admission import Accept, Admission
from phantasm.state.exchange.desk import Desk, lay_out
from phantasm.state.exchange.leaving import seen_before
from phantasm.state.exchange.lines import Numbered, RecordLine
from phantasm.state.exchange.merge import (
    Diverged,
    ErasedHere,
    KeepOurs,
    New,
    TakeTheirs,
    Unchanged,
    Version,
    Waiting,
    WithdrawnHere,
    decide,
    in_order,
    said,
)
from phantasm.state.exchange.store import were_frozen
from phantasm.state.keeping import Place
from phantasm.state.meeting import newcomer
from phantasm.state.model import Draft, Record, draft_of
from phantasm.state.review import store as reviews
from phantasm.state.review.model import ReviewKind
from phantasm.state.rules import (
    Contradicts,
    Duplicate,
    NeedsReview,
    Policy,
    SubjectTaken,
    Supersedes,
    Verdict,
    judge,
)
from phantasm.state.standing import Standing
from phantasm.storage.work import Work

Outcome = Literal[
    "created",
    "updated",
    "amended",
    "suggested",
    "conflict",
    "unchanged",
    "kept_ours",
    "waiting",
    "duplicate",
    "withdrawn_here",
    "erased_here",
    "withheld",
    "refused",
    "postponed",
]
"""`amended`: only links, the frozen mark or a verification came along; `postponed`: the next call does it."""
CHANGES: frozenset[Outcome] = frozenset({"created", "updated", "amended", "suggested", "conflict"})


@dataclass(frozen=True, slots=True)
class Arrived:
    """What became of one line of the file."""

    number: int
    line: RecordLine
    outcome: Outcome
    record: Record | None = None
    """The record that now says it, or stands against it."""
    reasons: tuple[str, ...] = ()
    only_links: bool = False
    """Whether links are all that came along."""


def merge(work: Work, lines: Sequence[Numbered], accept: Accept, *, at_most: int) -> list[Arrived]:
    """Merge the lines of an export, changing at most so many records; the rest is postponed."""
    ordered = in_order(lines)
    desk = lay_out(work, ordered, Admission(work.caller, accept))
    arrived: list[Arrived] = []
    changes = 0
    for one in ordered:
        done = Arrived(one.number, one.line, "postponed") if changes >= at_most else _arrive(desk, one)
        changes += done.outcome in CHANGES
        arrived.append(done)
    linked = _finish(desk)
    # Whether a link leads anywhere is known only now: its target may have been a duplicate, or erased here.
    told = [
        replace(done, outcome="unchanged") if done.only_links and done.line.lineage not in linked else done
        for done in arrived
    ]
    return sorted(told, key=lambda done: done.number)


def _finish(desk: Desk) -> set[str]:
    """Write what waited until everything was there; returns which lineages got a link."""
    desk.flush()
    for new in desk.reviews:
        reviews.open_review(desk.work, new)
    linked = desk.make_links()
    cascade.doubt(desk.work, desk.closed, "rests_on_superseded")
    return linked


def _arrive(desk: Desk, one: Numbered) -> Arrived:
    line, number = one.line, one.number
    if any(desk.lineages.get(name, line.lineage) != line.lineage for name in (line.id, line.lineage)):
        return Arrived(number, line, "refused", reasons=("import_id_elsewhere",))
    ours = desk.versions[line.lineage]
    if desk.hides(ours):
        return Arrived(number, line, "withheld", reasons=("sensitive",))
    by_id = {record.id: record for record in ours}
    decision = decide(line, [version_of(record) for record in ours])
    match decision:
        case New():
            return _new(desk, one)
        case Unchanged(held):
            return _amend(desk, number, line, by_id[held])
        case TakeTheirs(held):
            return _take(desk, number, line, by_id[held])
        case Diverged(held):
            return _propose(desk, one, [by_id[held]], ("import_diverged",))
        case WithdrawnHere(held, changed_there=True):
            return _propose(desk, one, [by_id[held]], ("import_withdrawn",), kind="suggestion")
        case KeepOurs() | Waiting() | WithdrawnHere() | ErasedHere():
            return Arrived(number, line, _ONLY_TOLD[type(decision)], by_id[decision.id])


_ONLY_TOLD: dict[type, Outcome] = {
    KeepOurs: "kept_ours",
    Waiting: "waiting",
    WithdrawnHere: "withdrawn_here",
    ErasedHere: "erased_here",
}


def _new(desk: Desk, one: Numbered) -> Arrived:
    line = one.line
    draft = desk.admission.trusted(line.draft)
    wait = desk.admission.why_wait(draft)
    verdict, met = _judged(desk, one, draft, waits=wait is not None)
    if isinstance(verdict, Duplicate):
        return Arrived(one.number, line, "duplicate", met[0])
    if isinstance(verdict, Contradicts | Supersedes | NeedsReview | SubjectTaken):
        return _propose(desk, one, met, verdict.reasons)
    holder = desk.slots.get(draft.slot) if draft.slot else None
    if holder is not None:
        return _propose(desk, one, [holder], ("import_subject_held",))
    if wait is not None:
        return _propose(desk, one, [], (wait,), kind="suggestion")
    frozen = line.frozen and desk.admission.is_person
    record = desk.hold(line, draft, Place("live", frozen=frozen))
    desk.links += [(line.lineage, link) for link in desk.missing_links(line)]
    return Arrived(one.number, line, "created", record)


def _judged(desk: Desk, one: Numbered, draft: Draft, *, waits: bool) -> tuple[Verdict, list[Record]]:
    """Judge a new lineage against what is held here; what the file itself has is for the file to say."""
    met, place, caller = desk.met, desk.places[one.number], desk.work.caller
    policy = Policy(
        on_conflict="conflict",
        may_supersede=caller.may_supersede(draft.kind),
        is_person=desk.admission.is_person,
        suggest_only=waits,
    )
    claim = newcomer(draft, met.digests[place], met.readings[place], now=desk.work.now)
    others = [
        held
        for held in met.existing(place)
        if held.id is not None and met.records[held.id].lineage not in desk.named
    ]
    verdict = judge(claim, others, policy)
    match verdict:
        case Duplicate(one_id) | SubjectTaken(one_id):
            return verdict, [met.records[one_id]]
        case Contradicts(ids) | Supersedes(ids) | NeedsReview(ids):
            return verdict, [met.records[name] for name in ids]
        case _:
            return verdict, []


def _take(desk: Desk, number: int, line: RecordLine, held: Record) -> Arrived:
    """Let their version follow ours, or wait where only a person may decide that."""
    draft = desk.admission.trusted(line.draft)
    holder = desk.slots.get(draft.slot) if draft.slot else None
    if holder is not None and holder.lineage != held.lineage:
        return _propose(desk, Numbered(number, line), [held, holder], ("import_subject_held",))
    wait = desk.admission.why_wait(draft, held)
    if wait is not None:
        return _propose(desk, Numbered(number, line), [held], (wait,), kind="suggestion")
    if any(formed.record.id == held.id for formed in desk.pending):
        desk.flush()  # what is closed must be in the store
    withdrawal.supersede(desk.work, held, draft.valid_from or desk.work.now)
    desk.replaced(held)
    if held.content and held.content.statement != draft.content.statement:
        desk.closed.append(held)
    frozen = line.frozen and desk.admission.is_person
    record = desk.hold(line, draft, Place("live", held, frozen=frozen))
    desk.links += [(line.lineage, link) for link in desk.missing_links(line)]
    return Arrived(number, line, "updated", record)


def _propose(
    desk: Desk,
    one: Numbered,
    against: list[Record],
    reasons: tuple[str, ...],
    *,
    kind: ReviewKind = "conflict",
) -> Arrived:
    """Keep their version as a suggestion beside what is held, and ask for a decision."""
    line = one.line
    is_new = not desk.versions[line.lineage]
    predecessor = against[0] if against and against[0].lineage == line.lineage else None
    record = desk.hold(line, desk.admission.trusted(line.draft), Place("suggested", predecessor))
    desk.ask(kind, record, against, reasons)
    if is_new:
        desk.links += [(line.lineage, link) for link in desk.missing_links(line)]
    return Arrived(one.number, line, "conflict" if kind == "conflict" else "suggested", record, reasons)


def _amend(desk: Desk, number: int, line: RecordLine, held: Record) -> Arrived:
    """Take over what may change without a new version: links, the frozen mark, a later verification."""
    if desk.work.caller.suggest_only:
        return Arrived(number, line, "unchanged", held)
    missing = desk.missing_links(line)
    desk.links += [(line.lineage, link) for link in missing]
    amended = False
    if desk.admission.is_person and held.id == line.id:
        if line.frozen and not held.frozen and not were_frozen(desk.work, [held.id]):
            keeping.move(desk.work, held, Standing("live", frozen=True), change="freeze")
            amended = True
        theirs, ours = line.draft.quality, held.quality
        if (theirs.verified_at or "") > (ours.verified_at or ""):
            checked, due = theirs.verified_at, theirs.revalidate_at
            keeping.set_verified(desk.work, held, verified_at=checked, revalidate_at=due)
            amended = True
    outcome: Outcome = "amended" if amended or missing else "unchanged"
    return Arrived(number, line, outcome, held, only_links=bool(missing) and not amended)


def version_of(record: Record) -> Version:
    """Return a record as the merge sees it."""
    words = said(draft_of(record)) if record.content is not None else None
    return Version(record.id, record.state, words, seen_before(record))
