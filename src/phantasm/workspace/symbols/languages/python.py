"""What defines something in Python?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.workspace.symbols.grammar import Found, Grammar, named, words, written

if TYPE_CHECKING:
    from tree_sitter import Node


def _assigned(node: Node) -> Found | None:
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
        "assignment": _assigned,
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
