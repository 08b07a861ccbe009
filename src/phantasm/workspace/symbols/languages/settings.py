"""What are the keys of TOML, YAML and JSON?"""

from typing import TYPE_CHECKING

from phantasm.workspace.symbols.grammar import Found, FoundKind, Grammar, Reader, called, words, written

if TYPE_CHECKING:
    from tree_sitter import Node

_LONGEST_KEY = 200
"""Characters; what is longer is data, not a key that anybody names."""
_LONGEST_VALUE = 100
"""Characters of a value that may name the item that it is in."""


def _pair(node: "Node") -> Found | None:
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    return _named("key", written(key), value)


def _first(kind: FoundKind) -> Reader:
    """TOML's nodes have no fields: the key comes first."""

    def read(node: "Node") -> Found | None:
        places = range(min(2, node.named_child_count))  # an empty table has no second
        parts = [part for place in places if (part := node.named_child(place)) is not None]
        key = _dotted(parts[0]) if parts else ""
        return _named(kind, key, parts[1] if kind == "key" and len(parts) > 1 else None)

    return read


def _dotted(node: "Node") -> str:
    if node.type != "dotted_key":
        return written(node).strip("'\"")
    # `a.b.c` is nested from the left.
    return ".".join(part.strip().strip("'\"") for part in written(node).split("."))


def _named(kind: FoundKind, key: str, value: "Node | None") -> Found | None:
    name = key.strip("'\"")
    if not name or len(name) > _LONGEST_KEY or "\n" in name:
        return None
    held = (
        value is not None and name in {"name", "id"} and value.end_byte - value.start_byte <= _LONGEST_VALUE
    )
    return Found(kind, (name,), written(value).strip("'\"") if held else "")


def _sequence_item(node: "Node") -> Found | None:
    """An item of a YAML list, where it has keys of its own."""
    held = node.named_child(0) if node.type == "block_sequence_item" else node
    kinds = [part.type for part in held.named_children] if held is not None else []
    return Found("item", ("",)) if {"block_mapping", "flow_mapping"}.intersection(kinds) else None


_ITEM = called("item", "")

TOML = Grammar(
    definitions={"pair": _first("key"), "table": _first("section"), "table_array_element": _first("element")},
    within={"inline_table": ("array", _ITEM)},
    inside=words("document array inline_table"),
    trailing="#",
)

YAML = Grammar(
    definitions={"block_mapping_pair": _pair, "flow_pair": _pair, "block_sequence_item": _sequence_item},
    within={"flow_node": ("flow_sequence", _sequence_item)},
    inside=words(
        "stream document block_node flow_node block_mapping flow_mapping block_sequence flow_sequence"
    ),
    trailing="#",
)

JSON = Grammar(
    definitions={"pair": _pair},
    within={"object": ("array", _ITEM)},
    inside=words("document object array"),
)
