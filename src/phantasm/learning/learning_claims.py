"""How is something learned from sessions, whatever order they come in? Through the judge, by event time.

A session that fits behind everything that is known about its subjects is held as it comes. Where later claims
about the same are held already, these are taken back and held again behind it, so that the result is the
same as if everything had come in order.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from phantasm.evidence import store as evidence
from phantasm.evidence import supporting
from phantasm.learning import store as learning
from phantasm.learning.capturing import dated_turns
from phantasm.learning.claims.extract import EXTRACTOR, claims_of
from phantasm.learning.claims.model import Claim
from phantasm.learning.promoting import promote, reconsider
from phantasm.learning.store import Derived
from phantasm.learning.terms import Done, Terms
from phantasm.learning.unlearning import ended_otherwise, undecided, unlearn
from phantasm.session import aging
from phantasm.session import store as sessions
from phantasm.session.reversal import note_learned
from phantasm.session.store import Kept
from phantasm.state import keeping, learned, store
from phantasm.state.claims.comparing import compare
from phantasm.state.holding import Held, Manner, hold
from phantasm.state.learned import SESSION
from phantasm.state.meeting import Met, gather
from phantasm.state.model import Content, Draft, Quality, Record, Sensitivity, draft_of
from phantasm.storage.work import Work

Moment = tuple[str, str, int, int, str, str]
"""Where something stands among all that was learned: by time; at one moment by session, then by the place of
the turn in the transcript and of the words in the turn."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Something to be learned, or to be learned anew."""

    draft: Draft
    session_id: str
    rule: str
    version: int
    evidence_ids: tuple[str, ...]
    sure: bool

    @property
    def moment(self) -> Moment:
        """Its place among all that was learned."""
        return _moment(self.draft.valid_from or "", self.draft.kind, self.draft.content)


def moment_of(record: Record) -> Moment:
    """Return the place of a learned record among all that was learned."""
    return _moment(record.valid_from, record.kind, record.content)


def _moment(valid_from: str, kind: str, content: Content | None) -> Moment:
    provenance = (content.provenance if content else None) or {}
    place, span = provenance.get("place"), provenance.get("span")
    start = span[0] if isinstance(span, list) and span else None
    # Records of earlier releases do not say at which place they were said.
    at = (place if isinstance(place, int) else 0, start if isinstance(start, int) else 0)
    said = content.statement if content else ""
    return valid_from, str(provenance.get("session", "")), *at, kind, said


def lessons_of(
    kept: Kept, claims: Sequence[Claim], terms: Terms, *, sensitive: frozenset[str] = frozenset()
) -> list[Lesson]:
    """Return what a session's claims become; `sensitive` is the evidence that not everybody may read."""
    found = [_lesson(kept, claim, terms, sensitive) for claim in claims]
    return sorted(found, key=lambda lesson: lesson.moment)


def lesson_again(record: Record, session_id: str, rule: str, version: int) -> Lesson:
    """Return a learned record as it is learned anew; its evidence is added by whoever knows it.

    Without its subject key: that came from what it replaced, and goes to whatever replaces that now.
    """
    draft = draft_of(record)._replace(subject_key=None)
    provenance = draft.content.provenance or {}
    return Lesson(draft, session_id, rule, version, (), sure=bool(provenance.get("sure")))


def _lesson(kept: Kept, claim: Claim, terms: Terms, sensitive: frozenset[str]) -> Lesson:
    session = kept.session
    sure = claim.sure and terms.claims == "records"
    sensitivity: Sensitivity = "sensitive" if claim.evidence_id in sensitive else "normal"
    provenance: dict[str, object] = {
        "session": session.id,
        "turn": claim.turn,
        "place": claim.place,
        "span": [claim.start, claim.stop],
        "rule": claim.rule,
        "extractor": EXTRACTOR,
        "sure": sure,
    }
    draft = Draft(
        kind=claim.kind,
        content=Content(claim.statement, claim.payload, provenance),
        origin=claim.origin,
        sensitivity=sensitivity,
        quality=Quality(confidence=claim.confidence, source_type=SESSION, author=session.client),
        valid_from=claim.at or kept.last_at or kept.recorded_at,
    )
    evidence_ids = (claim.evidence_id,) if claim.evidence_id else ()
    return Lesson(draft, session.id, claim.rule, EXTRACTOR, evidence_ids, sure)


