"""Which words of the index is a word a misspelling or a variant of? Pure.

The distance is optimal string alignment: a letter more, less or other, and two neighbours exchanged, are one
step each. Only words that start with the first letter, or with the second one (the first two exchanged, or a
letter too many in front), are looked at: people seldom mistype the first letter, and the index is sorted, so
that the rest is never read.
"""

from collections.abc import Iterable

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
