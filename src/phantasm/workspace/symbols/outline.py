"""What does a file define? Asks the grammar of its language, else reads its lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from phantasm.workspace.symbols.detection import language_of
from phantasm.workspace.symbols.grammar import Found, Grammar, Reader
from phantasm.workspace.symbols.grammars import parse
from phantasm.workspace.symbols.guarding import may_be_parsed
from phantasm.workspace.symbols.languages.tables import TABLES
from phantasm.workspace.symbols.model import Outline, Symbol
from phantasm.workspace.symbols.naming import MOST_SYMBOLS, Entries, Entry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node, Tree


MOST_NODES = 300_000
"""Nodes of a tree that are looked at: some 50 times those of a file of 2,000 lines, in less than a second."""
MOST_DEPTH = 400
"""Levels of a tree below which nothing is looked for; people nest some 20 blocks, which are 60 levels."""


@dataclass(slots=True)
class _Walk:
    grammar: Grammar
    entries: Entries = field(default_factory=Entries)
    above: list[tuple[int, int]] = field(default_factory=list)
    """Depth and number of the definitions around the node."""
    lead: tuple[int, int] | None = None
    """The line where the next definition starts, and the least depth at which it may be."""
    path: list[str] = field(default_factory=lambda: [""])
    """The types of the nodes around the node, and its own."""
    known: frozenset[str] = field(init=False)
    """The types of nodes that are not passed over."""

    def __post_init__(self) -> None:
        grammar = self.grammar
        tables = (grammar.definitions, grammar.within, grammar.inside, grammar.wrappers, grammar.leads)
        self.known = frozenset().union({"ERROR"}, *tables)

    def enter(self, node: Node, depth: int) -> bool:
        """Take in a node; tell whether to look inside."""
        kind, grammar = node.type, self.grammar
        if kind not in self.known:
            # A keyword or a comment between a decorator and what it decorates changes nothing.
            if self.lead and node.is_named and not node.is_extra:
                self.lead = None
            return False
        while self.above and self.above[-1][0] >= depth:
            self.above.pop()
        if self.lead and depth < self.lead[1]:
            self.lead = None
        del self.path[depth + 1 :]
        self.path.append(kind)
        reader = self._reader(kind)
        if reader and self._define(reader, node, depth):
            return True
        if kind in grammar.wrappers:
            self.lead = (self.lead[0] if self.lead else node.start_point[0], depth + 1)
            return True
        if kind in grammar.leads:
            self.lead = self.lead or (node.start_point[0], depth)
            return False
        self.lead = None
        return kind in grammar.inside or kind == "ERROR"

    def _reader(self, kind: str) -> Reader | None:
        inner = self.grammar.within.get(kind)
        return inner[1] if inner and inner[0] == self.path[-2] else self.grammar.definitions.get(kind)

    def _define(self, reader: Reader, node: Node, depth: int) -> bool:
        parent = self.above[-1][1] if self.above else -1
        found = reader(node)
        if found is None:
            return False
        if found.kind in {"constant", "declared"} and self.entries.in_function(parent):
            return False
        if found.kind == "member":
            loose = parent < 0 or self.entries.in_function(parent)
            found = Found("function", ("",) if loose else found.names)
        first = node.start_point[0]
        start, self.lead = (self.lead[0] if self.lead else first), None
        row, column = node.end_point
        stop = row if column or row == first else row - 1
        self.above.append((depth, self.entries.add(found, parent, start=start, stop=stop)))
        return True


def defined_in(tree: Tree, grammar: Grammar, lines: Sequence[str]) -> tuple[Symbol, ...]:
    """Return the definitions in the syntax tree of some lines."""
    walk, cursor, depth = _Walk(grammar), tree.walk(), 0
    for _ in range(MOST_NODES):
        node = cursor.node
        if node is None or len(walk.entries.found) >= MOST_SYMBOLS:
            break
        if walk.enter(node, depth) and depth < MOST_DEPTH and cursor.goto_first_child():
            depth += 1
            continue
        while depth and not cursor.goto_next_sibling():
            cursor.goto_parent()
            depth -= 1
        if not depth:
            break
    if grammar.trailing:
        for entry in walk.entries.found:
            entry.stop = _last(lines, entry, grammar.trailing)
    return walk.entries.symbols()


def _last(lines: Sequence[str], entry: Entry, comment: str) -> int:
    """Return the last line of a block without the blank lines and comments before what follows it."""
    stop = min(entry.stop, len(lines) - 1)
    while stop > entry.start and (not (line := lines[stop].strip()) or line.startswith(comment)):
        stop -= 1
    return stop


def outline_of(path: str, text: str) -> Outline:
    """Return the definitions in a file; its lines end with a newline and nothing else."""
    language = language_of(path, text)
    lines = text.split("\n")
    grammar = TABLES.get(language)
    tree = parse(language, text) if grammar and may_be_parsed(text) else None
    if grammar and tree:
        return Outline(defined_in(tree, grammar, lines), language)
    return Outline(_read(language, lines))


def _read(language: str, lines: list[str]) -> tuple[Symbol, ...]:
    """Return what the lines tell; each reader is loaded with its first file, as the grammars are."""
    if language == "prose":
        return ()
    if language == "json":
        from phantasm.workspace.symbols.flow import json_keys_in  # noqa: PLC0415  see above

        return json_keys_in(lines)
    if language == "yaml":
        from phantasm.workspace.symbols.yaml_lines import yaml_keys_in  # noqa: PLC0415  see above

        return yaml_keys_in(lines)
    if language in {"ini", "toml"}:
        from phantasm.workspace.symbols.settings_lines import keys_in  # noqa: PLC0415  see above

        return keys_in(lines)
    from phantasm.workspace.symbols.plain import guessed_in  # noqa: PLC0415  see above

    return guessed_in(lines, make=language == "make")