# Each round takes back at least one record; a subject about which more is known than this is no subject.
_MOST_ROUNDS = 50
_EXAMPLES = 5


@dataclass(slots=True)
class _Learning:
    """One step's lessons on their way."""

    work: Work
    terms: Terms
    queue: list[Lesson] = field(default_factory=list)
    gone: list[Lesson] = field(default_factory=list)
    """What is no longer said: whatever was learned after it has to be judged without it."""
    counts: dict[str, int] = field(default_factory=dict)
    supported: set[tuple[str, str]] = field(default_factory=set)
    examples: list[str] = field(default_factory=list)
    more: bool = False
    batch: frozenset[str] = frozenset()
    """The sessions of this step: what they say is in the queue already."""
    pruned: set[str] = field(default_factory=set)
    """Sessions whose turns are gone: what they said once, they do not take back by saying it no longer."""

    def count(self, what: str) -> None:
        """Count one more."""
        self.counts[what] = self.counts.get(what, 0) + 1


def apply(work: Work, terms: Terms, limit: int, left_alone: Collection[str] = ()) -> Done:
    """Learn from the oldest sessions from which not everything was learned."""
    if terms.claims == "off":
        return Done({})
    waiting = aging.unlearned(work, limit + 1 + len(left_alone))
    found = [kept for kept in waiting if kept.session.id not in left_alone]
    batch = found[:limit]
    going = _Learning(work, terms, counts={"sessions": len(batch)} if batch else {})
    going.batch = frozenset(kept.session.id for kept in batch)
    going.pruned = aging.pruned_among(work, [kept.session.id for kept in batch])
    for kept in batch:
        going.queue += _fresh(going, kept)
    _take_later_ones_back(going)
    for lesson in sorted(going.queue, key=lambda one: one.moment):
        _learn(going, lesson)
    for kept in batch:
        _let_go(going, kept)
    note_learned(work, [kept.session.id for kept in batch])
    return Done(
        going.counts, more=going.more or len(found) > limit, examples=tuple(going.examples[:_EXAMPLES])
    )


def _fresh(going: _Learning, kept: Kept) -> list[Lesson]:
    """Return what a session has to teach that was not learned from it; take back what it no longer says."""
    work = going.work
    claims = claims_of(dated_turns(work, kept.session.id))
    sensitive = supporting.sensitive_among(work, [one.evidence_id for one in claims if one.evidence_id])
    lessons = lessons_of(kept, claims, going.terms, sensitive=sensitive)
    before = learning.derived_from(work, [kept.session.id])
    if not before:
        return lessons
    records = list(store.find(work, [one.record_id for one in before]).values())
    said = {_says(work, lesson): lesson for lesson in lessons}
    for record in ended_otherwise(work, records):
        said.pop((record.content_digest, record.valid_from), None)
    held = [record for record in records if record.state in {"live", "suggested"}]
    for record in held:
        lesson = said.pop((record.content_digest, record.valid_from), None)
        if lesson is None and kept.session.id not in going.pruned:
            going.gone += [_take_back(going, one) for one in undecided(work, [record])]
        elif lesson is not None:
            going.supported |= {(record.id, name) for name in lesson.evidence_ids}
    return list(said.values())


def _says(work: Work, lesson: Lesson) -> tuple[str | None, str]:
    return keeping.content_digest(work, lesson.draft), lesson.draft.valid_from or ""


def _take_back(going: _Learning, record: Record) -> Lesson:
    """Take a record back and return it as it is learned anew; who said it as well is asked again."""
    known = learning.derived_among(going.work, [record.id])[record.id]
    lesson = lesson_again(record, known.session_id, known.rule, known.version)
    behind = supporting.said_after(going.work, record.id, "")
    unlearn(going.work, record)
    going.count("relearned")
    asked = _ask_again(going, {said: name for said, name in behind.items() if name != known.session_id})
    return replace(lesson, evidence_ids=tuple(said for said in behind if said not in asked))


