"""What defines something in Rust?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.workspace.symbols.grammar import Found, Grammar, named, words, written

if TYPE_CHECKING:
    from tree_sitter import Node


def _implemented(node: Node) -> Found | None:
    """`impl<T> Send for net::Client<T>` qualifies by `Client`."""
    name = written(node.child_by_field_name("type")).partition("<")[0].rpartition("::")[2]
    return Found("scope", (name.lstrip("&"),)) if name else None


RUST = Grammar(
    definitions={
        "function_item": named("function"),
        "function_signature_item": named("function"),
        "macro_definition": named("function"),
        "struct_item": named("class"),
        "enum_item": named("class"),
        "union_item": named("class"),
        "trait_item": named("class"),
        "type_item": named("class"),
        "mod_item": named("class"),
        "const_item": named("constant"),
        "static_item": named("constant"),
        "enum_variant": named("constant"),
        "impl_item": _implemented,
    },
    inside=words("source_file declaration_list enum_variant_list foreign_mod_item block"),
    leads=words("attribute_item"),
)
