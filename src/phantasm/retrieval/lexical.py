"""Which units have the words of a question? The lexical arm: what is asked of the full-text index."""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, islice
from typing import NamedTuple

from phantasm.retrieval import matching, store
from phantasm.retrieval.tokens import FUNCTION_WORDS, tokens
from phantasm.storage.sql import Conditions
from phantasm.storage.work import Work

# The distance is optimal string alignment: a letter more, less or other, and two neighbours exchanged, are
# one step each. Only words that start with the first letter, or with the second one (the first two
# exchanged, or a letter too many in front), are looked at: people seldom mistype the first letter, and the
# index is sorted, so that the rest is never read.

# Steps by length in letters. A word of three letters has a neighbour for every letter ("cat", "car", "cut");
# from eight letters on two slips in one word are likelier than two such words.
_SHORTEST = 4
_LONG = 8
# The code points between these two are halves of pairs: no text has them, and UTF-8 cannot write them.
_BEFORE_SURROGATES = 0xD7FF
_AFTER_SURROGATES = 0xE000


def near_terms(term: str, vocabulary: Iterable[tuple[str, int]], most: int) -> list[tuple[str, int]]:
    """Return the words that a term may stand for, with their frequencies: nearest, then most frequent first.

    The term itself is never among them, and neither is a word with a digit: another number is another thing.
    """
    steps = _steps(term)
    if not steps:
        return []
    starts = term[:2]
    shortest, longest = len(term) - steps, len(term) + steps
    missing = frozenset(term).difference
    found = [
        (distance, -frequency, word)
        for word, frequency in vocabulary
        if word[:1] in starts
        and shortest <= len(word) <= longest
        # A step takes away at most one of the letters.
        and len(missing(word)) <= steps
        and (distance := _distance(term, word, steps))
        and distance <= steps
        and not _has_digit(word)
    ]
    return [(word, -rarity) for _, rarity, word in sorted(found)[: max(most, 0)]]


def ranges(term: str) -> list[tuple[str, str]]:
    """Return the half-open ranges of a sorted vocabulary that hold every word near to a term."""
    if not _steps(term):
        return []
    return [(sign, _after(sign)) for sign in sorted({term[0], term[1]})]


def _steps(term: str) -> int:
    if len(term) < _SHORTEST or _has_digit(term):
        return 0
    return 2 if len(term) >= _LONG else 1


def _has_digit(word: str) -> bool:
    return not word.isalpha() and any(sign.isdigit() for sign in word)


def _after(sign: str) -> str:
    return chr(_AFTER_SURROGATES if ord(sign) == _BEFORE_SURROGATES else ord(sign) + 1)


def _distance(one: str, other: str, most: int) -> int:
    """Return how many steps lead from one word to the other; `most` + 1 when there are more than `most`.

    With one or two steps it is quicker to try the few ways on from the first difference than to fill a table.
    """
    if one == other:
        return 0
    if not most or abs(len(one) - len(other)) > most:
        return most + 1
    at = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        at += 1
    one, other = one[at:], other[at:]
    exchanged = one[:2] == other[1::-1]
    if most == 1:
        # The last step: what follows it has to be the same on both sides.
        same = one[1:] == other[1:] or one[1:] == other or one == other[1:]
        return 1 if same or (exchanged and one[2:] == other[2:]) else 2
    ways = [(one[1:], other[1:]), (one[1:], other), (one, other[1:])]
    if exchanged:
        ways.append((one[2:], other[2:]))
    return 1 + min([_distance(left, right, most - 1) for left, right in ways])


# A row that matches costs about a microsecond to score (measured at a million rows), so this many rows keep a
# long question at some twenty milliseconds. The commonest words go first: they tell the least.
MOST_ROWS = 20_000
# A misspelt word stands for a few of the index's words, not for a page of them.
_NEAR_TERMS = 4
# What a word tells that half of all units have, or more: nothing, but some questions have no other word.
_LEAST = 1e-6
# However often a word comes in a text, and however short the text is, bm25 counts it as less than this many
# times what it tells: with k1 = 1.2, as SQLite has it.
_MOST_OF_A_WORD = 2.2
# A page of rows that have a rare word, and a quarter more: of so many, one more may have only that word in
# a text of the usual length, which counts as much as it tells.
_ENOUGH = 1.25
# Rows from which on it takes longer to score them than to look for the rare words twice.
_WORTH_PASSING_OVER = 600


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
        return {term: self.weight(term) for term in (*self.kept, *self.dropped)}

    def weight(self, term: str) -> float:
        """Return how much a word tells that is there."""
        count = min(self.frequencies[term], self.units)
        return max(_LEAST, math.log((self.units - count + 0.5) / (count + 0.5)))


