"""How is a file of a language parsed? Loads a grammar when the first file of its language is read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from time import thread_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language, Point, Tree


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


@dataclass(frozen=True, slots=True)
class Package:
    """Where a grammar comes from."""

    module: str
    function: str = "language"


PACKAGES = {
    "bash": Package("tree_sitter_bash"),
    "c": Package("tree_sitter_c"),
    "cpp": Package("tree_sitter_cpp"),
    "csharp": Package("tree_sitter_c_sharp"),
    "go": Package("tree_sitter_go"),
    "java": Package("tree_sitter_java"),
    "javascript": Package("tree_sitter_javascript"),
    "kotlin": Package("tree_sitter_kotlin"),
    "php": Package("tree_sitter_php", "language_php"),
    "python": Package("tree_sitter_python"),
    "ruby": Package("tree_sitter_ruby"),
    "rust": Package("tree_sitter_rust"),
    "swift": Package("tree_sitter_swift"),
    "toml": Package("tree_sitter_toml"),
    "tsx": Package("tree_sitter_typescript", "language_tsx"),
    "typescript": Package("tree_sitter_typescript", "language_typescript"),
}


def parse(language: str, text: str) -> Tree | None:
    """Return the syntax tree of a text; None where its grammar is not installed or takes too long."""
    grammar = _loaded(language)
    if grammar is None:
        return None
    from tree_sitter import Parser  # noqa: PLC0415  only where a file is looked into

    # A parser of one's own for each text: parsers keep state, and several threads may read.
    source = Source(text)
    tree = Parser(grammar).parse(source)
    source.close()
    return None if source.cut else tree


@cache
def _loaded(language: str) -> Language | None:
    package = PACKAGES.get(language)
    if package is None:
        return None
    try:
        from tree_sitter import Language  # noqa: PLC0415  only where a file is looked into

        return Language(getattr(import_module(package.module), package.function)())
    except (ImportError, AttributeError, ValueError, TypeError):
        # Not installed, built for another machine, or for another version of the library.
        return None
