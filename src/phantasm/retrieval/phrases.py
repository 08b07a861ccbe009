"""Which units may hold a text word for word? What has its words in a row, and what was cut within it."""

from __future__ import annotations

from heapq import merge
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from phantasm.retrieval import lexical, matching, store
from phantasm.retrieval.documents import words_of_lines
from phantasm.retrieval.tokens import tokens
from phantasm.storage.sql import Conditions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phantasm.retrieval.model import Unit
    from phantasm.storage.work import Work

# Characters of a text that are looked for in the index: fewer than the shortest part that something follows
# (half of `formation.PART_CHARACTERS`), so that they lie in one part, or in the end of one and the beginning
# of the next. Whoever holds the whole text holds its beginning.
_LOOKED_FOR = 400
# Units that are read at a time: a page of memory, and mostly more than a page of hits needs.
_PAGE = 500
_IS_CUT = "(u.part > 0 OR u.stop < u.length)"


class Phrase(NamedTuple):
    """Words in a row, and how they show in units that were cut within them."""

    whole: str
    """The expression for units that have all of it."""
    halves: str
    """The expression for units that may have what stands on one side of a cut; empty for a single word."""
    heads: tuple[str, ...]
    tails: tuple[str, ...]
    """What may stand before a cut, and what behind it."""

    def is_cut_by(self, unit: Unit) -> bool:
        """Tell whether a unit ends with the first of the words, or begins with the last."""
        return unit.body.endswith(self.heads) or unit.body.startswith(self.tails)


def candidates(work: Work, text: str, *, live_only: bool, conditions: Conditions) -> Iterator[Unit]:
    """Yield the units that may hold a text, newest first: too many rather than too few.

    What begins or ends inside a word is not known to the index.
    """
    streams: list[Iterator[Unit]] = []
    cut = Conditions([*conditions.clauses, _IS_CUT], conditions.parameters)
    for phrase in _phrases(work, text, live_only=live_only):
        for live in (True,) if live_only else (True, False):
            streams.append(_newest(work, phrase.whole, live=live, conditions=conditions))
            if phrase.halves:
                halves = _newest(work, phrase.halves, live=live, conditions=cut)
                streams.append(filter(phrase.is_cut_by, halves))
    found = merge(*streams, key=lambda unit: -unit.id)
    return (next(same) for _, same in groupby(found, key=lambda unit: unit.id))


def _phrases(work: Work, text: str, *, live_only: bool) -> list[Phrase]:
    """Return a text as the index has its words; in the history of a file the ends of lines are words."""
    beginning = _beginning(text)
    readings = dict.fromkeys([tuple(tokens(beginning)), tuple(words_of_lines(beginning.strip("\n")))])
    unspaced = len(text.split()) == 1
    return [
        Phrase(
            whole=lexical.in_a_row(words),
            halves=_halves(work, words, unspaced=unspaced, live_only=live_only),
            heads=tuple(" ".join(words[:stop]) for stop in range(1, len(words))),
            tails=tuple(" ".join(words[start:]) for start in range(1, len(words))),
        )
        for words in readings
        if words
    ]


def _beginning(text: str) -> str:
    """Return the beginning of a text up to a blank; all of it where it has none there."""
    begun = text[:_LOOKED_FOR].rsplit(maxsplit=1)
    return begun[0] if len(text) > _LOOKED_FOR and len(begun) > 1 else text


def _halves(work: Work, words: Sequence[str], *, unspaced: bool, live_only: bool) -> str:
    """Return the expression for units that have one side of a cut through some words.

    Wherever the cut is, the rarest word is on one side of it, and with it everything between it and that end.
    """
    if len(words) == 1:
        return ""
    counted = matching.frequencies(work, words, live=True)
    past = {} if live_only else matching.frequencies(work, words, live=False)
    at = min(range(len(words)), key=lambda place: counted.get(words[place], 0) + past.get(words[place], 0))
    sides = [words[: at + 1], words[at:]]
    if unspaced:
        # A cut that found no blank may go through the rarest word itself: then what is before it is in a row.
        sides.append(words[:at] or words[1:])
    return " OR ".join(f"({lexical.in_a_row(side)})" for side in sides)


def _newest(work: Work, expression: str, *, live: bool, conditions: Conditions) -> Iterator[Unit]:
    below: int | None = None
    while ids := matching.newest(work, expression, _PAGE, live=live, below=below, conditions=conditions):
        units = store.find(work, ids)
        yield from (units[name] for name in ids if name in units)
        below = ids[-1]
