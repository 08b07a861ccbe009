"""What are the keys of JSON, and of `{…}` in YAML? Reads brackets, commas and colons, in one pass. Pure.

It takes what no strict parser takes: comments, missing and superfluous commas, keys without quotes.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from phantasm.workspace.symbols.grammar import Found
from phantasm.workspace.symbols.model import Symbol
from phantasm.workspace.symbols.naming import NAMES_OF_ITEMS, Entries

MOST_MARKS = 800_000
"""Strings, numbers and signs that are read, in less than a second; two megabytes of JSON have half."""
DEEPEST = 1_000
"""Brackets inside one another; what nests deeper is no configuration."""
LONGEST_KEY = 200
"""Characters; what is longer is data, not a key that anybody names."""
_STRING = r"\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?"
_JSON = re.compile(
    rf"{_STRING}|//[^\n]*+|/\*(?:(?!\*/).)*+(?:\*/)?|[{{}}\[\],:]|[^\s{{}}\[\],:\"'/]++|/", re.DOTALL
)
_YAML = re.compile(rf"{_STRING}|[{{}}\[\],:]|[^\s{{}}\[\],:\"']++", re.DOTALL)


@dataclass(slots=True)
class _Container:
    is_list: bool
    entry: int
    """What its keys or items are in; -1 for none."""
    key: int = -1
    """The newest key."""


@dataclass(slots=True)
class _Reading:
    entries: Entries
    within: list[_Container]
    line: int
    last: str = ""
    """The mark before, where it may be a key."""
    begun: int = 0
    """The line of that mark."""
    named: bool = False
    """Whether the next mark is the value of a key that may name an item."""

    def take(self, mark: str, following: str) -> None:
        """Take in a mark; `following` is the character after it."""
        top = self.within[-1]
        if mark in "{[":
            self._open(top, is_list=mark == "[")
        elif mark in "}]":
            self._end(top)
            if len(self.within) > 1:
                self.within.pop()
                self._end(self.within[-1], done=False)
        elif mark == ",":
            self._end(top)
        elif mark == ":":
            if self.last and not top.is_list and (self.last[0] in "\"'" or not following.strip()):
                self._key(top)
                return
        elif self.named:
            self.entries.found[top.entry].name_item(mark.strip("\"'"))
        self.named = False
        self.last, self.begun = ("" if mark in "{}[],:" else mark), self.line

    def _open(self, top: _Container, *, is_list: bool) -> None:
        entry = top.entry if top.key < 0 else top.key
        if top.is_list and not is_list:
            top.key = entry = self.entries.add(
                Found("item", ("",)), top.entry, start=self.line, stop=self.line
            )
        self.within.append(_Container(is_list, entry))

    def _key(self, top: _Container) -> None:
        self._end(top)
        name = self.last.strip("\"'")
        if name and len(name) <= LONGEST_KEY:
            top.key = self.entries.add(Found("key", (name,)), top.entry, start=self.begun, stop=self.line)
            self.named = name in NAMES_OF_ITEMS and top.entry >= 0
        self.last = ""

    def _end(self, top: _Container, *, done: bool = True) -> None:
        """Say that what was read last ends here, and with `done` that nothing more belongs to it."""
        if top.key >= 0:
            stop = self.line if not done else self.begun
            self.entries.found[top.key].stop = max(stop, self.entries.found[top.key].stop)
        if done:
            top.key = -1


def json_keys_in(lines: Sequence[str]) -> tuple[Symbol, ...]:
    """Return the keys of JSON, qualified."""
    entries = Entries()
    read_flow("\n".join(lines), entries, -1)
    return entries.symbols()


def read_flow(text: str, entries: Entries, parent: int, *, line: int = 0, json: bool = True) -> None:
    """Add the keys in a text that begins at a line, and is the value of an entry."""
    reading, position = _Reading(entries, [_Container(is_list=False, entry=parent)], line), 0
    for match in islice((_JSON if json else _YAML).finditer(text), MOST_MARKS):
        mark, end = match[0], match.end()
        reading.line += text.count("\n", position, match.start())
        position = match.start()
        if entries.full or len(reading.within) > DEEPEST:
            break
        if not (json and mark.startswith(("//", "/*"))):
            reading.take(mark, text[end : end + 1])
