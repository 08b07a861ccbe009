"""What defines something in Swift?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.workspace.symbols.grammar import Found, Grammar, called, named, words, written

if TYPE_CHECKING:
    from tree_sitter import Node


def _opened(node: Node) -> Found | None:
    """Classes, structs, enums, actors; an extension only qualifies what it adds."""
    name = written(node.child_by_field_name("name")).partition("<")[0]
    kind = written(node.child_by_field_name("declaration_kind"))
    return Found("scope" if kind == "extension" else "class", (name,)) if name else None


def _properties(node: Node) -> Found | None:
    parts = [part for part in node.children_by_field_name("name") if part.type == "pattern"]
    names = tuple(name for part in parts if (name := written(part.child_by_field_name("bound_identifier"))))
    return Found("constant", names) if names else None


def _cases(node: Node) -> Found | None:
    parts = node.children_by_field_name("name")
    names = tuple(written(part) for part in parts if part.type == "simple_identifier")
    return Found("constant", names) if names else None


SWIFT = Grammar(
    definitions={
        "class_declaration": _opened,
        "protocol_declaration": named("class"),
        "typealias_declaration": named("class"),
        "function_declaration": named("function"),
        "protocol_function_declaration": named("function"),
        "init_declaration": called("function", "init"),
        "deinit_declaration": called("function", "deinit"),
        "subscript_declaration": called("function", "subscript"),
        "property_declaration": _properties,
        "protocol_property_declaration": _properties,
        "enum_entry": _cases,
    },
    inside=words("source_file class_body enum_class_body protocol_body function_body statements"),
)
