"""Which sentences of an item matter, and what is each worth? Pure."""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from phantasm.context.merging import Gist, gist
from phantasm.context.model import Asked, Candidate, Span
from phantasm.context.sentences import sentences
from phantasm.retrieval.tokens import FUNCTION_WORDS, tokens

# The figures come from sweeps over the development sets, near optima that are flat; docs/context.md has the
# table.
# The better an item answers, the more it is worth: by its place, moved by so many places, to this power.
_FLATTEN_PLACES, _STEEPNESS = 10, 1.3
# What a sentence is worth that shares no word with the task.
_ANY_SENTENCE = 0.1
# What an item's first sentence adds: it says what the rest is about.
_OPENING = 0.1
# What the first excerpt of an item adds: an item that is there at all can be looked up by its handle.
_PRESENCE = 0.2
# What each further excerpt of one item keeps of its worth.
_FURTHER = 0.6
# What words that nothing before has said add, per character; short sentences count as if somewhat longer.
_NOVELTY, _NOVELTY_CHARACTERS = 8.0, 20
# A word has three letters and a blank or more, so that is the most that can be new in a character.
_MOST_NOVELTY = _NOVELTY / 4
# Shorter words tell nothing.
_SHORTEST_WORD = 3
# What program text is worth beside prose, and how many of its signs in a text make it program text.
_IN_CODE, _CODE_SHARE = 0.3, 0.1
_CODE = re.compile(r"[{}()\[\];=<>_|`]")

# Short statements are said whole: half a rule is no rule.
_WHOLE_CHARACTERS = 400


class Read(NamedTuple):
    """A text by its sentences."""

    spans: tuple[Span, ...]
    said: tuple[frozenset[str], ...]
    """The words of each sentence."""
    telling: tuple[frozenset[str], ...]
    """Those that tell something."""
    prose: tuple[float, ...]
    """What each sentence keeps of its worth for being prose."""
    gist: Gist
    """What the whole text says."""


@dataclass(slots=True)
class Opened:
    """An item with its sentences, and what each has of the task's words."""

    candidate: Candidate
    read: Read
    relevance: tuple[float, ...]
    taken: set[int] = field(default_factory=set)

    def worth(self, sentence: int, known: set[str]) -> float:
        """Return what a sentence is worth beside words that have been said already."""
        start, stop = self.read.spans[sentence]
        new = len(self.read.telling[sentence] - known) / (stop - start + _NOVELTY_CHARACTERS)
        value = (_ANY_SENTENCE + self.relevance[sentence]) * _FURTHER ** len(self.taken)
        value = (value + _NOVELTY * new) * self.read.prose[sentence]
        if not self.taken:
            value += _PRESENCE
        return place_value(self.candidate.rank) * value


def place_value(rank: int) -> float:
    """Return what an item is worth by its place."""
    return float((rank + _FLATTEN_PLACES) ** -_STEEPNESS)


def most_worth(rank: int) -> float:
    """Return what no sentence of an item at a place is worth more than."""
    return place_value(rank) * (_ANY_SENTENCE + 1 + _OPENING + _PRESENCE + _MOST_NOVELTY)


def opened(candidate: Candidate, asked: Asked) -> Opened:
    """Return an item with its sentences and what each has of the task's words."""
    whole = candidate.is_record and len(candidate.text) <= _WHOLE_CHARACTERS
    read = _read(candidate.text, whole=whole)
    total = sum(asked.weights.values())
    relevance = [
        sum(weight for word, weight in asked.weights.items() if word in words) / total if total else 0.0
        for words in read.said
    ]
    relevance[0] += _OPENING
    return Opened(candidate, read, tuple(relevance))


# The stable part is the same in every context: it is read once. A thousand texts take some ten megabytes.
@lru_cache(maxsize=1024)
def _read(text: str, *, whole: bool) -> Read:
    spans = ((0, len(text)),) if whole else sentences(text) or ((0, len(text)),)
    in_order = [tokens(text[start:stop]) for start, stop in spans]
    said = tuple(frozenset(words) for words in in_order)
    telling = tuple(
        frozenset(
            word
            for word in words
            if len(word) >= _SHORTEST_WORD and word.isalpha() and word not in FUNCTION_WORDS
        )
        for words in said
    )
    prose = tuple(_prose(text[start:stop]) for start, stop in spans)
    return Read(spans, said, telling, prose, gist(text, [*chain(*in_order)]))


def _prose(text: str) -> float:
    """Return what a sentence keeps of its worth: all of it in prose, a third in program text."""
    share = len(_CODE.findall(text)) / max(1, len(text))
    return 1 - (1 - _IN_CODE) * min(1.0, share / _CODE_SHARE)
