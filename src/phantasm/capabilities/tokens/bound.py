"""How many tokens can a text be at most, for a model whose vocabulary is not public?

A text is read with a small vocabulary, and what a finer one would cut further is charged by the character:
letters, capitals, digits, signs, bytes beyond ASCII, gaps, and stretches that repeat themselves. The charges
are the least that stay above every vocabulary measured, on every single line (docs/tokens.md).

Each line is bounded by itself, so the bound of a text is the sum over its lines.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

VOCABULARY = "mistral_v1"
"""The small vocabulary, of 32,000 pieces: of those tried, it gave the lowest bound for prose and code."""

# Hundredths of a token. A linear program found them: the least sum over prose and code such that none of
# 205,000 lines falls below any of 35 counts. Then they were rounded up.
_LINE = 300
_PIECE = 78
_LOWER = 35
_UPPER = 61
_TITLE = 53  # a capital before a small letter, besides _UPPER: newer Claude vocabularies have few such words
_DIGIT = 22
_SIGN = 61
_WIDE = 75  # a byte beyond ASCII
_EASTERN = (
    170  # a Chinese or Japanese character, instead of its three bytes: most vocabularies have many of them
)
_GAP = 70  # each white space after the first in a row: some vocabularies have no runs of them
_LOOP = 78  # each byte of a stretch that repeats itself: what costs most can stand there again and again

MARGIN = 103
"""Percent: on top, for vocabularies that could not be measured. On 129,000 lines more none was needed."""

_STRETCH = 256
"""Characters that are looked at together for repetition: longer prose repeats itself without being a loop."""

_WHOLE = 100 * 100
"""One token, as hundredths times percent."""

_GAPS = re.compile(rb"s{2,}")
_EAST = re.compile("[\u3001-\u9fff\uff01-\uff60]")


def _kind(byte: int) -> bytes:
    character = chr(byte)
    if not character.isascii():
        return b"w"
    if character.isalpha():
        return b"l" if character.islower() else b"u"
    if character.isdigit():
        return b"d"
    return b"s" if character.isspace() else b"p"


_KINDS = b"".join(_kind(byte) for byte in range(256))
"""What each byte of UTF-8 is: (l)ower, (u)pper, (d)igit, (s)pace, (w)ide; signs and controls are (p)."""


class Bound:
    """Never below the count of any vocabulary that was measured."""

    name = "bound"
    exact = False

    def __init__(self, pieces: Callable[[str], int]) -> None:
        """`pieces` counts with the small vocabulary."""
        self._pieces = pieces

    def count(self, text: str) -> int:
        """The sum over the lines, each with its line feed."""
        lines = text.split("\n")
        last = lines.pop()
        whole = sum(self._line(line + "\n") for line in lines)
        return whole + (self._line(last) if last else 0)

    def _line(self, line: str) -> int:
        kinds = line.encode().translate(_KINDS)
        charge = (
            _LINE
            + _PIECE * self._pieces(line)
            + _LOWER * kinds.count(b"l")
            + _UPPER * kinds.count(b"u")
            + _TITLE * kinds.count(b"ul")
            + _DIGIT * kinds.count(b"d")
            + _SIGN * kinds.count(b"p")
            + _beyond_ascii(line)
            + _GAP * sum(len(gap) - 1 for gap in _GAPS.findall(kinds))
            + _LOOP * _looped(line)
        )
        return -(-charge * MARGIN // _WHOLE)


def _beyond_ascii(line: str) -> int:
    """The charge as written or as composed, whichever is more: some models compose, and one becomes many."""
    if line.isascii():
        return 0
    return max(map(_charge_beyond_ascii, (line, unicodedata.normalize("NFKC", line))))


def _charge_beyond_ascii(line: str) -> int:
    eastern = len(_EAST.findall(line))
    return _EASTERN * eastern + _WIDE * (line.encode().translate(_KINDS).count(b"w") - 3 * eastern)


def _looped(line: str) -> int:
    """Bytes of the stretches in which fewer than half of the triples of characters are new."""
    stretches = (line[start : start + _STRETCH] for start in range(0, len(line), _STRETCH))
    return sum(
        len(stretch.encode())
        for stretch in stretches
        if 2 * len(set(zip(stretch, stretch[1:], stretch[2:], strict=False))) < len(stretch) - 2
    )
