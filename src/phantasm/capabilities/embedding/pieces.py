"""Which pieces is a text made of? Words as code and prose write them, cut at known boundaries.

`camelCase`, `snake_case` and paths come apart before anything else, because the names of a project are made
of words that its documentation uses. Marks are left out: they carry little and would double the length of
code.

A word is looked up once and remembered. Over ordinary text that is three times as fast as a compiled
tokenizer that reads each word anew, and needs no library (docs/decisions/0014).
"""

from __future__ import annotations

import re
import unicodedata
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FIRST = 256
"""Rows before the first piece of the vocabulary: row 0 pads, the others are shared by characters that it
lacks."""

CONTINUES = "##"
"""Marks a piece that goes on inside a word."""

LONGEST_WORD = 64
"""Characters read of one word: longer ones are hashes and encoded data, which have no meaning to find."""

REMEMBERED = 1 << 17
"""Words remembered before starting afresh: about 20 MB at most, and more than any repository's vocabulary."""

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"[a-z]+|[0-9]+|[^\W0-9_a-z]|[?!]")


def words(text: str) -> list[str]:
    """The words of a text in lower case and without accents; letters of other scripts stand alone."""
    text = _CAMEL.sub(" ", text).lower()
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return _WORD.findall(text)


class Vocabulary:
    """The pieces a model knows, each with its row; longest match first, as in WordPiece."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self.size = FIRST + len(pieces)
        self._rows = dict(zip(pieces, range(FIRST, self.size), strict=True))
        self._known = _Known(self._cut)

    def read(self, text: str, longest: int) -> list[int]:
        """The rows of the first `longest` pieces of a text."""
        return list(chain.from_iterable(map(self._known.__getitem__, words(text))))[:longest]

    def _cut(self, word: str) -> tuple[int, ...]:
        found = []
        word, mark = word[:LONGEST_WORD], ""
        while word:
            for end in range(len(word), 0, -1):
                row = self._rows.get(mark + word[:end])
                if row is not None:
                    break
            else:
                end, row = 1, 1 + ord(word[0]) % (FIRST - 1)
            found.append(row)
            word, mark = word[end:], CONTINUES
        return tuple(found)


class _Known(dict[str, tuple[int, ...]]):
    """Words already cut. Forgets everything when full: cheaper than keeping an order nobody needs."""

    def __init__(self, cut: Callable[[str], tuple[int, ...]]) -> None:
        super().__init__()
        self._cut = cut

    def __missing__(self, word: str) -> tuple[int, ...]:
        if len(self) >= REMEMBERED:
            self.clear()
        found = self[word] = self._cut(word)
        return found
