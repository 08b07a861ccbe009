"""Where do the sentences of a text begin and end, and which words are in each? Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from phantasm.learning.claims.passages import Place, passages

LONGEST_CHARACTERS = 400
"""A longer sentence claims more than one thing, or is none; the rules look at nothing longer."""
SHORTEST_CHARACTERS = 6
"""The shortest claim is a verb and a name: "use uv"."""

_END = re.compile(r"[.!?…]+[\"')\]\u2019\u201d*_]*(?=\s)")
_NO_END = re.compile(
    r"(?i)(?:\b(?:e\.g|i\.e|vs|etc|cf|resp|approx|incl|excl|no|nr|st|dr|mr|mrs|ms|prof|sec|fig|ver|v|a\.k\.a)"
    r")\.$"
)
_AROUND = " \t\r\n*_\u2022\u2013\u2014"
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_PLAIN = str.maketrans("\u2019\u2018\u201c\u201d", "''\"\"")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a turn."""

    start: int
    stop: int
    """Where it stands in the turn's text."""
    text: str
    """On one line, with plain quotation marks and without bold ones."""
    low: str
    """The same in small letters, as long as it."""
    words: frozenset[str]
    place: Place
    order: int
    """Which sentence of its turn it is."""


def sentences_of(text: str) -> Iterator[Sentence]:
    """Yield the sentences of a turn's prose, in order."""
    order = 0
    for passage in passages(text):
        for start, stop in _spans(text, passage.start, passage.stop):
            found = sentence(text, start, stop, place=passage.place, order=order)
            order += 1
            if found is not None:
                yield found


def sentence(text: str, start: int, stop: int, *, place: Place, order: int) -> Sentence | None:
    """Return a stretch of text as a sentence, without the marks around it; None where the length is wrong."""
    piece = text[start:stop]
    begin = start + len(piece) - len(piece.lstrip(_AROUND))
    piece = piece.strip(_AROUND)
    if not SHORTEST_CHARACTERS <= len(piece) <= LONGEST_CHARACTERS:
        return None
    plain = " ".join(piece.translate(_PLAIN).replace("**", "").split())
    low = plain.lower()
    if len(low) != len(plain):  # a few letters of other alphabets have a longer small form
        low = "".join(sign.lower() if sign.isascii() else sign for sign in plain)
    return Sentence(begin, begin + len(piece), plain, low, frozenset(_WORD.findall(low)), place, order)


def _spans(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    begin = start
    for match in _END.finditer(text, start, stop):
        if _NO_END.search(text, max(begin, match.end() - 12), match.end()):
            continue
        yield begin, match.end()
        begin = match.end()
    if begin < stop:
        yield begin, stop
