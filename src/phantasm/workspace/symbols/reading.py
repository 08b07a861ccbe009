"""How is a text handed to a parser, so that it does not work on it for ever?"""

from __future__ import annotations

from time import thread_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Point

MOST_SECONDS = 0.8
"""Of the processor's time for one file: four times what the largest file takes that is parsed at all."""
_CHUNK = 512
"""Bytes handed over at once: small, so that a parser that goes back and forth is noticed."""


class Source:
    """A text that a parser reads piece by piece, until its time is up."""

    def __init__(self, text: str) -> None:
        self._data = text.encode("utf-8", "replace")
        self._until: float | None = thread_time() + MOST_SECONDS
        self.cut = False

    def __call__(self, offset: int, _point: Point) -> bytes:
        """Return what follows an offset; nothing, which is the end of the text, when the time is up."""
        if self._until is not None and thread_time() > self._until:
            self.cut = True
        return b"" if self.cut else self._data[offset : offset + _CHUNK]

    def close(self) -> None:
        """Say that the text was parsed: from now on only names are read, however long that takes."""
        self._until = None
