"""Which nodes of a language define something? The words in which each language's table is written. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from phantasm.workspace.symbols.model import SymbolKind

if TYPE_CHECKING:
    from tree_sitter import Node

FoundKind = SymbolKind | Literal["scope", "declared", "member", "item", "element"]
"""Besides the kinds of symbols: `scope` only qualifies what is inside it (Rust's `impl`); `declared` is a
function that is defined elsewhere, dropped where the same file defines it; `member` is a function if
something with a name is around it, else one without a name; `item` is an element of a list, named by its
index or by a name inside it; `element` is a table of TOML that is appended to a list."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one node defines."""

    kind: FoundKind
    names: tuple[str, ...]
    """Mostly one; several for `a, b = …`."""
    value: str = ""
    """What a configuration key is set to, where that may name the item that it is a key of."""


Reader = Callable[["Node"], Found | None]
"""Tells what a node defines; None for nothing."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """How the syntax tree of one language is read."""

    definitions: Mapping[str, Reader]
    """What a node of a type defines."""
    inside: frozenset[str]
    """Types of nodes that define nothing, but hold definitions: blocks, branches."""
    within: Mapping[str, tuple[str, Reader]] = field(default_factory=dict)
    """What a node of a type defines where it stands right inside one of another type."""
    wrappers: frozenset[str] = frozenset()
    """Types of nodes around a definition; the first definition inside starts where they start."""
    leads: frozenset[str] = frozenset()
    """Types of nodes before a definition that belong to it: decorators, attributes."""
    trailing: str = ""
    """What a comment begins with, where comments and blank lines at the end of a block are not part of it."""


def named(kind: FoundKind, field: str = "name", *, drop: str = "") -> Reader:
    """Return a reader for nodes whose name is in a field; what stands in `drop` is left out of the name."""

    def read(node: Node) -> Found | None:
        name = written(node.child_by_field_name(field))
        for part in drop:
            name = name.replace(part, "")
        return Found(kind, (name,)) if name else None

    return read


def typed(kind: FoundKind, child: str) -> Reader:
    """Return a reader for nodes whose name is a child of a type."""

    def read(node: Node) -> Found | None:
        names = [written(part) for part in node.named_children if part.type == child]
        return Found(kind, tuple(names[:1])) if names else None

    return read


def called(kind: FoundKind, name: str) -> Reader:
    """Return a reader for nodes that are always called the same."""
    return lambda _node: Found(kind, (name,))


def written(node: Node | None) -> str:
    """Return the source of a node; empty where there is none."""
    text = node.text if node is not None else None
    return text.decode("utf-8", "replace").strip() if text else ""


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())
