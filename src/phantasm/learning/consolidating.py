"""How is one step of consolidation done? One pass, as much of it as fits a short transaction.

Looking through the whole store happens before the transaction, on a snapshot of its own; inside it what was
found is looked at once more, and whatever no longer holds is left out.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from phantasm.contracts.clock import seconds_after
from phantasm.evidence import store as evidence
from phantasm.evidence import supporting
from phantasm.learning import condensing, fading, learning_claims, promoting
from phantasm.learning.fading import withdraw
from phantasm.learning.forming import form_episode
from phantasm.learning.terms import Done, Pass, Terms
from phantasm.learning.unlearning import undecided
from phantasm.session import aging
from phantasm.session.reversal import SEEN
from phantasm.state import learned, store
from phantasm.state.decisions.merging import merge
from phantasm.state.findings import duplicates, recording
from phantasm.state.findings.duplicates import Likeness
from phantasm.state.meeting import gather, newcomer
from phantasm.state.model import TRUST, Record, draft_of
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview
from phantasm.state.rules import Contradicts, Duplicate, NeedsReview, Policy, Supersedes, Verdict, judge
from phantasm.state.verdicts import ids_of
from phantasm.storage.work import Work

DOUBTFUL_SIMILARITY = 85
"""From 0 to 100, as `state.findings.similarity` counts. Chosen by hand: a night asks about few pairs, which a
person can look at; `record_findings` asks about more."""
_CERTAIN = 100
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Merge:
    """The others become one with the one that is kept."""

    kept: Record
    others: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A person decides."""

    finding: NewReview


def decide_duplicates(finding: NewReview, records: Mapping[str, Record], free: frozenset[str]) -> Merge | Ask:
    """Decide about one group; `free` are the records that nobody has decided about."""
    kept = records[finding.preferred or finding.records[0][0]]
    others = tuple(records[name] for name, _ in finding.records if name != kept.id)
    certain = finding.similarity == _CERTAIN and all(
        other.id in free and _says_the_same(kept, other) for other in others
    )
    return Merge(kept, others) if certain else Ask(finding)


def _says_the_same(kept: Record, other: Record) -> bool:
    if kept.content is None or other.content is None:
        return False
    keys = {kept.subject_key, other.subject_key} - {None}
    same_payload = other.content.payload in (None, kept.content.payload)
    return same_payload and len(keys) < 2 and other.subject_key is None  # noqa: PLR2004  one subject at most


def alike(work: Work) -> list[NewReview]:
    """Return the groups of live records that say nearly the same and about which nobody was asked."""

    def count_evidence(ids: Sequence[str]) -> Mapping[str, int]:
        return {name: len(behind) for name, behind in evidence.behind(work, ids).items()}

    found = duplicates.find(work, Likeness(DOUBTFUL_SIMILARITY), count_evidence)
    return list(recording.news(work, found).fresh)


def merge_alike(work: Work, found: Sequence[NewReview], limit: int) -> Done:
    """Merge what is certain and ask about the rest, as far as it still holds."""
    counts = {"merged": 0, "asked": 0}
    examples: list[str] = []
    for finding in found[:limit]:
        records = store.find(work, [name for name, _ in finding.records])
        if len(records) < len(finding.records) or any(one.state != "live" for one in records.values()):
            continue
        free = frozenset(record.id for record in undecided(work, list(records.values())))
        match decide_duplicates(finding, records, free):
            case Merge(kept, others):
                _merge(work, kept, others)
                counts["merged"] += len(others)
                examples += [f"{other.id} into {kept.id}" for other in others]
            case Ask():
                counts["asked"] += len(recording.record(work, recording.news(work, [finding]).fresh))
    done = {name: count for name, count in counts.items() if count}
    return Done(done, more=len(found) > limit, examples=tuple(examples[:_MOST_NAMED]))


def _merge(work: Work, kept: Record, others: Sequence[Record]) -> None:
    for other, behind in evidence.behind(work, [other.id for other in others]).items():
        if other != kept.id:
            supporting.support(work, kept.id, behind)
    merge(work, kept, others)


