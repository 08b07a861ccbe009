"""What are the definitions of a file called? Qualifies each by what is around it. Pure."""

import re
from dataclasses import dataclass, field

from phantasm.workspace.symbols.grammar import Found, FoundKind
from phantasm.workspace.symbols.model import Symbol, SymbolKind

MOST_SYMBOLS = 50_000
"""Definitions of one file that are kept: those of a lock file of a megabyte; source code has some 3,000."""
MOST_LEVELS = 40
"""Definitions inside one another that have names; people nest some 5, configuration some 12."""
NAMES_OF_ITEMS = frozenset({"name", "id"})
_SIMPLE = re.compile(r"[\w@/+-][\w@/+. -]{0,79}")
"""What may stand for an item of a list instead of its index: short, and on one line."""
_KINDS: dict[FoundKind, SymbolKind] = {
    "function": "function",
    "declared": "function",
    "class": "class",
    "constant": "constant",
    "key": "key",
    "section": "section",
    "item": "section",
    "element": "section",
}


@dataclass(slots=True)
class Entry:
    """One definition while a file is read; what it is called is known at the end."""

    parent: int
    """Which entry is around it; -1 for none."""
    part: str
    kind: FoundKind
    start: int
    """The first line, counted from 0."""
    stop: int
    """The last line."""
    called: str = ""
    """An item's name, which is known only when it has been read."""
    holds: bool = False
    """Whether something else is inside."""
    level: int = 0
    """How many entries are around it."""

    def name_item(self, name: str) -> None:
        """Call an item by its name instead of its index."""
        if self.kind in {"item", "element"} and not self.called and _SIMPLE.fullmatch(name):
            self.called = ".".join([*self.part.split(".")[:-1], name])


@dataclass(slots=True)
class Entries:
    """The definitions of one file in the order of the file."""

    found: list[Entry] = field(default_factory=list)
    _newest: dict[str, int] = field(default_factory=dict)
    """The newest element of each list of tables (TOML's `[[…]]`)."""
    _lengths: dict[tuple[int, str], int] = field(default_factory=dict)
    """How many items each list has so far, by the entry that it is in and its name there."""

    @property
    def full(self) -> bool:
        """Whether there are as many as are kept."""
        return len(self.found) >= MOST_SYMBOLS

    def add(self, found: Found, parent: int, *, start: int, stop: int) -> int:
        """Take in what a node defines; return the number of its entry."""
        for name in found.names:
            entry = Entry(parent, name, found.kind, start, stop)
            if found.kind in {"section", "element"}:
                self._place_table(entry)
            if found.kind == "item":
                entry.part = str(self._next(entry))
            if entry.parent >= 0:
                self._place(entry, found.value)
            if entry.level > MOST_LEVELS:
                entry.part, entry.kind = "", "scope"
            self.found.append(entry)
        return len(self.found) - 1

    def in_function(self, parent: int) -> bool:
        """Tell whether an entry is a function, whose own variables nobody cites."""
        return parent >= 0 and self.found[parent].kind == "function"

    def symbols(self) -> tuple[Symbol, ...]:
        """Return the definitions with their names."""
        names: list[str] = []
        made: list[tuple[Symbol, FoundKind]] = []
        for entry in self.found:
            part, around = entry.called or entry.part, names[entry.parent] if entry.parent >= 0 else ""
            name = f"{around}.{part}" if around and part else around or part
            names.append(name)
            kind = _KINDS.get(entry.kind)
            if kind and part:
                kind = "section" if kind == "key" and entry.holds else kind
                made.append((Symbol(name, kind, entry.start + 1, entry.stop + 1), entry.kind))
        defined = {symbol.name for symbol, kind in made if kind == "function"}
        return tuple(symbol for symbol, kind in made if kind != "declared" or symbol.name not in defined)

    def _place(self, entry: Entry, value: str) -> None:
        around = self.found[entry.parent]
        around.holds = True
        entry.level = around.level + 1
        if entry.part in NAMES_OF_ITEMS:
            around.name_item(value)

    def _place_table(self, entry: Entry) -> None:
        """Put a table below the newest element of the list that its name begins with."""
        whole, parts = entry.part, entry.part.split(".")
        for length in range(len(parts) - 1, 0, -1):
            newest = self._newest.get(".".join(parts[:length]))
            if newest is not None:
                entry.parent, entry.part = newest, ".".join(parts[length:])
                break
        if entry.kind == "element":
            entry.part = f"{entry.part}.{self._next(entry)}"
            self._newest[whole] = len(self.found)

    def _next(self, entry: Entry) -> int:
        """Return an item's index."""
        number = self._lengths.get((entry.parent, entry.part), 0)
        self._lengths[entry.parent, entry.part] = number + 1
        return number
