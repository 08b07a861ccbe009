"""What defines something in C#?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.workspace.symbols.grammar import Found, Grammar, called, named, words, written

if TYPE_CHECKING:
    from tree_sitter import Node


def _fields(node: Node) -> Found | None:
    held = [part for part in node.named_children if part.type == "variable_declaration"]
    parts = [part for part in held[0].named_children if part.type == "variable_declarator"] if held else []
    names = tuple(name for part in parts if (name := written(part.child_by_field_name("name"))))
    return Found("constant", names) if names else None


CSHARP = Grammar(
    definitions={
        "class_declaration": named("class"),
        "struct_declaration": named("class"),
        "record_declaration": named("class"),
        "record_struct_declaration": named("class"),
        "interface_declaration": named("class"),
        "enum_declaration": named("class"),
        "delegate_declaration": named("class"),
        "method_declaration": named("function"),
        "constructor_declaration": named("function"),
        "local_function_statement": named("function"),
        "indexer_declaration": called("function", "this"),
        "property_declaration": named("constant"),
        "field_declaration": _fields,
        "event_field_declaration": _fields,
        "enum_member_declaration": named("constant"),
    },
    # A namespace qualifies nothing: it stands around the classes or, in most newer files, above them.
    inside=words(
        "compilation_unit namespace_declaration file_scoped_namespace_declaration declaration_list "
        "enum_member_declaration_list global_statement block"
    ),
)
