"""What waits, and in which order? Recorded reviews with the awakened ones, and findings not recorded yet."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from phantasm.contracts.canonical import text_digest
from phantasm.contracts.parse import cursor_parts
from phantasm.state.review import store as reviews
from phantasm.state.review.model import RANKS, NewReview, Position, Review, ReviewState, opened
from phantasm.state.review.store import Filter
from phantasm.state.review.wake import awake
from phantasm.storage.work import Work

# What has no number yet comes after everything that has one, within its priority.
_NOT_NUMBERED = 2**62
# What the store can compare with; a cursor that somebody made up may say more.
_LARGEST_NUMBER = 2**63 - 1
# Enough of what a finding is about to tell it from others in a cursor; the rest is a digest.
_KEY_CHARACTERS = 120
_CURSOR = re.compile(r"([012])\.(\d{1,4})\.(\d{1,19})\.(\S{1,200})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Waiting:
    """One thing to decide; `review.id` is empty when it is not recorded."""

    review: Review
    awake: bool = False

    @property
    def state(self) -> ReviewState:
        """Where it stands, after its wake condition was looked at."""
        return "open" if self.awake else self.review.state

    @property
    def position(self) -> Position:
        """Where it comes in the queue: the open ones by priority and age, then deferred, then resolved."""
        review = self.review
        return (RANKS[self.state], -review.priority, review.seq, review.id or _key(review.about))


class Page(NamedTuple):
    """Some of what waits, how much of each kind there is on all pages, and where the next one starts."""

    shown: list[Waiting]
    counts: dict[str, int]
    next_cursor: str | None


def page(work: Work, chosen: Filter, found: Sequence[Waiting], *, cursor: str | None, limit: int) -> Page:
    """Return one page of the recorded reviews, deferred ones that woke up as open, and of what was found."""
    behind = _position(cursor) if cursor else None
    # What was put off may have woken up, which only a look tells; everything else the store has in order.
    others = [*_put_off(work, chosen), *found]
    counts = Counter[str](one.review.kind for one in others)
    waiting = [one for one in others if behind is None or one.position > behind]
    if plain := [state for state in chosen.states if state != "deferred"]:
        settled = chosen._replace(states=plain)
        counts.update(reviews.count_by_kind(work, settled))
        waiting += [Waiting(review) for review in reviews.listing(work, settled, behind, limit + 1)]
    waiting.sort(key=lambda one: one.position)
    shown, more = waiting[:limit], len(waiting) > limit
    return Page(shown, dict(sorted(counts.items())), _cursor(shown[-1].position) if more else None)


def named(work: Work, ids: Sequence[str]) -> Page:
    """Return some reviews by id, whatever became of them; one that there is not is left out."""
    found = list(reviews.find(work, ids).values())
    woken = awake(work, [review for review in found if review.state == "deferred"])
    waiting = [Waiting(review, awake=review.id in woken) for review in found]
    waiting.sort(key=lambda one: one.position)
    return Page(waiting, dict(sorted(Counter(one.review.kind for one in waiting).items())), None)


def _put_off(work: Work, chosen: Filter) -> list[Waiting]:
    """Return the deferred reviews: a filter for open ones lets through those that woke up."""
    if not {"open", "deferred"} & {*chosen.states}:
        return []
    deferred = reviews.listing(work, chosen._replace(states=["deferred"]))
    woken = awake(work, deferred)
    waiting = [Waiting(review, awake=review.id in woken) for review in deferred]
    return [one for one in waiting if one.state in chosen.states]


def unrecorded(work: Work, found: Sequence[NewReview]) -> list[Waiting]:
    """Return findings as if they had been recorded just now."""
    return [Waiting(opened(new, "", seq=_NOT_NUMBERED, at=work.now)) for new in found]


def _key(about: str) -> str:
    return f"{about[:_KEY_CHARACTERS]}~{text_digest(about)[:16]}"


def _cursor(position: Position) -> str:
    rank, priority, seq, key = position
    return f"{rank}.{-priority}.{seq}.{key}"


def _position(cursor: str) -> Position:
    rank, priority, seq, key = cursor_parts(cursor, _CURSOR)
    return int(rank), -int(priority), min(int(seq), _LARGEST_NUMBER), key
