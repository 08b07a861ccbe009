"""Which pairs are kept: clean ones, once each, and no source above its share."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import TYPE_CHECKING

from training.corpus.pair import Pair, clean
from training.corpus.sentences import words

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

ASKED = range(2, 61)
FOUND = range(5, 201)
SAME_QUESTION = 3
SHARE = 0.15
"""The most one package may be of the whole."""
SEED = 20240531

_BOILERPLATE = re.compile(
    r"all rights reserved|copyright \(c\)|without warranty|permission is (?:hereby )?granted"
    r"|creativecommons\.org|GNU (?:Free|General|Lesser)|licensed under|project gutenberg"
    r"|this page (?:is part of|documents version)"
    r"|mailing list at|powered by|last (?:modified|updated)|javascript",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"</?\w+>|\{\{|\}\}|\\f[BIR]|\[\d+\]$|={4,}|-{5,}|_{4,}|&\w+;|(?:\w |\()[.)](?: |$)")
_LETTERS = re.compile(r"[A-Za-z ,.']")
_MOSTLY = 0.82
_REFRAIN = 5
"""Pairs with the same answer beyond which it is a page's furniture: a navigation line, a standing notice."""


def cut(text: str) -> str:
    """At most as many words as may be found, on one line per line."""
    text = clean(text)
    if words(text) < FOUND.stop:
        return text
    return " ".join(text.split()[: FOUND.stop - 1])


def readable(text: str) -> bool:
    """English rather than tables, code or mark-up."""
    return len(_LETTERS.findall(text)) >= _MOSTLY * len(text) and not _MARKUP.search(text)


class Keeper:
    """Takes pairs from any number of packages and keeps each text pair once."""

    def __init__(self) -> None:
        self.kept: dict[str, list[Pair]] = {}
        self._seen: set[tuple[str, str]] = set()
        self._asked: Counter[str] = Counter()

    def add(self, package: str, pair: Pair) -> bool:
        """Keep the pair under the package's name; whether it was worth it."""
        a, b = clean(pair.a), cut(pair.b)
        if words(a) not in ASKED or words(b) not in FOUND or a == b or not (readable(a) and readable(b)):
            return False
        if _BOILERPLATE.search(a) or _BOILERPLATE.search(b):
            return False
        if (a, b) in self._seen or self._asked[a] >= SAME_QUESTION:
            return False
        self._seen.add((a, b))
        self._asked[a] += 1
        self.kept.setdefault(package, []).append(Pair(pair.source, a, b))
        return True


def shares(
    counts: Mapping[str, int], most: int, preferred: Collection[str] = (), share: float = SHARE
) -> dict[str, int]:
    """How many pairs each package may keep, so that none is above its share and all are at most `most`.

    Taking from the largest makes the whole smaller, and with it what a share is: repeat until it holds.
    What does not fit is taken from the largest packages that are not preferred; an even cut would take
    from the small ones, which are the varied ones.
    """
    kept = dict(counts)
    while True:
        ceiling = int(min(most, sum(kept.values())) * share)
        lower = {name: min(count, ceiling) for name, count in kept.items()}
        while sum(lower.values()) > most and ceiling:
            ceiling -= max(1, ceiling // 100)
            lower = {n: count if n in preferred else min(count, ceiling) for n, count in lower.items()}
        if lower == kept:
            return kept
        kept = lower


def sampled(
    kept: Mapping[str, list[Pair]], most: int, preferred: Collection[str] = ()
) -> dict[str, list[Pair]]:
    """Each package's share, drawn with a fixed seed, in the order of the text."""
    allowed = shares({name: len(pairs) for name, pairs in kept.items()}, most, preferred)
    chosen: dict[str, list[Pair]] = {}
    for name in sorted(kept):
        pairs = kept[name]
        draw = random.Random(f"{SEED}:{name}")  # noqa: S311 - a repeatable draw, no secret
        indices = sorted(draw.sample(range(len(pairs)), allowed[name]))
        chosen[name] = [pairs[index] for index in indices]
    return chosen


def without_refrains(chosen: Mapping[str, list[Pair]]) -> dict[str, list[Pair]]:
    """The pairs whose answer is their own: what stands on every page answers no question."""
    answers = Counter(pair.b for pairs in chosen.values() for pair in pairs)
    return {name: [pair for pair in pairs if answers[pair.b] <= _REFRAIN] for name, pairs in chosen.items()}
