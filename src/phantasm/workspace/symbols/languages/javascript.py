"""What defines something in JavaScript and TypeScript?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.workspace.symbols.grammar import Found, FoundKind, Grammar, called, named, words, written

if TYPE_CHECKING:
    from tree_sitter import Node

_FUNCTIONS = words("arrow_function function_expression generator_function function")
_CLASSES = words("class class_expression")
_PATTERNS = words("shorthand_property_identifier_pattern identifier")


def _kind_of(value: Node | None, otherwise: FoundKind) -> FoundKind:
    kind = value.type if value is not None else ""
    return "function" if kind in _FUNCTIONS else "class" if kind in _CLASSES else otherwise


def _declared(node: Node) -> Found | None:
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
        "variable_declarator": _declared,
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
