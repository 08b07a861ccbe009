"""What waits, and in which order? Recorded reviews with the awakened ones, and findings not recorded yet."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.contracts.canonical import text_digest
from phantasm.contracts.parse import cursor_parts
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview, Review, ReviewState, opened
from phantasm.state.review.store import Filter
from phantasm.state.review.wake import awake
from phantasm.storage.work import Work

# What has no number yet comes after everything that has one, within its priority.
_NOT_NUMBERED = 2**62
_RANKS: dict[ReviewState, int] = {"open": 0, "deferred": 1, "resolved": 2}
# Enough of what a finding is about to tell it from others in a cursor; the rest is a digest.
_KEY_CHARACTERS = 120
_CURSOR = re.compile(r"([012])\.(\d{1,4})\.(\d{1,19})\.(\S{1,200})", re.ASCII)

Position = tuple[int, int, int, str]


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
        return (_RANKS[self.state], -review.priority, review.seq, review.id or _key(review.about))


def recorded(work: Work, chosen: Filter) -> list[Waiting]:
    """Return the recorded reviews, deferred ones that woke up as open."""
    # A deferred review may have woken up: it counts as open whatever the store says.
    looked_at = {*chosen.states, *(("deferred",) if "open" in chosen.states else ())}
    found = reviews.listing(
        work, Filter(kinds=chosen.kinds, states=sorted(looked_at), record_id=chosen.record_id)
    )
    woken = awake(work, found)
    waiting = [Waiting(review, awake=review.id in woken) for review in found]
    return [one for one in waiting if one.state in chosen.states]


def unrecorded(work: Work, found: Sequence[NewReview]) -> list[Waiting]:
    """Return findings as if they had been recorded just now."""
    return [Waiting(opened(new, "", seq=_NOT_NUMBERED, at=work.now)) for new in found]


def page(waiting: Sequence[Waiting], cursor: str | None, limit: int) -> tuple[list[Waiting], str | None]:
    """Return one page in the queue's order, and where the next one starts."""
    behind = _position(cursor) if cursor else None
    ordered = sorted(waiting, key=lambda one: one.position)
    rest = [one for one in ordered if behind is None or one.position > behind]
    shown = rest[:limit]
    more = len(rest) > limit
    return shown, _cursor(shown[-1].position) if more else None


def _key(about: str) -> str:
    return f"{about[:_KEY_CHARACTERS]}~{text_digest(about)[:16]}"


def _cursor(position: Position) -> str:
    rank, priority, seq, key = position
    return f"{rank}.{-priority}.{seq}.{key}"


def _position(cursor: str) -> Position:
    rank, priority, seq, key = cursor_parts(cursor, _CURSOR)
    return int(rank), -int(priority), int(seq), key
