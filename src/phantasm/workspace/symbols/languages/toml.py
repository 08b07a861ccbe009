"""What are the keys of TOML?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.workspace.symbols.grammar import Found, FoundKind, Grammar, Reader, called, words, written

if TYPE_CHECKING:
    from tree_sitter import Node

_LONGEST_KEY = 200
"""Characters; what is longer is data, not a key that anybody names."""
_LONGEST_VALUE = 100
"""Characters of a value that may name the item that it is in."""


def _first(kind: FoundKind) -> Reader:
    """TOML's nodes have no fields: the key comes first."""

    def read(node: Node) -> Found | None:
        parts = node.named_children[:2]  # an empty table has no second
        key = _dotted(parts[0]) if parts else ""
        return _named(kind, key, parts[1] if kind == "key" and len(parts) > 1 else None)

    return read


def _dotted(node: Node) -> str:
    if node.type != "dotted_key":
        return written(node).strip("'\"")
    # `a.b.c` is nested from the left.
    return ".".join(part.strip().strip("'\"") for part in written(node).split("."))


def _named(kind: FoundKind, key: str, value: Node | None) -> Found | None:
    name = key.strip("'\"")
    if not name or len(name) > _LONGEST_KEY or "\n" in name:
        return None
    held = (
        value is not None and name in {"name", "id"} and value.end_byte - value.start_byte <= _LONGEST_VALUE
    )
    return Found(kind, (name,), written(value).strip("'\"") if held else "")


_ITEM = called("item", "")

TOML = Grammar(
    definitions={"pair": _first("key"), "table": _first("section"), "table_array_element": _first("element")},
    within={"inline_table": ("array", _ITEM)},
    inside=words("document array inline_table"),
    trailing="#",
)
