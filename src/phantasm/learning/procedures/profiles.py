"""What is typical of a group of episodes, and how well does another episode fit? Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, log2

from phantasm.learning.procedures.traces import Trace

LEAST_STEPS = 2
"""Acts that make a workflow; one act alone is a command, not a procedure."""
OWN_SHARE = 0.6
"""The share of a group's episodes that an act of its own is in: more than half, with room for noise."""
ALWAYS_SHARE = 0.85
"""The share from which an act belongs to a group however common it is elsewhere."""
SOMETIMES_SHARE = 0.25
"""The share from which an act that is rare elsewhere is an option of the group."""
CHANCE = 0.01
"""The probability up to which an act is no noise that happens to be in a group (hypergeometric,
one-sided), all acts that are tried taken together."""
LEAST_OPTION = 3
"""Episodes of a group that must have an act which no other episode has, to make it an option."""
TRIED = 20
"""How many acts are tried for a group, about: an episode has a dozen, and a group the noise of many."""
OWN_LIFT = 1.5
"""How many times as frequent as elsewhere an act of the group's own is; noise is as frequent everywhere."""
TELLING_LIFT = 5.0
"""How many times as frequent as elsewhere an act must be to tell the group by it: what is in every fifth
episode of other groups tells nothing."""
WORD_LIFT = 3.0
"""The same for a word; words are shared more widely, and several of them are asked for."""
BLUR = 0.02
"""Added to the share elsewhere, so that what is found nowhere else has a bounded lift, 50."""
LEAST_WORD_SHARE = 0.12
"""The share of a group's requests from which a word is typical: one phrasing in eight."""
COVERED = 0.6
"""The share of a group's acts, by weight, that an episode must have to belong to it."""


@dataclass(frozen=True)
class Corpus:
    """All episodes, and how frequent what they did and asked is.

    Frequencies leave out what failed: an attempt at a workflow is no other work.
    """

    traces: Sequence[Trace]

    @cached_property
    def forms(self) -> Mapping[str, int]:
        """How many episodes have each form."""
        return Counter(form for trace in self.traces if not trace.failed for form in trace.forms)

    @cached_property
    def words(self) -> Mapping[str, int]:
        """How many requests have each word."""
        return Counter(word for trace in self.traces if not trace.failed for word in trace.words)

    @cached_property
    def size(self) -> int:
        """How many episodes are counted."""
        return sum(not trace.failed for trace in self.traces)


@dataclass(frozen=True, slots=True)
class Profile:
    """What is typical of a group: weights are shares times the logarithm of the lift."""

    own: Mapping[str, float]
    options: Mapping[str, float]
    telling: frozenset[str]
    words: Mapping[str, float]
    size: int

    @property
    def weight(self) -> float:
        """How much it takes to have all of it."""
        return sum(self.own.values())

    @property
    def is_workflow(self) -> bool:
        """Whether there is something to repeat, and something to tell it by."""
        return len(self.own) >= LEAST_STEPS and bool(self.telling)


@dataclass(frozen=True, slots=True)
class Fit:
    """How well an episode fits."""

    covered: float
    """The share of the group's own acts, by weight."""
    gain: float
    """What is there less what is missing: the better of two groups gains more."""
    telling: frozenset[str]
    """The telling acts that the episode has."""
    asked: bool
    """Whether a typical word was said."""


def profile(members: Iterable[int], corpus: Corpus) -> Profile:
    """Describe a group by what its episodes have in common and others do not have."""
    inside = [corpus.traces[member] for member in members]
    size, others = len(inside), corpus.size - len(inside)
    own: dict[str, float] = {}
    options: dict[str, float] = {}
    telling: set[str] = set()
    for form, count in sorted(Counter(form for trace in inside for form in trace.forms).items()):
        share, lift = _share_and_lift(count, size, corpus.forms[form], others)
        weight = round(share * log2(1 + lift), 6)
        if share >= ALWAYS_SHARE or (share >= OWN_SHARE and lift >= OWN_LIFT):
            own[form] = weight
        elif share >= SOMETIMES_SHARE and lift >= TELLING_LIFT and _is_no_chance(form, count, size, corpus):
            options[form] = weight
        if form in own and lift >= TELLING_LIFT:
            telling.add(form)
    words: dict[str, float] = {}
    for word, count in sorted(Counter(word for trace in inside for word in trace.words).items()):
        share, lift = _share_and_lift(count, size, corpus.words[word], others)
        if count > 1 and share >= LEAST_WORD_SHARE and lift >= WORD_LIFT:
            words[word] = round(share * log2(1 + lift), 6)
    return Profile(own, options, frozenset(telling), words, size)


def fit(forms: frozenset[str], words: frozenset[str], to: Profile) -> Fit:
    """Say how well acts and words fit a group."""
    matched = sum(weight for form, weight in to.own.items() if form in forms)
    extra = sum(weight for form, weight in to.options.items() if form in forms)
    said = sum(weight for word, weight in to.words.items() if word in words)
    # A request counts as much as one act that is found nowhere else: it may be phrased in any way.
    gain = 2 * matched - to.weight + extra / 2 + min(said, log2(1 + 1 / BLUR))
    covered = matched / to.weight if to.weight else 0.0
    return Fit(round(covered, 6), round(gain, 6), to.telling & forms, said > 0)


def alike(one: Profile, other: Profile) -> float:
    """Return the share of acts, by weight, that two groups have in common; options count for neither."""
    forms = (one.own.keys() | other.own.keys()) - one.options.keys() - other.options.keys()
    both = sum(min(one.own.get(form, 0.0), other.own.get(form, 0.0)) for form in sorted(forms))
    either = sum(max(one.own.get(form, 0.0), other.own.get(form, 0.0)) for form in sorted(forms))
    return round(both / either, 6) if either else 0.0


def lift_of(form: str, count: int, size: int, corpus: Corpus) -> float:
    """Return how many times as frequent as elsewhere a form is in a group that has it `count` times."""
    return _share_and_lift(count, size, corpus.forms[form], corpus.size - size)[1]


def chance(here: int, total: int, side: int, size: int) -> float:
    """Return how likely at least `here` of `total` fall on a side of `side` out of `size` by chance."""
    ways = sum(
        comb(side, count) * comb(size - side, total - count) for count in range(here, min(total, side) + 1)
    )
    return ways / comb(size, total)


def _is_no_chance(form: str, count: int, size: int, corpus: Corpus) -> bool:
    """Whether noise would hardly be there so often, or it is nowhere else."""
    everywhere = corpus.forms[form]
    is_only_here = count == everywhere and count >= LEAST_OPTION
    return is_only_here or TRIED * chance(count, everywhere, size, corpus.size) <= CHANCE


def _share_and_lift(count: int, size: int, everywhere: int, others: int) -> tuple[float, float]:
    share = count / size
    elsewhere = (everywhere - count) / others if others else 0.0
    return share, share / (elsewhere + BLUR)