def words_of(question: str) -> list[str]:
    """Return the words of a question that say what it is about, each once; all of them if none does."""
    found = list(dict.fromkeys(tokens(question)))
    return [word for word in found if word not in FUNCTION_WORDS] or found


def choose(work: Work, words: Sequence[str], *, live_only: bool, sensitive: bool = True) -> Terms:
    """Return which words to look for: those that are there, the rarest first, as many as are affordable.

    A word that only sensitive units have is not there for a caller who may not read them.
    """
    counted = dict(matching.frequencies(work, words, live=True))
    sizes = store.sizes(work)
    units = sizes.live
    if not live_only:
        for term, rows in matching.frequencies(work, words, live=False).items():
            counted[term] = counted.get(term, 0) + rows
        units = sizes.units
    if not sensitive:
        counted = {term: rows for term, rows in counted.items() if _is_open(work, term, live_only=live_only)}
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


def nearby(work: Work, words: Iterable[str], *, live_only: bool, sensitive: bool = True) -> list[str]:
    """Return the index's words that some words may be misspellings of, and those that are there as said.

    Words that only sensitive units have are no words for a caller who may not read them.
    """
    found: dict[str, None] = {}
    for word in words:
        vocabulary = matching.vocabulary(work, ranges(word), live_only=live_only)
        itself = [word] if any(term == word for term, _ in vocabulary) else []
        near = (term for term, _ in near_terms(word, vocabulary, len(vocabulary)))
        if not sensitive:
            itself = [term for term in itself if _is_open(work, term, live_only=live_only)]
            near = (term for term in near if _is_open(work, term, live_only=live_only))
        found.update(dict.fromkeys([*itself, *islice(near, _NEAR_TERMS)]))
    return list(found)


def any_of(terms: Iterable[str]) -> str:
    """Return the expression for texts with any of some words."""
    return " OR ".join(map(_quoted, terms))


def in_a_row(words: Iterable[str]) -> str:
    """Return the expression for texts that have some words in a row; empty without any word."""
    return " + ".join(map(_quoted, words))


def best(
    work: Work, terms: Terms, limit: int, *, live_only: bool, conditions: Conditions
) -> dict[int, float]:
    """Return the units that have the words looked for and match best, with their bm25.

    What has only common words is not scored where the rare ones alone fill the page: all the common words
    together count less than any hit on it.
    """
    filtered = not live_only or bool(conditions.clauses)
    rare, common = (terms.kept, ()) if filtered else parted(terms, limit)
    if common:
        found = matching.match_among(work, any_of(terms.kept), among=any_of(rare), limit=limit)
        if len(found) == limit and found[-1][1] > _MOST_OF_A_WORD * sum(map(terms.weight, common)):
            return dict(found)
    return matches(work, any_of(terms.kept), limit, live_only=live_only, conditions=conditions)


def parted(terms: Terms, limit: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the rare words that fill a page by themselves, and the common rest; none if not worth it."""
    rows = list(accumulate(terms.frequencies[term] for term in terms.kept))
    enough = next((place for place, count in enumerate(rows) if count >= _ENOUGH * limit), len(rows))
    for stop in range(enough + 1, len(rows)):
        common = terms.kept[stop:]
        if rows[-1] < max(2 * rows[stop - 1], rows[stop - 1] + _WORTH_PASSING_OVER):
            break
        if _MOST_OF_A_WORD * sum(map(terms.weight, common)) < terms.weight(terms.kept[enough]):
            return terms.kept[:stop], common
    return terms.kept, ()


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


def _is_open(work: Work, term: str, *, live_only: bool) -> bool:
    """Tell whether a unit that is not sensitive has a word."""
    places = (True,) if live_only else (True, False)
    return any(matching.is_open(work, _quoted(term), live=live) for live in places)


def _quoted(term: str) -> str:
    # The only sign that means something inside quotes is the quote itself.
    return '"' + term.replace('"', '""') + '"'
