"""What defines something in PHP?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.workspace.symbols.grammar import Found, Grammar, named, typed, words, written

if TYPE_CHECKING:
    from tree_sitter import Node


def _call(node: Node) -> Found | None:
    """`define('LIMIT', 10)`."""
    arguments = node.child_by_field_name("arguments")
    if written(node.child_by_field_name("function")) != "define" or arguments is None:
        return None
    name = written(next(iter(arguments.named_children), None)).strip("'\"")
    return Found("constant", (name,)) if name else None


PHP = Grammar(
    definitions={
        "function_definition": named("function"),
        "method_declaration": named("function"),
        "class_declaration": named("class"),
        "interface_declaration": named("class"),
        "trait_declaration": named("class"),
        "enum_declaration": named("class"),
        "enum_case": named("constant"),
        "const_element": typed("constant", "name"),
        "property_element": named("constant", drop="$"),
        "function_call_expression": _call,
    },
    # A namespace qualifies nothing: it mostly stands above the classes, not around them.
    inside=words(
        "program namespace_definition compound_statement if_statement expression_statement declaration_list "
        "enum_declaration_list const_declaration property_declaration"
    ),
)
