"""How does one table get into a TOML text, or out of it, so that every other byte stays?

A table of its own can always stand at the end of a file. Every edit is checked by what it means: the parsed
result is the parsed original with that one table more, other or less. Where that does not come out (inline
tables, quoted headers, text that looks like a header) nothing is changed and the caller is told.
"""

import json
import re
import tomllib
from contextlib import suppress
from typing import Any

from phantasm.runtime.setup.merging.json_text import UnreadableError
from phantasm.runtime.setup.merging.style import newline_of

_HEADER = re.compile(r"^[ \t]*\[", re.MULTILINE)
Table = dict[str, str | int | bool | list[str]]


def table_at(text: str, path: tuple[str, ...]) -> object:
    """Return what stands at a path of keys; None where there is nothing."""
    found: Any = _parsed(text)
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    return found


def put_table(text: str, path: tuple[str, ...], table: Table) -> str:
    """Return a text in which a path holds a table."""
    found = table_at(text, path)
    if found == table:
        return text
    newline = newline_of(text)
    lines = [f"[{'.'.join(path)}]", *(f"{key} = {_shown(value)}" for key, value in table.items())]
    block = newline.join(lines)
    if found is None:
        gap = "" if not text.strip("\ufeff\r\n\t ") else newline if text.endswith("\n") else newline * 2
        return _checked(text, f"{text}{gap}{block}{newline if gap != newline * 2 else ''}", path, table)
    wanted = []
    for start, end in _places(text, path):
        ends = newline if text[:end].endswith("\n") else ""
        wanted.append(text[:start] + block + ends + text[end:])
    return _first_checked(text, wanted, path, table)


def take_table(text: str, path: tuple[str, ...]) -> str:
    """Return a text without the table at a path, and without what stands below it, such as its variables."""
    if table_at(text, path) is None:
        return text
    wanted = []
    for start, end in _places(text, path):
        shorter = _cut(text, start, end)
        while below := _places(shorter, path, below=True):
            shorter = _cut(shorter, *below[-1])
        wanted.append(shorter)
    return _first_checked(text, wanted, path, None)


def _cut(text: str, start: int, end: int) -> str:
    """Return a text without some of its lines, and without the blank line that set them apart."""
    before, behind, newline = text[:start], text[end:], newline_of(text)
    if before.endswith(newline * 2) or not behind.strip():
        before = before.removesuffix(newline)
    if not behind and not text.endswith("\n"):  # the file had no final newline, and has none again
        before = before.removesuffix(newline)
    return before + behind


def _places(text: str, path: tuple[str, ...], *, below: bool = False) -> list[tuple[int, int]]:
    """Return where the lines of a table may stand (a text can look like one); `below`: of one inside it."""
    name = r"\s*\.\s*".join(rf'(?:{re.escape(key)}|"{re.escape(key)}")' for key in path)
    inner = r"\s*\.[^\]\n]+" if below else ""
    places = []
    for header in re.finditer(rf"^[ \t\ufeff]*\[\s*{name}{inner}\s*\][^\n]*(?:\n|\Z)", text, re.MULTILINE):
        following = _HEADER.search(text, header.end())
        end = following.start() if following else len(text)
        # Blank lines and comments in front of the next header belong to it.
        lines = text[header.end() : end].splitlines(keepends=True)
        while lines and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
            end -= len(lines.pop())
        places.append((header.start(), end))
    return places


def _first_checked(text: str, wanted: list[str], path: tuple[str, ...], table: Table | None) -> str:
    """Return the first of several ways to change a text that changes only this table."""
    for candidate in wanted:
        with suppress(UnreadableError):
            return _checked(text, candidate, path, table)
    raise UnreadableError(f"[{'.'.join(path)}] is written in a way that cannot be changed alone")


def _checked(text: str, wanted: str, path: tuple[str, ...], table: Table | None) -> str:
    expected, result = _parsed(text), _parsed(wanted)
    _set(expected, path, table)
    _set(result, path, table_at(wanted, path))
    # An empty table that is left over says nothing.
    if _without_empty(expected) != _without_empty(result):
        raise UnreadableError(f"[{'.'.join(path)}] cannot be changed without disturbing the rest")
    return wanted


def _set(parsed: dict[str, Any], path: tuple[str, ...], value: object) -> None:
    for key in path[:-1]:
        inner = parsed.setdefault(key, {})
        if not isinstance(inner, dict):
            raise UnreadableError(f"{key} holds no table")
        parsed = inner
    if value is None:
        parsed.pop(path[-1], None)
    else:
        parsed[path[-1]] = value


def _without_empty(value: object) -> object:
    if not isinstance(value, dict):
        return value
    kept = {key: _without_empty(inner) for key, inner in value.items()}
    return {key: inner for key, inner in kept.items() if inner != {}}


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as problem:
        raise UnreadableError(str(problem)) from problem


def _shown(value: str | float | list[str]) -> str:
    """Return a value as TOML: JSON's texts, numbers, booleans and lists of texts are TOML as well."""
    return json.dumps(value, ensure_ascii=False)
