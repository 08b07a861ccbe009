"""Are two failures the same? Nothing rather than a wrong guess. Pure.

A failure is known by its command and by the telling words of its error. Two are the same when each has most
of the other's words and neither has a name in the place of one of the other's: two missing modules share all
words but one and are still two failures. Words count by how rare they are among the failures that are kept.
"""

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from phantasm.session.episodes.commands import same_key
from phantasm.session.model import Overcome

LEAST_SHARED = 0.6
"""Share of the words' weight, on either side, below which two errors are two errors. Chosen on made-up
failures of 13 kinds (tests/unit/learning/failures_made_up.py)."""

LEAST_SHARED_ELSEWHERE = 0.75
"""The same where another program failed: its words have to say more, since its name says nothing."""

MOST_SWAPPED = 0.25
"""Weight of the names in which both differ, against that of the names they share: one name in the place of
another is allowed among four that are the same."""

LEAST_AROUND = 0.4
"""Share of the words that name nothing, of the side that has fewer, that both have: less is another kind."""

GENERIC_WEIGHT, CLASS_WEIGHT = 0.25, 0.6
"""What a word of every second error counts, and the name of a class of errors, against a name."""

LEAST_RARITY = 0.25
"""What a word counts that every failure has: a little, or a store with one failure would know nothing."""

BRIEF_WORDS = 8
"""So many words a condensed episode keeps of an error; the same number is compared then."""

OVERLAP_PART = 0.8
"""Of the likeness, what the words make; the command makes the rest."""

_GENERIC = frozenset(
    """
    abort aborted access allowed already argument arguments assert assertion at attribute attributes
    bad being build call callable can can't cannot check code command compilation compile complete
    connect connection could couldn't default definition denied dependencies dependency directory
    does doesn't due during ensure err error errors exception exist exists exit expected fail failed
    failing failure fatal file files find following found from function get given got has import
    imported in installed instance int invalid is keyword list load local make method missing module
    modules must name named need no none nonetype not null object of open operation option or output
    package packages panic panicked parse path permission please positional process program property
    raise raised read reason refused required requires resolve result return returned run running
    script specified status str string such syntax target test tests the thread timed timeout to
    token too traceback type types unable undefined unexpected unknown unsupported use valid value
    values variable version was were with write wrong
    """.split()
)
"""Words that errors of every kind have: they say that something is wrong, not what."""

_CLASS = re.compile(
    r"(?:error|exception|failure|warning|fault|notfound)$|\b(?:errors|exceptions)\."
    r"|^[a-z]{1,5}\d{2,5}$"
)
"""How classes of errors are called: ValueError, psycopg.errors.UndefinedTable, TS2304, E0432."""

_COMMAND: Mapping[str, float] = {"same": 1.0, "alike": 0.6, "other": 0.0}


@dataclass(frozen=True, slots=True)
class Failing:
    """What fails now."""

    command: str
    words: tuple[str, ...]
    """The telling words of its error, as `session.episodes.failures.signature_of` finds them."""


@dataclass(frozen=True, slots=True)
class Rarity:
    """In how many sessions each word stood in an error, and how many sessions there are."""

    counts: Mapping[str, int]
    total: int

    def weight(self, word: str) -> float:
        """Return what a word counts."""
        rare = math.log2((self.total + 2) / (self.counts.get(word, 0) + 1))
        return _kind_weight(word) * max(rare, LEAST_RARITY)


@dataclass(frozen=True, slots=True)
class Likeness:
    """How far two failures are the same."""

    shared: tuple[str, ...]
    overlap: float
    command: Literal["same", "alike", "other"]

    @property
    def score(self) -> float:
        """One number for both, from 0 to 1."""
        return OVERLAP_PART * self.overlap + (1 - OVERLAP_PART) * _COMMAND[self.command]


def like(failing: Failing, past: Overcome, rarity: Rarity) -> Likeness | None:
    """Return how far a past failure is the one that happens now; None: it is another."""
    now, then = failing.words, past.signature
    if len(then) <= BRIEF_WORDS:
        now = now[:BRIEF_WORDS]
    shared = tuple(word for word in now if word in then)
    command = _alike(failing.command, past.command)
    least = LEAST_SHARED_ELSEWHERE if command == "other" else LEAST_SHARED
    covered = min(_weight(shared, rarity) / (_weight(side, rarity) or 1.0) for side in (now, then))
    if covered < least or _is_another_kind(now, then) or _is_about_another(now, then, rarity):
        return None
    return Likeness(shared, covered, command)


def _is_another_kind(now: Sequence[str], then: Sequence[str]) -> bool:
    """Tell whether the words around the names say different things: a missing script is no missing module."""
    here, there = ({word for word in side if not names_something(word)} for side in (now, then))
    return bool(here and there) and len(here & there) < LEAST_AROUND * min(len(here), len(there))


def _is_about_another(now: Sequence[str], then: Sequence[str], rarity: Rarity) -> bool:
    """Tell whether two errors name different things, or nothing that could be told apart."""
    here, there = ({word for word in side if names_something(word)} for side in (now, then))
    swapped = min(_weight(here - there, rarity), _weight(there - here, rarity))
    return not here & there or swapped > MOST_SWAPPED * _weight(here & there, rarity)


def names_something(word: str) -> bool:
    """Tell whether a word names something: neither one of every error nor a class of errors."""
    return word not in _GENERIC and not _CLASS.search(word)


def _kind_weight(word: str) -> float:
    if word in _GENERIC:
        return GENERIC_WEIGHT
    return CLASS_WEIGHT if _CLASS.search(word) else 1.0


def _weight(words: Collection[str], rarity: Rarity) -> float:
    # In one order: sums of floats depend on it, and sets have none.
    return sum(rarity.weight(word) for word in sorted(words))


def _alike(one: str, other: str) -> Literal["same", "alike", "other"]:
    first, second = same_key(one), same_key(other)
    if first and first == second:
        return "same"
    heads = [key.split(" ", 1)[0] for key in (first, second)]
    return "alike" if heads[0] and heads[0] == heads[1] else "other"
