"""How is a syntax tree of each language read?"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from phantasm.workspace.symbols.grammar import (
    Found,
    FoundKind,
    Grammar,
    Reader,
    called,
    named,
    typed,
    words,
    written,
)
from phantasm.workspace.symbols.languages.swift import SWIFT
from phantasm.workspace.symbols.languages.toml import TOML

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


def _opened(node: Node) -> Found | None:
    name = written(node.child_by_field_name("name")).replace("::", ".").lstrip(".")
    return Found("class", (name,)) if name else None


def _ruby_assigned(node: Node) -> Found | None:
    left = node.child_by_field_name("left")
    return Found("constant", (written(left),)) if left is not None and left.type == "constant" else None


_METHOD: Reader = named("function")

RUBY = Grammar(
    definitions={
        "class": _opened,
        "module": _opened,
        "singleton_class": called("scope", ""),
        "method": _METHOD,
        "singleton_method": _METHOD,
        "assignment": _ruby_assigned,
    },
    inside=words(
        "program body_statement begin if unless elsif else then call argument_list do_block block block_body"
    ),
)


def _python_assigned(node: Node) -> Found | None:
    left = node.child_by_field_name("left")
    if left is None:
        return None
    parts = left.named_children if left.type in {"pattern_list", "tuple_pattern"} else [left]
    names = tuple(written(part) for part in parts if part.type == "identifier")
    return Found("constant", names) if names else None


PYTHON = Grammar(
    definitions={
        "function_definition": named("function"),
        "class_definition": named("class"),
        "assignment": _python_assigned,
        "type_alias_statement": named("class", "left"),
    },
    inside=words(
        "module block expression_statement if_statement elif_clause else_clause try_statement except_clause "
        "except_group_clause finally_clause with_statement for_statement while_statement match_statement "
        "case_clause"
    ),
    wrappers=words("decorated_definition"),
    leads=words("decorator"),
)


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


_FUNCTIONS = words("arrow_function function_expression generator_function function")
_CLASSES = words("class class_expression")
_PATTERNS = words("shorthand_property_identifier_pattern identifier")


def _kind_of(value: Node | None, otherwise: FoundKind) -> FoundKind:
    kind = value.type if value is not None else ""
    return "function" if kind in _FUNCTIONS else "class" if kind in _CLASSES else otherwise


def _javascript_declared(node: Node) -> Found | None:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or written(value)[:8] in {"require(", "await im"}:  # an import by another name
        return None
    if name.type == "identifier":
        return Found(_kind_of(value, "constant"), (written(name),))
    names = tuple(written(part) for part in name.named_children if part.type in _PATTERNS)
    return Found("constant", names) if names else None


def _assigned(node: Node) -> Found | None:
    """`exports.send = function …`, `Client.prototype.send = …`, `module.exports = {…}`."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None or left.type != "member_expression":
        return None
    if written(left) == "module.exports":
        return Found("scope", ("",)) if right.type == "object" else None
    kind = _kind_of(right, "scope")
    name = written(left).removeprefix("module.").removeprefix("exports.").replace(".prototype", "")
    return None if kind == "scope" or " " in name or name.startswith("this.") else Found(kind, (name,))


def _field(node: Node) -> Found | None:
    name = written(node.child_by_field_name("name") or node.child_by_field_name("property"))
    kind = _kind_of(node.child_by_field_name("value"), "constant")
    return Found(kind, (name,)) if name else None


def _pair(node: Node) -> Found | None:
    key = written(node.child_by_field_name("key")).strip("'\"")
    value = node.child_by_field_name("value")
    return Found("member", (key,)) if value is not None and value.type in _FUNCTIONS else None


def _expression(node: Node) -> Found | None:
    return Found("scope", ("",)) if node.is_named else None


def _exported(node: Node) -> Found | None:
    value = node.child_by_field_name("value")
    return Found("scope", ("",)) if value is not None and value.type == "object" else None


def _enumerated(node: Node) -> Found | None:
    return Found("constant", (written(node),))


JAVASCRIPT = Grammar(
    definitions={
        "function_declaration": named("function"),
        "generator_function_declaration": named("function"),
        "function_signature": named("declared"),
        "method_definition": named("member", drop="'\""),
        "method_signature": named("function"),
        "abstract_method_signature": named("function"),
        "class_declaration": named("class"),
        "abstract_class_declaration": named("class"),
        "interface_declaration": named("class"),
        "type_alias_declaration": named("class"),
        "enum_declaration": named("class"),
        "enum_assignment": named("constant"),
        "internal_module": named("class", drop="'\""),
        "module": named("class", drop="'\""),
        "variable_declarator": _javascript_declared,
        "assignment_expression": _assigned,
        "field_definition": _field,
        "public_field_definition": _field,
        "pair": _pair,
        "export_statement": _exported,
        "class": _expression,
        "class_expression": _expression,
        "arrow_function": called("function", ""),
        "function_expression": called("function", ""),
        "generator_function": called("function", ""),
    },
    inside=words(
        "program statement_block expression_statement if_statement else_clause try_statement catch_clause "
        "finally_clause for_statement for_in_statement while_statement switch_statement switch_body "
        "switch_case switch_default return_statement call_expression arguments parenthesized_expression "
        "unary_expression await_expression class_body interface_body enum_body object as_expression "
        "satisfies_expression new_expression object_type"
    ),
    within={"property_identifier": ("enum_body", _enumerated)},
    wrappers=words("export_statement lexical_declaration variable_declaration ambient_declaration"),
    leads=words("decorator"),
)


def _java_fields(node: Node) -> Found | None:
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
        "field_declaration": _java_fields,
        "constant_declaration": _java_fields,
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


BASH = Grammar(
    definitions={
        "function_definition": named("function"),
        "variable_assignment": named("constant"),
    },
    # Not the bodies of functions: what they set is mostly their own.
    inside=words(
        "program if_statement elif_clause else_clause for_statement while_statement do_group "
        "case_statement case_item"
    ),
    wrappers=words("declaration_command"),
    leads=words("word"),
)


TABLES: dict[str, Grammar] = {
    "bash": BASH,
    "c": C,
    "cpp": CPP,
    "csharp": CSHARP,
    "go": GO,
    "java": JAVA,
    "javascript": JAVASCRIPT,
    "kotlin": KOTLIN,
    "php": PHP,
    "python": PYTHON,
    "ruby": RUBY,
    "rust": RUST,
    "swift": SWIFT,
    "toml": TOML,
    "tsx": JAVASCRIPT,
    "typescript": JAVASCRIPT,
}
