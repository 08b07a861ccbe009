"""Why is something held, or not any more? What the judge said, what it rests on, who decided."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.state import links, store
from phantasm.state.comparison import ComparisonView, compare
from phantasm.state.events import Event
from phantasm.state.links import Link
from phantasm.state.model import Record
from phantasm.state.reasons import meaning
from phantasm.state.review import store as reviews
from phantasm.state.review.model import Review, Role
from phantasm.state.timeline import Point, as_known, holds
from phantasm.state.views import readable
from phantasm.state.withdrawn import Withdrawn
from phantasm.storage.work import Work

_ROLES: tuple[Role, ...] = ("proposed", "held", "subject")
# What was decided, by the name of the verdict; the records that it met stand for {met}.
_VERDICTS = {
    "new": "The judge found nothing that it contradicts or repeats.",
    "duplicate": "The judge found that it says the same as {met}.",
    "refines": "The judge found that it adds to {met} without contradicting it.",
    "supersedes": "The judge found that it takes the place of {met}.",
    "contradicts": "The judge found that it contradicts {met}.",
    "needsreview": "The judge left it to a person how it stands to {met}.",
    "subjecttaken": "The judge found its subject key held by {met}.",
    "imported": "It came from another store, as the version that follows others there.",
}
_CONFIRMING = frozenset({"verify", "accept", "add_evidence"})


@dataclass(frozen=True, slots=True)
class Compared:
    """A record that the judge met, and how it differs, where both may be read."""

    record: Record
    difference: ComparisonView


@dataclass(frozen=True, slots=True)
class Judged:
    """What the judge said when a record was written."""

    verdict: str
    sentence: str
    reasons: list[str]
    met: list[str]
    compared: list[Compared]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """One link and the version of the record at its other end; None for what lies outside the store."""

    link: Link
    record: Record | None


@dataclass(frozen=True, slots=True)
class Situation:
    """What the sentences about a record are made of."""

    record: Record
    then: Record | None
    """The record as it was known at the point; None when it was not known yet."""
    at: Point
    gone: Withdrawn | None
    waiting: Sequence[Review]
    events: Sequence[Event]
    judged: Judged | None
    successor: str | None


def judged_as(work: Work, record: Record) -> Judged | None:
    """Return what the judge said about a record, compared anew with what it met and still exists."""
    said = record.content.judged if record.content else None
    if said is None:
        return None
    met, codes = _texts(said.get("of")), _texts(said.get("reasons"))
    verdict = str(said.get("verdict"))
    found = store.find(work, met)
    sentence = _VERDICTS.get(verdict, "The judge said: " + verdict + ".").format(met=", ".join(met))
    return Judged(
        verdict=verdict,
        sentence=sentence,
        reasons=codes,
        met=met,
        compared=[_compared(work, found[name], record) for name in met if name in found],
    )


def neighbours(work: Work, record: Record, at: Point) -> tuple[list[Neighbour], list[Neighbour]]:
    """Return what a record's lineage rests on or leads to, and what leads to it, one step."""
    outgoing = links.held_after(work, links.outgoing(work, [record.lineage]), at.seq)
    incoming = links.held_after(work, links.incoming(work, [record.lineage]), at.seq)
    lineages = [link.target for link in outgoing if not link.target.startswith(links.OUTSIDE)]
    versions = store.newest_versions(work, lineages + [link.source for link in incoming])
    return (
        [Neighbour(link, versions.get(link.target)) for link in outgoing],
        [Neighbour(link, versions.get(link.source)) for link in incoming],
    )


def waiting_reviews(work: Work, record: Record) -> list[Review]:
    """Return the reviews about a record that are not resolved."""
    return reviews.waiting_about(work, [record.id], _ROLES)


def known_then(work: Work, record: Record, at: Point) -> Record | None:
    """Return a record as it was known at a point."""
    return next(iter(as_known(work, [record], at)), None)


def sentences(situation: Situation) -> list[str]:
    """Say why a record is held or not, without repeating what it says."""
    record, gone = situation.record, situation.gone
    said = [_how_it_stands(situation)]
    if gone is not None:
        because = f", because: {gone.reason}" if gone.reason else ""
        verb = "Erased" if record.state == "tombstoned" else "Withdrawn"
        replaced = f" It was replaced by {situation.successor}." if situation.successor else ""
        said.append(f"{verb} on {gone.at}, by {gone.by}{because}.{replaced}")
    if record.frozen:
        said.append("It is frozen: only a person may change it.")
    said += [_why_waiting(review) for review in situation.waiting]
    if situation.judged is not None:
        said.append(situation.judged.sentence)
    confirmed = [event for event in situation.events if event.change in _CONFIRMING]
    said += [f"{_CONFIRMED[event.change]} on {event.at}, by {_who(event)}." for event in confirmed[-1:]]
    if not situation.at.is_now:
        said.append(_how_it_stood(situation))
    return said


_CONFIRMED = {"verify": "Last verified", "accept": "Accepted", "add_evidence": "Said again, with evidence,"}
_STANDS = {
    "live": "It is held",
    "suggested": "It waits for a decision and is not held",
    "superseded": "It is no longer held: something newer took its place",
    "archived": "It is no longer held",
    "tombstoned": "Its content was erased",
}


def _how_it_stands(situation: Situation) -> str:
    record = situation.record
    written = next((event for event in situation.events if event.change == "create"), None)
    by = f" by {_who(written)} with {written.operation}" if written else ""
    why = f", because: {written.reason}" if written and written.reason else ""
    return f"{_STANDS[record.state]}. It was written on {record.recorded_at}{by}{why}."


def _how_it_stood(situation: Situation) -> str:
    at, then = situation.at, situation.then
    known = f" as known on {at.known_at}" if at.known_at else ""
    if then is None:
        return f"On {at.known_at} it was not known yet."
    if at.as_of is not None:
        held = "true" if holds(then, at) else "not held true"
        return f"On {at.as_of} it was {held}{known}."
    return f"Its state on {at.known_at} was {then.state}."


def _why_waiting(review: Review) -> str:
    why = "; ".join(meaning(code) for code in review.reasons) or "it waits for a decision"
    if review.kind == "doubtful":
        return f"It is doubtful: {why} ({' -> '.join(review.path)})."
    return f"A review of kind {review.kind} about it is {review.state}: {why}."


def _compared(work: Work, met: Record, record: Record) -> Compared:
    may_read = readable(met, work.caller) and readable(record, work.caller)
    if not may_read or met.content is None or record.content is None:
        return Compared(met, ComparisonView())
    return Compared(met, compare(met, record))


def _texts(value: object) -> list[str]:
    return [str(part) for part in value] if isinstance(value, list) else []


def _who(event: Event) -> str:
    return event.actor or event.profile