_LOOK_ONLY = Policy(on_conflict="conflict", may_supersede=False)
_MOST_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Settled:
    """It goes, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class Open:
    """It still waits for a decision."""


def decide_suggestion(
    record: Record, verdict: Verdict, against: Sequence[Record], *, is_asked: bool
) -> Settled | Open:
    """Decide about one suggestion."""
    if isinstance(verdict, Duplicate):
        return Settled("said already")
    if isinstance(verdict, Contradicts | Supersedes | NeedsReview) and any(
        _outweighs(held, record) for held in against
    ):
        return Settled("contradicted by what is held")
    return Open() if is_asked else Settled("nobody is asked about it any more")


def _outweighs(held: Record, record: Record) -> bool:
    """Tell whether what is held came later and its word counts for as much."""
    return held.valid_from > record.valid_from and TRUST[held.origin] >= TRUST[record.origin]


def settled_suggestions(work: Work) -> list[str]:
    """Return the suggestions that are settled, oldest first."""
    found = undecided(work, learned.older(work, "suggested", work.now))
    return [record.id for record in found if isinstance(_judged(work, record), Settled)]


def archive_settled(work: Work, record_ids: Sequence[str], limit: int) -> Done:
    """Archive suggestions that are settled, as far as they still are."""
    found = [one for one in store.find(work, record_ids[:limit]).values() if one.state == "suggested"]
    examples: list[str] = []
    for record in undecided(work, found):
        match _judged(work, record):
            case Settled(why):
                withdraw(work, record, why)
                examples.append(f"{record.id}: {why}")
            case _:
                continue
    done = {"archived": len(examples)} if examples else {}
    return Done(done, more=len(record_ids) > limit, examples=tuple(examples[:_MOST_EXAMPLES]))


def _judged(work: Work, record: Record) -> Settled | Open:
    # Not `verdict_on`, which may derive keys anew: a plan looks without writing.
    draft = draft_of(record)
    met = gather(work, [draft])
    live = [claim for claim in met.existing(0) if claim.id != record.id and claim.state == "live"]
    verdict = judge(newcomer(draft, met.digests[0], met.readings[0], now=work.now), live, _LOOK_ONLY)
    against = list(store.find(work, ids_of(verdict)).values())
    is_asked = bool(reviews.waiting_about(work, [record.id], ("proposed", "subject", "held")))
    return decide_suggestion(record, verdict, against, is_asked=is_asked)


IDLE_MINUTES = 30
"""How long a session without an end is silent until it counts as over: longer than a meal is rare."""
STEP_LIMITS: dict[Pass, int] = {
    "episodes": 20,
    "claims": 30,
    "repeats": 50,
    "duplicates": 20,
    "condense": 60,
    "fade": 50,
    "leftovers": 50,
}
"""How much of each pass one transaction does at most: measured, each is well under 250 ms of lock time on two
slow cores (docs/consolidation.md)."""


@dataclass(frozen=True, slots=True)
class Found:
    """What looking through the store showed, for the passes that need it."""

    records: dict[Pass, list[str]] = field(default_factory=dict)
    duplicates: list[NewReview] = field(default_factory=list)
    left_alone: frozenset[str] = frozenset()
    """Records and sessions that a step does not touch."""


def look(work: Work, terms: Terms, passes: Sequence[Pass], left_alone: Collection[str] = ()) -> Found:
    """Look through the store for what some passes would change; writes nothing.

    What is to be left alone is not found.
    """
    search: dict[Pass, Callable[[], list[str]]] = {
        "repeats": lambda: promoting.candidates(work, terms),
        "fade": lambda: fading.candidates(work),
        "leftovers": lambda: settled_suggestions(work),
    }
    apart = frozenset(left_alone)
    records = {name: [one for one in search[name]() if one not in apart] for name in passes if name in search}
    groups = alike(work) if "duplicates" in passes else []
    free = [group for group in groups if apart.isdisjoint(name for name, _ in group.records)]
    return Found(records, free, apart)


def step(work: Work, terms: Terms, name: Pass, found: Found, limit: int) -> Done:
    """Do one bounded part of one pass."""
    most = min(limit, STEP_LIMITS[name])
    ids = found.records.get(name, [])
    match name:
        case "episodes":
            return _form(work, most, found.left_alone)
        case "claims":
            return learning_claims.apply(work, terms, most, found.left_alone)
        case "repeats":
            return promoting.apply(work, terms, ids, most)
        case "duplicates":
            return merge_alike(work, found.duplicates, most)
        case "condense":
            return condensing.apply(work, terms, most, found.left_alone)
        case "fade":
            return fading.apply(work, ids, most, found.left_alone)
        case "leftovers":
            return archive_settled(work, ids, most)


def idle_since(work: Work) -> str:
    """Return since when a session has to be silent to count as over."""
    return seconds_after(work.now, -60.0 * IDLE_MINUTES)


def held_changes(work: Work) -> int:
    """Return how many changes to what is held a step has made: records, and what was done to episodes."""
    return sum(
        change.object_type == "record" or (change.object_type == "session" and change.change not in SEEN)
        for change in work.changes
    )


def _form(work: Work, limit: int, left_alone: Collection[str]) -> Done:
    lagging = aging.unformed(work, limit + 1 + len(left_alone), idle_since=idle_since(work))
    found = [kept for kept in lagging if kept.session.id not in left_alone]
    formed = [kept.session.id for kept in found[:limit] if form_episode(work, kept)]
    done = {"formed": len(formed)} if formed else {}
    return Done(done, more=len(found) > limit, examples=tuple(formed[:5]))
