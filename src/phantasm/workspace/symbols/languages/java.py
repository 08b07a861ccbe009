"""What defines something in Java and Kotlin?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.workspace.symbols.grammar import Found, Grammar, called, named, typed, words, written

if TYPE_CHECKING:
    from tree_sitter import Node


def _fields(node: Node) -> Found | None:
    parts = node.children_by_field_name("declarator")
    names = tuple(name for part in parts if (name := written(part.child_by_field_name("name"))))
    return Found("constant", names) if names else None


def _properties(node: Node) -> Found | None:
    """`val limit = 1`, `val (a, b) = pair`."""
    held = [part for part in node.named_children if part.type.endswith("variable_declaration")]
    pairs = held[0].named_children if held and held[0].type.startswith("multi") else held
    names = tuple(written(part).partition(":")[0].strip() for part in pairs)
    return Found("constant", names) if names else None


JAVA = Grammar(
    definitions={
        "class_declaration": named("class"),
        "interface_declaration": named("class"),
        "enum_declaration": named("class"),
        "record_declaration": named("class"),
        "annotation_type_declaration": named("class"),
        "method_declaration": named("function"),
        "constructor_declaration": named("function"),
        "compact_constructor_declaration": named("function"),
        "annotation_type_element_declaration": named("function"),
        "field_declaration": _fields,
        "constant_declaration": _fields,
        "enum_constant": named("constant"),
    },
    inside=words("program class_body interface_body enum_body enum_body_declarations annotation_type_body"),
)

KOTLIN = Grammar(
    definitions={
        "class_declaration": named("class"),
        "object_declaration": named("class"),
        "companion_object": called("scope", ""),
        "type_alias": named("class", "type"),
        "function_declaration": named("function"),
        "secondary_constructor": called("function", "constructor"),
        "property_declaration": _properties,
        "enum_entry": typed("constant", "identifier"),
    },
    inside=words("source_file class_body enum_class_body function_body block statements"),
)
