"""How much of one kind, one package or one phrase may the corpus hold?

Without limits a handful of generated API clients would be most of it, and a model would learn their phrases
by heart.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from training.corpus.prose import MOST_ASKED, MOST_FOUND, draw, legal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from training.corpus.pair import Pair

MOST_OF_KIND = {
    "docstring": 250_000,
    "query": 150_000,
    "name": 110_000,
    "module": 30_000,
    "readme": 15_000,
    "comment": 120_000,
    "test": 80_000,
}
"""Pairs of each kind. Docstrings and queries are what is searched for; the others keep the model broad."""

MOST_OF_PACKAGE = 18_000
"""Pairs of one package: less than 3 % of a corpus of 600,000."""

_ALIKE = 2
"""Pairs of one kind whose questions have the same words in any order, numbers aside."""

_SAME = 3
"""Pairs with the same question, whatever their kind."""

_TEMPLATE = 12
"""Pairs of one kind and package whose questions start and end alike, as generated documentation does."""

_LEAST_ASKED = 2
_LEAST_FOUND = 5
_LEAST_LETTERS = 0.55
"""Share of letters among what is not space. Below it stand tables of numbers and encoded data."""

_LONGEST_WORD = 100
"""Characters without a space; beyond it text is data."""

_WORD = re.compile(r"[a-z]+")


class Origin(NamedTuple):
    """A pair and the package that it came from."""

    package: str
    pair: Pair


def usable(pair: Pair) -> bool:
    """Whether both sides have the right length, are text, and do not speak of rights."""
    asked, found = pair.a.split(), pair.b.split()
    if not (_LEAST_ASKED <= len(asked) <= MOST_ASKED and _LEAST_FOUND <= len(found) <= MOST_FOUND):
        return False
    if max(map(len, found)) > _LONGEST_WORD or pair.a == pair.b or legal(pair.a) or legal(pair.b):
        return False
    return sum(map(str.isalpha, pair.b)) >= _LEAST_LETTERS * sum(map(len, found))


def of_package(name: str, pairs: Iterable[Pair]) -> list[Origin]:
    """What one package may give: its templates thinned out, then a sample in the order of the source."""
    templates: Counter[tuple[str, ...]] = Counter()
    kept = []
    for pair in pairs:
        words = _WORD.findall(pair.a.lower())
        template = (pair.source, *words[:3], *words[-2:])
        templates[template] += 1
        if templates[template] <= _TEMPLATE and usable(pair):
            kept.append(Origin(name, pair))
    return _sampled(kept, MOST_OF_PACKAGE)


def of_corpus(origins: Iterable[Origin]) -> Iterator[Origin]:
    """Drop what was seen before in all but name, then sample each kind down; the order stays.

    It is the order of the source, not a shuffled one: pairs of one function stand together, so that the
    compressor stores their code once.
    """
    fresh = list(_fresh(origins))
    taken = {
        origin
        for kind, most in MOST_OF_KIND.items()
        for origin in _sampled([origin for origin in fresh if origin.pair.source == kind], most)
    }
    yield from _once(origin for origin in fresh if origin in taken)


def _once(origins: Iterable[Origin]) -> Iterator[Origin]:
    """Each pair under its first kind only: a docstring in lower case may be its own query."""
    seen: set[int] = set()
    for origin in origins:
        both = draw(origin.pair.a, origin.pair.b)
        if both not in seen:
            seen.add(both)
            yield origin


def _fresh(origins: Iterable[Origin]) -> Iterator[Origin]:
    alike: Counter[tuple[str, str]] = Counter()
    same: Counter[str] = Counter()
    found: set[tuple[str, int]] = set()
    for origin in origins:
        source, a, b = origin.pair
        likeness = source, " ".join(sorted(_WORD.findall(a.lower())))
        answer = source, draw(" ".join(b.split()))
        if alike[likeness] < _ALIKE and same[a] < _SAME and answer not in found:
            alike[likeness] += 1
            same[a] += 1
            found.add(answer)
            yield origin


def _sampled(origins: list[Origin], most: int) -> list[Origin]:
    """At most so many, chosen by what is found: a function is in with all its questions, or out with them."""
    if len(origins) <= most:
        return origins
    ranked = sorted(range(len(origins)), key=lambda place: (draw(origins[place].pair.b), place))
    return [origins[place] for place in sorted(ranked[:most])]
