"""How is something taken back? By appending the inverse of what was done; history keeps both."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import Right
from phantasm.state import cascade, guard, keeping, links, store, verified, withdrawal
from phantasm.state.kinds import CATALOGUE
from phantasm.state.links import Link
from phantasm.state.model import Record
from phantasm.state.reversal import Plan, Step, plan
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview, Review, ReviewState
from phantasm.state.standing import Standing, parse, retracted, standing_of
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

# Marks that a version passes on to the one that takes its place again.
_INHERITED = frozenset({"doubtful", "stale"})


@dataclass(frozen=True, slots=True)
class WentBack:
    """One object and where it went."""

    object_id: str
    before: str
    after: str


@dataclass(slots=True)
class Undone:
    """What went back, by id; what anything says is not in here."""

    records: list[WentBack] = field(default_factory=list)
    links: list[WentBack] = field(default_factory=list)
    reviews: list[WentBack] = field(default_factory=list)
    verifications: list[str] = field(default_factory=list)
    evidence_ids: list[str] = field(default_factory=list)


def undo(work: Work, operations: Sequence[Row]) -> Undone:
    """Put everything that some operations changed back to where it stood before them."""
    made = plan(work, operations)
    undone = Undone(evidence_ids=made.evidence_ids)
    targets = _targets(work, made)
    held = {record.lineage: record for record in made.records.values() if record.state == "live"}
    # What ends goes first: a key, a link or a question can be held by one at a time.
    _end_reviews(work, made, undone)
    _end_links(work, made, undone)
    for opens in (False, True):
        for record, target in targets:
            if target.is_open is opens:
                _move_record(work, record, target, undone)
    _verify_back(work, made, undone)
    _reopen_links(work, made, undone)
    _reopen_reviews(work, made, undone)
    closed = [record for record, target in targets if standing_of(record).is_open and not target.is_open]
    _settle(work, closed)
    _doubt_what_came_since(work, held, made)
    return undone


def _targets(work: Work, made: Plan) -> list[tuple[Record, Standing]]:
    """Return where each record has to go, newest first; what is there already is left out."""
    found = []
    for step in made.of("record"):
        record = made.records[step.object_id]
        if not step.moves and step.verified_seq is None:
            continue
        if (record.frozen or "+frozen" in (step.before or "")) and not work.caller.may(Right.REVIEW):
            raise guard.frozen(record)
        if not step.moves:
            continue
        target = retracted(record) if step.created else _former(work, record, step.before or "")
        if target != standing_of(record):
            found.append((record, target))
    return found


def _former(work: Work, record: Record, text: str) -> Standing:
    former = parse(text)
    if not former.is_open and former.ended_at is None:
        # The first release did not note when something had ended.
        return former._replace(ended_at=record.valid_to or work.now)
    return former


def _move_record(work: Work, record: Record, target: Standing, undone: Undone) -> None:
    if target.state == "live":
        holder = guard.holder(work, record.slot)
        if holder is not None and holder.id != record.id:
            raise PhantasmError(
                Code.SUBJECT_EXISTS,
                f"{record.id} cannot hold its subject key again: {holder.id} holds it by now",
                field="params.operations",
                remediation=(Remediation(f"Archive {holder.id} first, or keep it and revise it."),),
            )
    keeping.move(work, record, target, change="undo")
    undone.records.append(WentBack(record.id, record.state, target.state))


def _verify_back(work: Work, made: Plan, undone: Undone) -> None:
    for step in made.of("record"):
        if step.verified_seq is not None:
            record = store.find(work, [step.object_id])[step.object_id]
            verified_at, revalidate_at = verified.verified_before(work, record.id, step.verified_seq)
            keeping.set_verified(work, record, verified_at=verified_at, revalidate_at=revalidate_at)
            undone.verifications.append(record.id)


def _end_links(work: Work, made: Plan, undone: Undone) -> None:
    for step in made.of("link"):
        link = made.links[step.object_id]
        if link.closed_at is None and (step.created or step.before == "closed"):
            links.close(work, link)
            undone.links.append(WentBack(link.id, "open", "closed"))


def _reopen_links(work: Work, made: Plan, undone: Undone) -> None:
    for step in made.of("link"):
        link = made.links[step.object_id]
        if link.closed_at is not None and step.before == "open" and not _is_held(work, link):
            links.reopen(work, link)
            undone.links.append(WentBack(link.id, "closed", "open"))


def _is_held(work: Work, link: Link) -> bool:
    """Tell whether another link says the same by now."""
    return any(
        other.closed_at is None and (other.type, other.target) == (link.type, link.target)
        for other in links.outgoing(work, [link.source])
    )


def _end_reviews(work: Work, made: Plan, undone: Undone) -> None:
    for step in made.of("review"):
        review = made.reviews[step.object_id]
        if review.state != "resolved" and (step.created or step.before == "resolved"):
            reviews.resolve(work, review, "undone" if step.created else review.resolution or "undone")
            undone.reviews.append(WentBack(review.id, review.state, "resolved"))


def _reopen_reviews(work: Work, made: Plan, undone: Undone) -> None:
    for step in made.of("review"):
        review, state = made.reviews[step.object_id], _waiting_state(step)
        if state is None or review.state == state:
            continue
        if review.state != "resolved" or not reviews.is_waiting(work, review.kind, review.about):
            reviews.reopen(work, review, state)
            undone.reviews.append(WentBack(review.id, review.state, state))


def _waiting_state(step: Step) -> ReviewState | None:
    match step.before:
        case "deferred" if step.after == "deferred":
            return "open"  # until when it was put off before is not kept: better asked again now
        case "open" | "deferred":
            return step.before
        case _:
            return None


def _settle(work: Work, closed: Sequence[Record]) -> None:
    """End the reviews about what no longer counts; doubt passes to the version that holds in its place."""
    versions = store.live_versions(work, [record.lineage for record in closed])
    for record in closed:
        successor = versions.get(record.lineage)
        for review in withdrawal.settle(work, [record.id], "undone"):
            if successor is not None and review.kind in _INHERITED:
                reviews.open_review(work, _passed_on(review, record, successor))


def _passed_on(review: Review, record: Record, successor: Record) -> NewReview:
    return NewReview(
        kind=review.kind,
        about=review.about.replace(record.id, successor.id),
        records=tuple((successor.id if name == record.id else name, role) for name, role in review.records),
        reasons=review.reasons,
        weighty=successor.frozen or CATALOGUE[successor.kind].instructs,
    )


def _doubt_what_came_since(work: Work, held: dict[str, Record], made: Plan) -> None:
    """Doubt what was built on the undone operations after them; what is older is as it was."""
    first = {step.object_id: step.seq for step in made.of("record")}
    versions = store.live_versions(work, list(held))
    for lineage, record in sorted(held.items()):
        now = versions.get(lineage)
        if now is None or now.id != record.id:
            cascade.doubt(work, [record], "rests_on_undone", newer_than=first[record.id])
