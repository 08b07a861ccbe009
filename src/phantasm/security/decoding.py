"""Escaped and encoded text as its reader will see it, with the way back to the places in the original.

A secret is stored as somebody printed it: coloured by a terminal, escaped as JSON inside JSON, encoded for a
URL, or as base64 in a manifest. The rules look at what is left when that is taken away; what they find is
masked where it stands in the text as it came.
"""

import base64
import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from phantasm.contracts.patterns import compiled

# JSON in JSON in a log line is escaped three times over; nothing that people paste is escaped more often.
MOST_ROUNDS = 4
# Enough to tell text from noise: 24 bytes of noise are hardly ever UTF-8 without control characters.
_SAMPLE_CHARACTERS = 32
_CONTROLS = frozenset(map(chr, range(0x20))) - frozenset("\t\n\r\x1b")
_SIMPLE = {"n": "\n", "r": "\r", "t": "\t", "b": " ", "f": " ", "e": "\x1b", "a": " ", "v": " "}
_ENTITIES = {"quot": '"', "amp": "&", "lt": "<", "gt": ">", "apos": "'"}
# Zero-width and joining characters, which a terminal or a browser does not show.
_INVISIBLE = "\u00ad\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\ufeff"

# The first character stands alone in front, so that the search skips to the next one that may begin one.
_ESCAPE = (
    rf"[\x1b\\%&{_INVISIBLE}](?:"
    # ECMA-48: control sequences (colours), operating system commands (titles, links), single functions
    r"(?<=\x1b)(?:\[[0-?]{0,64}+[ -/]{0,8}+[@-~]|\][^\x07\x1b]{0,2048}+(?:\x07|\x1b\\)|[@-Z^_=>78])"
    r"|(?<=\\)(?:u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]{1,6}\}|x[0-9a-fA-F]{2}|0[0-7]{2}|[nrtbfeav\"'`/\\])"
    r"|(?<=%)[0-9a-fA-F]{2}"
    r"|(?<=&)(?:quot|amp|lt|gt|apos|#[0-9]{1,6}|#x[0-9a-fA-F]{1,5});"
    rf"|(?<=[{_INVISIBLE}])[{_INVISIBLE}]*+)"
)
# A run of base64: wrapped to lines of at least sixty characters, or in one piece that is longer than a word.
_BASE64 = (
    r"(?<![A-Za-z0-9+/_\-])"
    r"(?:[A-Za-z0-9+/]{60,76}+(?:\r?\n[ \t]{0,32}+[A-Za-z0-9+/]{4,76}+(?==*+(?:[\r\n\"']|\Z)))++"
    r"|[A-Za-z0-9+/_\-]{24,}+)={0,2}"
)

_Pieces: TypeAlias = tuple[list[int], list[tuple[int, int]]]


class Decoded:
    """A text without its escapes, which were taken away round after round."""

    def __init__(self, rounds: list[str]) -> None:
        """Hold the text as it came and as each round left it."""
        self.text = rounds[-1]
        self._before = rounds[:-1]
        self._places: list[_Pieces] = []

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a span of the decoded text stands in the original."""
        if not self._places:  # most texts hold no secret, and nobody asks
            self._places = [_pieces(text) for text in reversed(self._before)]
        for begins, places in self._places:
            first, last = bisect_right(begins, start) - 1, bisect_right(begins, end - 1) - 1
            place, width = places[last]
            end = place + end - 1 - begins[last] + width
            start = places[first][0] + start - begins[first]
        return start, end


def without_escapes(text: str) -> Decoded | None:
    """Return a text with its escapes taken away; None where there are none."""
    rounds = [text]
    while len(rounds) <= MOST_ROUNDS:
        current = rounds[-1]
        if (
            "\\" not in current
            and "%" not in current
            and "\x1b" not in current
            and "&" not in current
            and current.isascii()
        ):
            break
        following = compiled(_ESCAPE).sub(_meaning, current)
        if following == current:
            break
        rounds.append(following)
    return Decoded(rounds) if len(rounds) > 1 else None


def encoded_texts(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield what stands in base64 and is text: (what it says, start, end)."""
    for match in compiled(_BASE64).finditer(text):
        said = _text_in(match[0])
        if said:
            yield said, match.start(), match.end()


def _meaning(match: re.Match[str]) -> str:
    """Return the character that an escape stands for; nothing where it only moved, coloured or hid."""
    escape = match[0]
    return _character(escape) if escape[0] in "\\%&" else ""


@lru_cache(maxsize=2048)  # the same few escapes stand in every text; the longest has eleven characters
def _character(escape: str) -> str:
    kind, rest = escape[0], escape[1:].rstrip("};")
    if kind == "%" or rest[0] in "ux":
        return _numbered(int(rest.lstrip("ux{"), 16))
    if kind == "&":
        if rest[0] != "#":
            return _ENTITIES[rest]
        return _numbered(int(f"0{rest[1:]}", 16) if rest[1] == "x" else int(rest[1:]))
    return _numbered(int(rest, 8)) if rest[0] == "0" else _SIMPLE.get(rest, rest)


def _numbered(number: int) -> str:
    """Return a character by number; what cannot stand in a text becomes a mark of the same length."""
    is_character = 0 < number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF  # noqa: PLR2004 - Unicode's own
    return chr(number) if is_character else "\ufffd"


def _pieces(text: str) -> _Pieces:
    """Return where each piece begins that is left of a text, and where it stood: (place, width of a letter).

    What was copied has letters one wide. The meaning of an escape is one letter, as wide as the escape.
    """
    begins: list[int] = []
    places: list[tuple[int, int]] = []
    length = done = 0
    for match in compiled(_ESCAPE).finditer(text):
        start, end = match.span()
        if start > done:
            begins.append(length)
            places.append((done, 1))
            length += start - done
        if _meaning(match):
            begins.append(length)
            places.append((start, end - start))
            length += 1
        done = end
    begins.append(length)
    places.append((done, 1))
    return begins, places


def _text_in(run: str) -> str:
    """Return the text that a run of base64 holds; nothing where it holds bytes, or is a word or a path."""
    standard = "".join(run.split()).replace("-", "+").replace("_", "/").rstrip("=")
    sample = _decoded(standard[:_SAMPLE_CHARACTERS])
    if "\ufffd" in sample[:-1] or not _CONTROLS.isdisjoint(sample):
        return ""
    return _decoded(standard)


def _decoded(standard: str) -> str:
    whole = len(standard) - (len(standard) % 4 == 1)  # one letter too many says nothing
    data = base64.b64decode(standard[:whole] + "=" * (-whole % 4))
    # What PowerShell encodes has two bytes for each letter.
    return data.decode("utf-16-le" if data[1:2] == b"\0" else "utf-8", "replace")