def _ask_again(going: _Learning, said: Mapping[str, str]) -> set[str]:
    """Learn anew from the sessions in which something was said; return which evidence that is about.

    What was said in turns that are gone cannot be asked for again: it stays where it is.
    """
    names = set(said.values())
    still = names - aging.pruned_among(going.work, sorted(names))
    sessions.set_learned(going.work, sorted(still), 0)
    going.more = going.more or bool(still - going.batch)
    return {one for one, name in said.items() if name in still}


def _take_later_ones_back(going: _Learning) -> None:
    """Take back whatever came before its time, until nothing held is later than what is to be learned."""
    for _ in range(_MOST_ROUNDS):
        later = undecided(going.work, _later(going))
        if not later:
            return
        newest_first = sorted(later, key=moment_of, reverse=True)
        going.queue += [_take_back(going, record) for record in newest_first]


def _later(going: _Learning) -> list[Record]:
    """Return what is held, about the same, and comes after something that is still to be learned."""
    lessons = [*going.queue, *going.gone]
    if not lessons:
        return []
    keeping.ensure_keys(going.work)
    met = gather(going.work, [lesson.draft for lesson in lessons])
    found: dict[str, Record] = {}
    for place, lesson in enumerate(lessons):
        for claim in met.existing(place):
            record = met.records[claim.id or ""]
            if record.quality.source_type != learned.SESSION or not _is_about_the_same(record, met, place):
                continue
            if moment_of(record) > lesson.moment:
                found[record.id] = record
            elif record.content_digest != met.digests[place]:
                _ask_who_said_it_later(going, record, lesson)
    return list(found.values())


def _ask_who_said_it_later(going: _Learning, record: Record, lesson: Lesson) -> None:
    """Ask again who said something once more after what is to be learned: it may hold anew since then."""
    said = supporting.said_after(going.work, record.id, lesson.draft.valid_from or "")
    asked = _ask_again(going, said)
    supporting.withdraw(going.work, [(record.id, name) for name in sorted(asked)])
    if asked and reconsider(going.work, record, going.terms):
        going.count("demoted")


def _is_about_the_same(record: Record, met: Met, place: int) -> bool:
    """Tell whether the order of a held record and a lesson can make a difference."""
    if record.content_digest == met.digests[place] or record.content is None:
        return True
    theirs, ours = keeping.reading_of(record.content), met.readings[place]
    return {compare(ours, theirs).relation, compare(theirs, ours).relation} != {"unrelated"}


def _learn(going: _Learning, lesson: Lesson) -> None:
    work = going.work
    (held,) = hold(work, [lesson.draft], Manner("conflict", review=not lesson.sure))
    going.count(held.outcome)
    if held.outcome == "refused":
        return
    if held.outcome == "duplicate":
        supporting.support(work, held.record.id, lesson.evidence_ids)
        going.supported |= {(held.record.id, name) for name in lesson.evidence_ids}
        if promote(work, held.record, going.terms):
            going.count("promoted")
        return
    _note(going, lesson, held)


def _note(going: _Learning, lesson: Lesson, held: Held) -> None:
    work, name = going.work, held.record.id
    evidence.link(work, name, lesson.evidence_ids)
    learning.note_derived(work, [Derived(name, lesson.session_id, lesson.rule, lesson.version)])
    going.supported |= {(name, one) for one in lesson.evidence_ids}
    going.examples.append(f"{name}: {held.outcome} by {lesson.rule}")


def _let_go(going: _Learning, kept: Kept) -> None:
    """Withdraw what a session no longer says in support of records that others said as well."""
    if kept.learned_seq == 0 or kept.session.id in going.pruned:
        return
    work = going.work
    pairs = [pair for pair in supporting.said_in(work, kept.session.id) if pair not in going.supported]
    records = store.find(work, [name for name, _ in pairs])
    others = [pair for pair in pairs if records[pair[0]].state in {"live", "suggested"}]
    supporting.withdraw(work, others)
    for name in dict.fromkeys(name for name, _ in others):
        if reconsider(work, records[name], going.terms):
            going.count("demoted")
