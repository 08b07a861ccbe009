"""What is a symbol? A name that a file defines, with its lines. Pure."""

from dataclasses import dataclass
from typing import Literal

SymbolKind = Literal["function", "class", "constant", "key", "section"]
"""`key` and `section` are configuration: a leaf and a table of TOML, YAML, JSON or INI."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """One definition."""

    name: str
    """Qualified within its file by dots: `Client.send`, `tool.ruff.line-length`."""
    kind: SymbolKind
    start: int
    """The first line, counted from 1: its decorators belong to it, a comment above it does not."""
    stop: int
    """The last line."""


@dataclass(frozen=True, slots=True)
class Outline:
    """What a file defines, in the order of the file; a name may occur twice."""

    symbols: tuple[Symbol, ...] = ()
    language: str = ""
    """Which grammar read it; empty for the plain reading of lines."""

    def find(self, name: str) -> list[Symbol]:
        """Return the definitions of a name: qualified as given, else by the end of the qualified name."""
        exact = [symbol for symbol in self.symbols if symbol.name == name]
        return exact or [symbol for symbol in self.symbols if symbol.name.endswith(f".{name}")]
