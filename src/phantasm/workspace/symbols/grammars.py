"""How is a file of a language parsed? Loads a grammar when the first file of its language is read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from phantasm.workspace.symbols.reading import Source

if TYPE_CHECKING:
    from tree_sitter import Language, Tree


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
