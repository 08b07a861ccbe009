"""What does a file in YAML say? Its leaves, each with the keys above it and its line. Pure.

Only what manifests use is read: blocks, lists, quoted and plain scalars, block scalars, and lists and tables
in brackets. Tags are dropped; aliases stay as they are written. Whatever else is there is left out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from phantasm.workspace.manifests.texts import LONGEST_LINE

Path = tuple[str, ...]
"""The keys above a leaf; the places in a list are `0`, `1` and so on."""

_KEY = re.compile(
    r"""("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#:'"\[{&*!|>-][^#\n]*?|-[^\s#][^#\n]*?)\s*:(?=\s|$)"""
)
_BLOCK = re.compile(r"[|>][+-]?\d?[+-]?(?:\s+#.*)?")
_MARKS = re.compile(r"(?:[&!][^\s]*\s+)+|[&!][^\s]*$")
_FLOW = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,\[\]{}'"]+|[\[\]{},])""")
_DEEPEST = 60
"""Levels; deeper is no file that a person wrote."""
_LONGEST_FLOW = 200
"""Lines of one list in brackets; longer ones are data."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value with the keys above it."""

    path: Path
    value: str
    line: int


@dataclass(slots=True)
class _Level:
    """A block that is open while its lines are read."""

    indent: int
    key: str
    count: int = -1
    """Of a list: which item; -1 for a key."""


def leaves(text: str) -> list[Leaf]:
    """Return the leaves of a YAML text, in its order."""
    rows = [row[:LONGEST_LINE] for row in text.split("\n")]
    return [leaf for leaf in _read(rows) if leaf.path]


def _read(rows: list[str]) -> Iterator[Leaf]:
    levels: list[_Level] = []
    number = 0
    while number < len(rows):
        row = rows[number]
        number += 1
        body = row.lstrip(" ")
        if not body.strip() or body.startswith("#"):
            continue
        if body.startswith(("---", "...", "%")) and len(body) == len(row):
            levels = []
            continue
        indent, body = _into_lists(levels, len(row) - len(body), body)
        found = _KEY.match(body)
        if found and len(levels) < _DEEPEST:
            _close(levels, indent, to_item=False)
            levels.append(_Level(indent, _scalar(found[1])))
            body = body[found.end() :]
        value = _unmarked(body.strip())
        if not value or value[0] == "#":
            if found and not _goes_on(rows, number, indent):
                yield Leaf(_path(levels), "", number)
        elif value[0] in "|>" and _BLOCK.fullmatch(value):
            first = number
            number = _end_of_block(rows, number, levels[-1].indent if levels else -1)
            yield Leaf(_path(levels), "\n".join(rows[first:number]), first + 1)
        else:
            whole, after = _whole(rows, value, number) if value[0] in "[{" else (value, number)
            yield from _values(_path(levels), whole, number)
            number = after


def _unmarked(value: str) -> str:
    return _MARKS.sub("", value, count=1).strip() if value[:1] in {"&", "!"} else value


def _path(levels: list[_Level]) -> Path:
    return tuple([level.key if level.count < 0 else str(level.count) for level in levels])


def _into_lists(levels: list[_Level], indent: int, body: str) -> tuple[int, str]:
    """Open the items that a line starts (`- - a: 1` starts two), and return where the rest stands."""
    while (body == "-" or body.startswith(("- ", "-\t"))) and len(levels) < _DEEPEST:
        _close(levels, indent, to_item=True)
        if levels and levels[-1].count >= 0 and levels[-1].indent == indent:
            levels[-1].count += 1
        else:
            levels.append(_Level(indent, "", 0))
        rest = body[1:].lstrip()
        indent += len(body) - len(rest)
        body = rest
    return indent, body


def _close(levels: list[_Level], indent: int, *, to_item: bool) -> None:
    """Close what ends where a line of this indent starts; a list may stand as far left as its key."""
    while levels and (levels[-1].indent > indent or (levels[-1].indent == indent and not to_item)):
        levels.pop()


def _end_of_block(rows: list[str], number: int, indent: int) -> int:
    while number < len(rows) and (
        not rows[number].strip() or len(rows[number]) - len(rows[number].lstrip(" ")) > indent
    ):
        number += 1
    return number


def _goes_on(rows: list[str], number: int, indent: int) -> bool:
    """Tell whether the next line belongs to a key that has nothing beside it."""
    while number < len(rows):
        body = rows[number].lstrip(" ")
        if body.strip() and not body.startswith("#"):
            depth = len(rows[number]) - len(body)
            return depth > indent or (depth == indent and body.startswith("-"))
        number += 1
    return False


def _whole(rows: list[str], value: str, number: int) -> tuple[str, int]:
    """Return a list or table in brackets that goes on over several lines, and the line after it."""
    last = min(len(rows), number + _LONGEST_FLOW)
    while number < last and _open_brackets(value) > 0:
        value += " " + re.sub(r"(?:^|\s)#.*$", "", rows[number])
        number += 1
    return value, number


def _open_brackets(value: str) -> int:
    plain = re.sub(r""""(?:[^"\\]|\\.)*"|'[^']*'""", "", value)
    return sum(plain.count(mark) for mark in "[{") - sum(plain.count(mark) for mark in "]}")


def _values(path: Path, value: str, line: int) -> Iterator[Leaf]:
    if value[0] not in "[{":
        yield Leaf(path, _scalar(value), line)
        return
    counts: list[int] = []  # of each bracket that is open: which item of a list, -1 for a table
    keys: list[str] = []  # of each bracket that is open: the key in front of what comes next
    for piece in (found[1].strip() for found in _FLOW.finditer(value)):
        if piece in {"[", "{"}:
            counts.append(0 if piece == "[" else -1)
            keys.append("")
        elif not counts or not piece:
            continue
        elif piece in {"]", "}"}:
            counts.pop()
            keys.pop()
        elif piece == ",":
            counts[-1] += counts[-1] >= 0
            keys[-1] = ""
        else:
            plain = piece if keys[-1] or counts[-1] >= 0 else _named(keys, piece)
            if plain.strip(": "):
                here = tuple(key or str(count) for key, count in zip(keys, counts, strict=True))
                yield Leaf((*path, *here), _scalar(plain.removeprefix(":").strip()), line)


def _named(keys: list[str], piece: str) -> str:
    """Take the key of a table in brackets off, and return what follows it."""
    name, _, rest = (piece, "", "") if piece[0] in "'\"" else piece.partition(":")
    keys[-1] = _scalar(name)
    return rest.strip()


def _scalar(text: str) -> str:
    if text[:1] == '"':
        end = re.match(r'"((?:[^"\\]|\\.)*)"', text)
        return re.sub(r"\\(.)", r"\1", end[1]) if end else text
    if text[:1] == "'":
        end = re.match(r"'((?:[^']|'')*)'", text)
        return end[1].replace("''", "'") if end else text
    return re.sub(r"\s+#.*$", "", text).strip()
