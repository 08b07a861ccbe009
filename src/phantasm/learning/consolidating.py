"""How is one step of consolidation done? One pass, as much of it as fits a short transaction.

Looking through the whole store happens before the transaction, on a snapshot of its own; inside it what was
found is looked at once more, and whatever no longer holds is left out.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from phantasm.contracts.clock import seconds_after
from phantasm.learning import condensing, fading, learning_claims, leftovers, merging, promoting
from phantasm.learning.forming import form_episode
from phantasm.learning.terms import Done, Pass, Terms
from phantasm.session import aging
from phantasm.session.reversal import SEEN
from phantasm.state.review.model import NewReview
from phantasm.storage.work import Work

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
        "leftovers": lambda: leftovers.candidates(work),
    }
    apart = frozenset(left_alone)
    records = {name: [one for one in search[name]() if one not in apart] for name in passes if name in search}
    groups = merging.candidates(work) if "duplicates" in passes else []
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
            return merging.apply(work, found.duplicates, most)
        case "condense":
            return condensing.apply(work, terms, most, found.left_alone)
        case "fade":
            return fading.apply(work, ids, most, found.left_alone)
        case "leftovers":
            return leftovers.apply(work, ids, most)


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
