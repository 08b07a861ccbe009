"""What are the keys of INI, .env and .properties? Reads their lines. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from phantasm.workspace.symbols.grammar import Found
from phantasm.workspace.symbols.model import Symbol
from phantasm.workspace.symbols.naming import Entries

_SECTION = re.compile(r"\s*\[([^\[\]]{1,200})\]\s*(?:[#;].*)?")
_KEY = re.compile(r"\s*(?:export\s+)?([A-Za-z_*][\w.\-/@*]{0,199})\s*[=:](.*)")
_COMMENTS = ("#", ";", "!")
_MOST_QUOTED_LINES = 200
"""Lines of one quoted value: a certificate has some 30."""


@dataclass(slots=True)
class _Reading:
    lines: Sequence[str]
    entries: Entries = field(default_factory=Entries)
    section: int = -1
    key: int = -1
    indent: int = 0
    """How far the newest key is indented; what is indented further continues its value."""

    def take(self, number: int) -> int:
        """Take in a line; return which line comes next."""
        line = self.lines[number]
        indent = len(line) - len(line.lstrip())
        header = _SECTION.fullmatch(line)
        match = _KEY.match(line)
        if header and (self.key < 0 or indent <= self.indent):
            name = header[1].replace('"', "").strip().replace(" ", ".")
            self.section = self.entries.add(Found("section", (name,)), -1, start=number, stop=number)
            self.key = -1
        elif self.key >= 0 and (indent > self.indent or self.lines[number - 1].endswith("\\")):
            self._reach(number)
        elif match:
            self.key = self.entries.add(Found("key", (match[1],)), self.section, start=number, stop=number)
            self.indent = indent
            number = self._closed(number, match[2].strip())
            self._reach(number)
        return number + 1

    def _reach(self, number: int) -> None:
        for entry in (self.key, self.section):
            if entry >= 0:
                self.entries.found[entry].stop = number

    def _closed(self, number: int, value: str) -> int:
        """Return the line where a quoted value ends; the same one where it is not quoted."""
        quote = value[:1]
        if quote not in {'"', "'"} or quote in value[1:]:
            return number
        following = range(number + 1, min(number + _MOST_QUOTED_LINES, len(self.lines)))
        return next((later for later in following if quote in self.lines[later]), number)


def keys_in(lines: Sequence[str]) -> tuple[Symbol, ...]:
    """Return the sections and the keys."""
    reading, number = _Reading(lines), 0
    while number < len(lines) and not reading.entries.full:
        stripped = lines[number].lstrip()
        number = reading.take(number) if stripped and not stripped.startswith(_COMMENTS) else number + 1
    return reading.entries.symbols()
