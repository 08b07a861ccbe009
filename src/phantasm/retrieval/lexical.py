"""Which units have the words of a question? The lexical arm: what is asked of the full-text index."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from phantasm.retrieval import matching, store
from phantasm.retrieval.nearness import near_terms, ranges
from phantasm.retrieval.tokens import FUNCTION_WORDS, tokens
from phantasm.storage.sql import Conditions
from phantasm.storage.work import Work

# A row that matches costs about a microsecond to score (measured at a million rows), so this many rows keep a
# long question at some twenty milliseconds. The commonest words go first: they tell the least.
MOST_ROWS = 20_000
# A misspelt word stands for a few of the index's words, not for a page of them.
_NEAR_TERMS = 4
# What a word tells that half of all units have, or more: nothing, but some questions have no other word.
_LEAST = 1e-6


class Terms(NamedTuple):
    """The words of a question that are looked for."""

    kept: tuple[str, ...]
    dropped: tuple[str, ...]
    """Too common to be looked for; they cost much and tell little."""
    frequencies: Mapping[str, int]
    """In how many units each word is."""
    units: int
    """How many units there are."""

    def weights(self) -> dict[str, float]:
        """Return how much each word tells: the rarer, the more."""
        return {
            term: max(_LEAST, math.log((self.units - count + 0.5) / (count + 0.5)))
            for term in (*self.kept, *self.dropped)
            for count in (min(self.frequencies[term], self.units),)
        }


def words_of(question: str) -> list[str]:
    """Return the words of a question that say what it is about, each once; all of them if none does."""
    found = list(dict.fromkeys(tokens(question)))
    return [word for word in found if word not in FUNCTION_WORDS] or found


def choose(work: Work, words: Sequence[str], *, live_only: bool) -> Terms:
    """Return which words to look for: those that are there, the rarest first, as many as are affordable."""
    counted = dict(matching.frequencies(work, words, live=True))
    sizes = store.sizes(work)
    units = sizes.live
    if not live_only:
        for term, rows in matching.frequencies(work, words, live=False).items():
            counted[term] = counted.get(term, 0) + rows
        units = sizes.units
    known = [word for word in words if counted.get(word)]
    kept = affordable(known, counted)
    dropped = sorted(set(known) - set(kept), key=lambda word: (counted[word], word))
    return Terms(tuple(kept), tuple(dropped), counted, units)


def affordable(words: Iterable[str], counted: Mapping[str, int]) -> list[str]:
    """Return the rarest of some words, as many as can be looked for; one at least."""
    kept: list[str] = []
    rows = 0
    for word in sorted(words, key=lambda word: (counted[word], word)):
        rows += counted[word]
        if kept and rows > MOST_ROWS:
            break
        kept.append(word)
    return kept


def nearby(work: Work, words: Iterable[str], *, live_only: bool) -> list[str]:
    """Return the index's words that some words may be misspellings of, and those that are there as said."""
    found: dict[str, None] = {}
    for word in words:
        vocabulary = matching.vocabulary(work, ranges(word), live_only=live_only)
        found.update(dict.fromkeys([word] if any(term == word for term, _ in vocabulary) else []))
        found.update(dict.fromkeys(term for term, _ in near_terms(word, vocabulary, _NEAR_TERMS)))
    return list(found)


def any_of(terms: Iterable[str]) -> str:
    """Return the expression for texts with any of some words."""
    return " OR ".join(map(_quoted, terms))


def in_a_row(text: str) -> str:
    """Return the expression for texts that have a text's words in a row; empty without any word."""
    found = tokens(text)
    return " + ".join(map(_quoted, found))


def matches(
    work: Work, expression: str, limit: int, *, live_only: bool, conditions: Conditions
) -> dict[int, float]:
    """Return the units whose words match best, with their bm25."""
    if not expression:
        return {}
    found = dict(matching.match(work, expression, limit, live=True, conditions=conditions))
    if not live_only:
        found |= dict(matching.match(work, expression, limit, live=False, conditions=conditions))
    best = sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
    return dict(best[:limit])


def _quoted(term: str) -> str:
    # The only sign that means something inside quotes is the quote itself.
    return '"' + term.replace('"', '""') + '"'
