"""What defines something in Ruby?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phantasm.workspace.symbols.grammar import Found, Grammar, Reader, called, named, words, written

if TYPE_CHECKING:
    from tree_sitter import Node


def _opened(node: Node) -> Found | None:
    name = written(node.child_by_field_name("name")).replace("::", ".").lstrip(".")
    return Found("class", (name,)) if name else None


def _assigned(node: Node) -> Found | None:
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
        "assignment": _assigned,
    },
    inside=words(
        "program body_statement begin if unless elsif else then call argument_list do_block block block_body"
    ),
)
