"""What defines something in Go?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.workspace.symbols.grammar import Found, Grammar, named, words, written

if TYPE_CHECKING:
    from tree_sitter import Node


def _method(node: Node) -> Found | None:
    """`func (c *Client) Send()` is `Client.Send`."""
    name = written(node.child_by_field_name("name"))
    receiver = written(node.child_by_field_name("receiver")).strip("()").partition("[")[0].split()
    owner = receiver[-1].lstrip("*") if receiver else ""
    return Found("function", (f"{owner}.{name}" if owner else name,)) if name else None


def _specified(node: Node) -> Found | None:
    parts = [written(part) for part in node.children_by_field_name("name") if part.is_named]
    names = tuple(part for part in parts if part != "_")
    return Found("constant", names) if names else None


GO = Grammar(
    definitions={
        "function_declaration": named("function"),
        "method_declaration": _method,
        "method_elem": named("function"),
        "method_spec": named("function"),
        "type_spec": named("class"),
        "type_alias": named("class"),
        "const_spec": _specified,
        "var_spec": _specified,
    },
    # No block: in Go no function is named inside another one.
    inside=words(
        "source_file const_declaration var_declaration var_spec_list type_declaration interface_type"
    ),
)
