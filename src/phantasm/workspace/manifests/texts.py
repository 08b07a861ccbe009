"""On which line does something stand, and what does a plain file of data say? Pure."""

import json
import re
import tomllib
from collections.abc import Iterator

from phantasm.contracts.model import JsonObject

_COMMENT_OR_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*(?:.*?\*/|.*)|,(?=\s*[}\]])', re.DOTALL)

LONGEST_LINE = 4_000
"""Characters of a line that are looked at; a longer one is data, and patterns must stay quick on it."""


class Finder:
    """Finds things in the order in which they stand in a text, and says on which line."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset = 0
        self._line = 1

    def line(self, wanted: str) -> int:
        """Return the line of the next place where something stands; the last one where there is none."""
        return self._at(self._text.find(wanted, self._offset))

    def key(self, name: str) -> int:
        """Return the line of the next key of that name: `"name":`, `name =`, `[a.name]`."""
        found = re.compile(rf"""["'\s.\[{{,]{re.escape(name)}["']?\s*[:=\]]""").search(
            self._text, self._offset
        )
        # What stands before the key may be the end of the line above it.
        return self._at(found.start() + 1 if found else -1)

    def _at(self, offset: int) -> int:
        if offset >= 0:
            self._line += self._text.count("\n", self._offset, offset)
            self._offset = offset
        return self._line


def of_json(text: str) -> JsonObject:
    """Return a JSON object, comments and trailing commas allowed; an empty one for what is none."""
    for attempt in (text, _COMMENT_OR_TEXT.sub(_kept, text)):
        try:
            data = json.loads(attempt)
        except (ValueError, RecursionError):
            continue
        return data if isinstance(data, dict) else {}
    return {}


def of_toml(text: str) -> JsonObject:
    """Return the tables of a TOML file; none for what cannot be read."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return {}


def table(data: object, *keys: str) -> JsonObject:
    """Return a table inside a table; an empty one where there is none."""
    for key in keys:
        data = data.get(key) if isinstance(data, dict) else None
    return data if isinstance(data, dict) else {}


def items(data: object) -> list[object]:
    """Return a list; an empty one for what is none."""
    return data if isinstance(data, list) else []


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Give the lines of a text with their numbers, counted from 1."""
    return enumerate((line[:LONGEST_LINE] for line in text.split("\n")), start=1)


def beside(file: str, relative: str) -> str | None:
    """Return the path that a file means by a relative one; None for what leads out of the repository."""
    parts = file.split("/")[:-1]
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in {"", "."}:
            parts.append(part)
    return "/".join(parts)


def _kept(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith('"') else ""
