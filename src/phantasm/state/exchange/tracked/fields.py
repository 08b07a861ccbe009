"""How does a tracked file look? Fields between two lines of dashes, then the statement as it is. Pure.

One field per line, sorted by name, so that a change shows as the lines that changed and git merges the rest.
The statement is the body: a reviewer reads it without quotes and escapes.
"""

import json
import re
from collections.abc import Iterator, Mapping

from phantasm.contracts.errors import PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.contracts.parse import checked

BODY = "statement"
"""The field that stands below the others, where it can."""
FENCE = "---"
MARKERS = ("<<<<<<< ", ">>>>>>> ", "||||||| ")
"""What git starts the lines with by which it parts the sides of a conflict."""
_PARTING = "======="
_INDENT = "  "
_NAME = re.compile(r"[a-z][a-z_]*")
# What nobody could take for JSON, for a comment or for structure.
_PLAIN = re.compile(r"[A-Za-z0-9][\w.:/@+-]*(?: [\w./@+(][\w.:/@+()-]*)*", re.ASCII)


class FormError(ValueError):
    """A text is no tracked file; the message says why, by line, without repeating it."""


def text_of(fields: Mapping[str, object]) -> str:
    """Return the text of a file; the same fields give the same bytes."""
    body = fields.get(BODY)
    below = body if isinstance(body, str) and stands_below(body) else None
    lines = [rendered(name, fields[name]) for name in sorted(fields) if below is None or name != BODY]
    head = "".join([f"{FENCE}\n", *lines, f"{FENCE}\n"])
    return head if below is None else f"{head}\n{below}\n"


def rendered(name: str, value: object) -> str:
    """Return one field as its lines."""
    match value:
        case str():
            return f"{name}: {value if _is_plain(value) else json.dumps(value, ensure_ascii=False)}\n"
        case list():
            rows = [f"{_INDENT}{_INDENT}{_compact(one)}" for one in value]
            return f"{name}: [\n" + ",\n".join(rows) + f"\n{_INDENT}]\n" if rows else f"{name}: []\n"
        case dict():
            text = json.dumps(value, ensure_ascii=False, sort_keys=True, indent=2)
            return f"{name}: {text.replace(chr(10), chr(10) + _INDENT)}\n"
        case _:
            return f"{name}: {_compact(value)}\n"


def fields_of(text: str) -> JsonObject:
    """Return the fields of a file, the statement among them."""
    _refuse_conflict(text)
    lines = text.split("\n")  # never splitlines: a text may hold other separators
    if lines[0].rstrip() != FENCE:
        raise FormError(f"line 1: does not start with {FENCE}")
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() == FENCE), None)
    if end is None:
        raise FormError(f"the second {FENCE} is missing")
    fields: JsonObject = {}
    for number, name, value in _read(lines[1:end]):
        if name in fields:
            raise FormError(f"line {number}: {name} is there twice")
        fields[name] = value
    body = "\n".join(lines[end + 1 :]).strip("\n")
    if body:
        if BODY in fields:
            raise FormError(f"line {end + 2}: the statement is there twice")
        fields[BODY] = body
    try:
        return checked(fields)
    except PhantasmError as problem:
        raise FormError("too deep, or has text or numbers that JSON cannot hold") from problem


def stands_below(statement: str) -> bool:
    """Tell whether a statement comes back from the body just as it is."""
    lines = statement.split("\n")
    return (
        bool(statement.strip())
        and statement == statement.strip("\n")
        and "\r" not in statement
        and not any(line.startswith(MARKERS) or line == _PARTING for line in lines)
    )


def _read(lines: list[str]) -> Iterator[tuple[int, str, object]]:
    number = 0
    while number < len(lines):
        first = number
        name, mark, value = lines[first].partition(":")
        if not mark or not _NAME.fullmatch(name):
            if not lines[first].strip():
                number += 1
                continue
            raise FormError(f"line {first + 2}: not a field")
        number += 1
        while number < len(lines) and lines[number].startswith((_INDENT, "\t")):
            value += f"\n{lines[number]}"
            number += 1
        yield first + 2, name, _value(value.strip(), first + 2)


def _value(text: str, number: int) -> object:
    try:
        return _json(text)
    except (ValueError, RecursionError) as problem:
        if not text or text[0] in '"[{':
            raise FormError(f"line {number}: the value is not valid JSON") from problem
        return text


def _refuse_conflict(text: str) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith(MARKERS):
            raise FormError(f"has an unresolved merge conflict at line {number}")


def _is_plain(value: str) -> bool:
    if not _PLAIN.fullmatch(value):
        return False
    try:
        _json(value)
    except (ValueError, RecursionError):
        return True
    return False


def _json(text: str) -> object:
    return json.loads(text, parse_constant=_refuse_constant)


def _refuse_constant(name: str) -> object:
    raise ValueError(name)


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
