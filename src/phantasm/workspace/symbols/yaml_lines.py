"""What are the keys of YAML? Reads its lines, templates in between or not. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from phantasm.workspace.symbols.flow import LONGEST_KEY, read_flow
from phantasm.workspace.symbols.grammar import Found
from phantasm.workspace.symbols.model import Symbol
from phantasm.workspace.symbols.naming import Entries

MOST_LINES = 200_000
"""Lines of a file that are read; two megabytes, the most that is looked at, have some 70,000."""
LONGEST_LINE = 8_000
"""Characters; a longer line is data."""
_MOST_FLOW_LINES = 5_000
"""Lines of one `{…}` or `[…]` that does not end on its line."""
_QUOTED_KEY = re.compile(r"(\"(?:[^\"\\]|\\.)*+\"|'[^']*+')\s*+:(?:\s++|$)")
_DASH = re.compile(r"-(?:\s++|$)")
_SCALAR = re.compile(r"(?:[&!]\S*+\s++)*+[|>][+\-\d]{0,2}\s*+(?:#.*)?")
_NO_KEY = tuple("#[]{}&*!|>%@`\"',")
_TEMPLATE = ("{{", "{%", "{#")


@dataclass(frozen=True, slots=True)
class _Open:
    indent: int
    entry: int
    item: bool


@dataclass(slots=True)
class _Reading:
    lines: Sequence[str]
    entries: Entries = field(default_factory=Entries)
    open: list[_Open] = field(default_factory=list)
    pending: int = -1
    """How far a list item is indented whose first key is still to come; -1 for none."""
    last: int = 0
    """The last line with content."""
    flows: bool = True
    """Whether brackets close; a file in which one does not is no longer searched for the ends of others."""

    def take(self, number: int) -> int:
        """Take in a line with content; return which line comes next."""
        line = self.lines[number]
        text = line.lstrip(" ")
        indent = len(line) - len(text)
        if line.startswith(("---", "...")):
            self._close(0)
            return number + 1
        if text.startswith(_TEMPLATE) or len(line) > LONGEST_LINE:
            return number + 1
        dashed = False
        while dash := _DASH.match(text):
            self._close(indent, dashed=True)
            self.pending, dashed = indent, True
            indent += dash.end()
            text = text[dash.end() :]
        key, value = _pair(text)
        if key:
            value = value.strip()
            if not dashed:
                self._close(indent)
            indent = self._add(key, value, indent, number)
        else:
            value, indent = text.strip(), (self.pending if dashed else indent)
        stop = self._value(value, indent, number, list_item=dashed and not key)
        self.last = stop
        return stop + 1

    def finish(self) -> tuple[Symbol, ...]:
        """Return the keys."""
        self._close(0)
        return self.entries.symbols()

    def _add(self, key: str, value: str, indent: int, number: int) -> int:
        parent = self.open[-1].entry if self.open else -1
        if 0 <= self.pending < indent:
            parent = self.entries.add(Found("item", ("",)), parent, start=number, stop=number)
            self.open.append(_Open(self.pending, parent, item=True))
        self.pending = -1
        entry = self.entries.add(Found("key", (key,), value.strip("\"'")), parent, start=number, stop=number)
        self.open.append(_Open(indent, entry, item=False))
        return indent

    def _value(self, value: str, indent: int, number: int, *, list_item: bool) -> int:
        """Return the last line of a value that begins on a line."""
        if _SCALAR.fullmatch(value):
            return self._block(indent, number)
        quote = value[:1]
        if quote in {"{", "["} and self.flows:
            return self._flow(value, number, list_item=list_item)
        if quote in {'"', "'"} and quote not in value[1:]:
            following = range(number + 1, min(number + _MOST_FLOW_LINES, len(self.lines)))
            return next((later for later in following if quote in self.lines[later]), number)
        return number

    def _block(self, indent: int, number: int) -> int:
        """Return the last line of a text that is indented further."""
        stop = number
        for later in range(number + 1, len(self.lines)):
            line = self.lines[later]
            if line.strip():
                if len(line) - len(line.lstrip(" ")) <= indent:
                    break
                stop = later
        return stop

    def _flow(self, value: str, number: int, *, list_item: bool) -> int:
        depth, stop = 0, number
        for stop in range(number, min(number + _MOST_FLOW_LINES, len(self.lines))):
            text = value if stop == number else self.lines[stop]
            depth += text.count("{") + text.count("[") - text.count("}") - text.count("]")
            if depth <= 0:
                break
        else:
            self.flows = False
            return number
        text = "\n".join([value, *self.lines[number + 1 : stop + 1]])
        parent = self.open[-1].entry if self.open else -1
        read_flow(f"[{text}]" if list_item else text, self.entries, parent, line=number, json=False)
        return stop

    def _close(self, indent: int, *, dashed: bool = False) -> None:
        """Close what a line at an indentation is not part of; a list may stand right below its key."""
        while self.open:
            top = self.open[-1]
            if top.indent < indent or (dashed and top.indent == indent and not top.item):
                break
            self.entries.found[self.open.pop().entry].stop = self.last
        if self.pending >= indent:
            self.pending = -1


def yaml_keys_in(lines: Sequence[str]) -> tuple[Symbol, ...]:
    """Return the keys, qualified."""
    reading, number = _Reading(lines[:MOST_LINES]), 0
    while number < len(reading.lines) and not reading.entries.full:
        text = lines[number].strip()
        number = reading.take(number) if text and not text.startswith("#") else number + 1
    return reading.finish()


def _pair(text: str) -> tuple[str, str]:
    """Return a key and what follows its colon; an empty key where there is none."""
    quoted = _QUOTED_KEY.match(text)
    if quoted:
        return quoted[1][1:-1][:LONGEST_KEY], text[quoted.end() :]
    if text.startswith(_NO_KEY):
        return "", text
    key, colon, value = text.partition(": ")
    if not colon and text.rstrip().endswith(":"):
        key, value = text.rstrip()[:-1], ""
    elif not colon:
        return "", text
    key = key.strip()
    return (key, value) if len(key) <= LONGEST_KEY and " #" not in key else ("", text)
