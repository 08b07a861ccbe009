"""What defines something in C and C++?"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from phantasm.workspace.symbols.grammar import Found, Grammar, called, named, words, written

if TYPE_CHECKING:
    from tree_sitter import Node

_MOST_DECLARATORS = 20
"""Pointers, brackets and parentheses around one name; people write two or three."""
_ARGUMENTS = re.compile(r"<[^<>]*>")


def _declarator(node: Node) -> tuple[str, bool]:
    """Return the name in a declarator, and whether it is a function's."""
    function = False
    for _ in range(_MOST_DECLARATORS):
        inner = node.child_by_field_name("declarator")
        if inner is None and node.type.endswith("_declarator"):
            inner = next((part for part in node.named_children if not part.is_extra), None)
        if inner is None:
            break
        function = node.type == "function_declarator" and inner.type != "parenthesized_declarator"
        node = inner
    name = written(node)
    while _ARGUMENTS.search(name) and not name.startswith("operator"):
        name = _ARGUMENTS.sub("", name)
    return name.replace("::", ".").lstrip("."), function


def _defined(node: Node) -> Found | None:
    inner = node.child_by_field_name("declarator")
    name = _declarator(inner)[0] if inner is not None else ""
    return Found("function", (name,)) if name else None


def _declared(node: Node) -> Found | None:
    held = [_declarator(part) for part in node.children_by_field_name("declarator") if part.is_named]
    if held and held[0][1]:
        return Found("declared", (held[0][0],))
    return Found("constant", tuple(name for name, _ in held)) if held else None


def _member(node: Node) -> Found | None:
    found = _declared(node)
    return found if found and found.kind == "declared" else None


def _tagged(node: Node) -> Found | None:
    """A struct, union, enum or class with its body."""
    if node.child_by_field_name("body") is None:
        return None
    name = _ARGUMENTS.sub("", written(node.child_by_field_name("name"))).replace("::", ".")
    return Found("class", (name,)) if name else None


def _aliased(node: Node) -> Found | None:
    kind = node.child_by_field_name("type")
    tag = kind.child_by_field_name("name") if kind is not None and kind.child_by_field_name("body") else None
    parts = [_declarator(part)[0] for part in node.children_by_field_name("declarator") if part.is_named]
    names = dict.fromkeys([written(tag), *parts])
    return Found("class", tuple(name for name in names if name))


def _macro(node: Node) -> Found | None:
    name = node.child_by_field_name("name")
    # Without a value it guards a header against being read twice.
    return Found("constant", (written(name),)) if name and node.child_by_field_name("value") else None


def _namespace(node: Node) -> Found | None:
    name = written(node.child_by_field_name("name")).replace("::", ".")
    return Found("class", (name,)) if name else None


C = Grammar(
    definitions={
        "function_definition": _defined,
        "declaration": _declared,
        "struct_specifier": _tagged,
        "union_specifier": _tagged,
        "enum_specifier": _tagged,
        "enumerator": named("constant"),
        "type_definition": _aliased,
        "preproc_def": _macro,
        "preproc_function_def": named("function"),
    },
    within=dict.fromkeys(
        ("struct_specifier", "union_specifier", "enum_specifier"), ("type_definition", called("scope", ""))
    ),
    # No block: what a function declares is its own.
    inside=words(
        "translation_unit preproc_ifdef preproc_if preproc_else preproc_elif linkage_specification "
        "declaration_list enumerator_list field_declaration_list field_declaration"
    ),
)

CPP = replace(
    C,
    definitions={
        **C.definitions,
        "class_specifier": _tagged,
        "namespace_definition": _namespace,
        "field_declaration": _member,
        "alias_declaration": named("class"),
        "concept_definition": named("class"),
    },
    inside=C.inside | words("namespace_definition"),
    wrappers=words("template_declaration"),
    leads=words("template_parameter_list requires_clause"),
)
