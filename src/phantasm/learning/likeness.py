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
from phantasm.session.episodes.model import Overcome

LEAST_SHARED = {"same": 0.6, "alike": 0.6, "other": 0.75}
"""Share of the words' weight, on either side, below which two errors are two errors. Chosen on made-up
failures of 13 kinds and 22 programs (tests/unit/learning, docs/recall.md)."""


MOST_SWAPPED = 0.25
"""Weight of the names in which both differ, against that of the names they share: one word in the place of
another is allowed among four that are the same, an identifier among six identifiers or a dozen words."""

LEAST_AROUND = {"same": 0.4, "alike": 0.4, "other": 0.7}
"""Share of the words that name nothing, of the side that has fewer, that both have: less is another kind.
Both by whether the same command, the same program or another one failed: then the words have to say more."""

GENERIC_WEIGHT, CLASS_WEIGHT, WORD_WEIGHT, IDENTIFIER_WEIGHT = 0.25, 0.6, 0.5, 1.5
"""What words count: one of every error, a class of errors, a plain word, and what only a name looks like."""

FIRST_WEIGHT = 2.0
"""How much more the first name counts: a signature begins with what the error puts into quotes."""

IMAGINED = 10
"""Failures that are imagined besides those that are kept, with none of their words: where few are known, a
word that is new is hardly rarer than one that is not."""

BRIEF_WORDS = 8
"""So many words a condensed episode keeps of an error; the same number is compared then."""

OVERLAP_PART = 0.8
"""Of the likeness, what the words make; the command makes the rest."""

_GENERIC = frozenset(
    """
    abort aborted access add added allowed already another any argument arguments as assert
    assertion at attribute attributes available bad because been before behind being between build
    but by call callable can can't cannot change changed changing check code command compilation
    compile complete connect connection contain contains could couldn't create created creating
    default defined definition delete denied dependencies dependency did directory do does doesn't
    don't due during each either else empty end ensure err error errors every exception exist exists
    exit expected fail failed failing failure fatal file files find first following for found from
    function get given got has have how id if import imported in installed instance int into invalid
    is it its keep keyword last least like line list load local make many match matches may message
    method might missing module modules more most must name named need never new next no none
    nonetype not now null object of old on once one only open operation option or other out output
    over own package packages panic panicked parse path permission please positional previous
    process program property raise raised reached read reason refused request required requires
    resolve result return returned run running same script see server set setting should since some
    specified status still str string such supported supposed syntax target test tests than that the
    their them then there these they this those thread through timed timeout to token too traceback
    trying two type types unable undefined unexpected unit unknown unless unresolved unsupported
    until up use used uses using valid value values variable version via want wants was were what
    when where which while who why will with without would write wrong yet you your
    """.split()
)
"""Words that errors of every kind have: they say that something is wrong, not what."""

_CLASS = re.compile(
    r"(?:error|exception|failure|warning|fault|notfound)$|\b(?:errors|exceptions)\."
    r"|^[a-z]{1,5}\d{2,5}$"
    r"|^e(?:acces|addr\w+|conn\w+|exist|host\w+|isdir|noent|nospc|not\w+|perm|pipe|resolve|timedout)$"
)
"""How classes of errors are called: ValueError, psycopg.errors.UndefinedTable, TS2304, E0432, ENOENT."""

_IDENTIFIER = re.compile(r"[a-z0-9][._/@-]+[a-z0-9]|^@|[a-z]\d|\d[a-z]")
"""What no plain word has: joints and digits inside."""

_PASSING = re.compile(
    r"\.(?:o|obj|a|so|lib|dll|log|lock|tmp|pyc|class|yaml|yml|json|toml)$|^(?=[a-f]*\d)[0-9a-f]{5,}$"
)
"""Files that come and go or only say where it happened, and pieces of hashes."""

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

    def of(self, word: str) -> float:
        """Return how rare a word is, in bits."""
        return math.log2((self.total + IMAGINED + 1) / (self.counts.get(word, 0) + 1))


@dataclass(frozen=True, slots=True)
class Likeness:
    """How far two failures are the same."""

    names: tuple[str, ...]
    """What both errors name."""
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
    command = _alike(failing.command, past.command)
    programs = programs_of(failing.command) | programs_of(past.command)
    here, there = (_weights(side, programs, rarity) for side in (now, then))
    overlap = min(_share(here, there), _share(there, here))
    if overlap < LEAST_SHARED[command] or _around(here, there) < LEAST_AROUND[command]:
        return None
    if _is_about_another(here, there):
        return None
    return Likeness(tuple(word for word in here.names if word in there.names), overlap, command)


def names_something(word: str, programs: Collection[str] = ()) -> bool:
    """Tell whether a word names something: it is not of every error, no class of them and not the program."""
    known = word in _GENERIC or word in programs
    return not (known or _CLASS.search(word) or _PASSING.search(word))


def programs_of(command: str) -> frozenset[str]:
    """Return the words of a command: that npm fails is no news in an error of npm."""
    return frozenset(same_key(command).lower().split())


@dataclass(frozen=True, slots=True)
class _Weights:
    """What the words of one error count."""

    names: Mapping[str, float]
    others: Mapping[str, float]

    @property
    def whole(self) -> float:
        return math.fsum([*self.names.values(), *self.others.values()])


def _weights(words: Sequence[str], programs: Collection[str], rarity: Rarity) -> _Weights:
    names: dict[str, float] = {}
    others: dict[str, float] = {}
    for word in words:
        if _PASSING.search(word) or word in programs:
            continue
        if names_something(word, programs):
            kind = IDENTIFIER_WEIGHT if _IDENTIFIER.search(word) else WORD_WEIGHT
            names[word] = (kind if names else kind * FIRST_WEIGHT) * rarity.of(word)
        else:
            kind = CLASS_WEIGHT if _CLASS.search(word) else GENERIC_WEIGHT
            others[word] = kind * rarity.of(word)
    return _Weights(names, others)


def _share(one: _Weights, other: _Weights) -> float:
    """Return which share of one error's weight the other has too."""
    shared = [weight for word, weight in one.names.items() if word in other.names]
    shared += [weight for word, weight in one.others.items() if word in other.others]
    return math.fsum(shared) / one.whole if one.whole else 0.0


def _around(one: _Weights, other: _Weights) -> float:
    """Return how much the words around the names say the same: a missing script is no missing module."""
    here, there = one.others.keys(), other.others.keys()
    return len(here & there) / min(len(here), len(there)) if here and there else 1.0


def _is_about_another(one: _Weights, other: _Weights) -> bool:
    """Tell whether two errors name different things, or nothing that could be told apart."""
    only = [
        math.fsum(weight for word, weight in side.names.items() if word not in beside.names)
        for side, beside in ((one, other), (other, one))
    ]
    both = [
        math.fsum(weight for word, weight in side.names.items() if word in beside.names)
        for side, beside in ((one, other), (other, one))
    ]
    return not min(both) or min(only) > MOST_SWAPPED * min(both)


def _alike(one: str, other: str) -> Literal["same", "alike", "other"]:
    first, second = same_key(one), same_key(other)
    if first and first == second:
        return "same"
    heads = [key.split(" ", 1)[0] for key in (first, second)]
    return "alike" if heads[0] and heads[0] == heads[1] else "other"
