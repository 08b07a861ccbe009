"""Does a group of episodes hold two workflows that look alike? Pure.

What users ask for tells workflows apart. Where an act is in only some of the episodes and the requests of
those are worded otherwise than the rest, they are two workflows; where the wording does not differ, the act
is an option of one.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from phantasm.learning.procedures.profiles import TELLING_LIFT, Corpus, chance, lift_of

LEAST_PART = 3
"""Episodes on each side of a split: as many as a workflow needs."""
CHANCE = 0.01
"""The probability up to which a word's place on one side is no chance (hypergeometric, one-sided), all words
that were tried taken together."""
WORDED = 0.6
"""The share of one side's requests that such words must be in."""
DEEPEST = 4
"""How often a part is split again; four times tell sixteen workflows apart that share their acts."""


Forms = Mapping[int, frozenset[str]]
"""The forms of each episode, without those that a second workflow in the same episode explains."""


def split(members: Sequence[int], forms: Forms, corpus: Corpus, depth: int = 0) -> list[tuple[int, ...]]:
    """Return the workflows of a group: itself where it is one."""
    cut = _best_cut(members, forms, corpus) if depth < DEEPEST else None
    if cut is None:
        return [tuple(members)]
    inside = [member for member in members if cut in forms[member]]
    outside = [member for member in members if cut not in forms[member]]
    return [part for side in (inside, outside) for part in split(side, forms, corpus, depth + 1)]


def _best_cut(members: Sequence[int], forms: Forms, corpus: Corpus) -> str | None:
    size = len(members)
    counts = Counter(form for member in members for form in forms[member])
    words = Counter(word for member in members for word in corpus.traces[member].words)
    common = {word for word, count in words.items() if count >= LEAST_PART}
    best: tuple[float, int, str] | None = None
    for form, count in sorted(counts.items()):
        if not LEAST_PART <= count <= size - LEAST_PART or lift_of(form, count, size, corpus) < TELLING_LIFT:
            continue
        inside = [corpus.traces[member].words for member in members if form in forms[member]]
        outside = [corpus.traces[member].words for member in members if form not in forms[member]]
        worded = max(_worded(inside, outside, common), _worded(outside, inside, common))
        if worded >= WORDED:
            # Nearly even parts first: they leave the most to decide by.
            best = min(best or (2.0, 0, ""), (round(1 - worded, 3), abs(size - 2 * count), form))
    return best[2] if best else None


def _worded(side: Sequence[frozenset[str]], rest: Sequence[frozenset[str]], common: set[str]) -> float:
    """Return the share of one side's requests with a word that is hardly ever in the others'."""
    here = Counter(word for words in side for word in words & common)
    there = Counter(word for words in rest for word in words & common)
    own = {
        word
        for word, count in here.items()
        if chance(count, count + there[word], len(side), len(side) + len(rest)) * len(common) <= CHANCE
    }
    return sum(1 for words in side if words & own) / len(side)
