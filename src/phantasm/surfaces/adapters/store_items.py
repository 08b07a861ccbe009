"""How is an item of a LangGraph store kept, and which items match? A note each; filters run on its value."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from phantasm.contracts.model import JsonObject
from phantasm.surfaces.adapters import keyed_notes
from phantasm.surfaces.adapters.keyed_notes import Note

Namespace = tuple[str, ...]

PREFIX = "store:"
_ITEM = "store_item"
# A subject key holds 512 characters; what comes behind the readable part takes 23 of them.
_READABLE_CHARACTERS = 480
# 64 bits keep two long or masked paths apart; nobody attacks the keys of their own store.
_DIGEST_CHARACTERS = 16
# No text of a filter reaches a query language, and it stays so: keys and operators are known ones only.
_FILTER_KEY = re.compile(r"[A-Za-z0-9_.-]+", re.ASCII)
_OPERATORS = frozenset({"$eq", "$ne", "$gt", "$gte", "$lt", "$lte"})


@dataclass(frozen=True, slots=True)
class Stored:
    """One item as it is kept."""

    note: Note
    namespace: Namespace
    key: str
    value: JsonObject
    created_at: str
    is_searched: bool

    def moments(self) -> tuple[datetime, datetime]:
        """Return when it was created and when it was last changed."""
        return datetime.fromisoformat(self.created_at), datetime.fromisoformat(self.note.recorded_at)


def subject_key(namespace: Namespace, key: str) -> str:
    """Return the key of an item's note: readable, and different for different items."""
    path = [*namespace, key]
    digest = hashlib.sha256(json.dumps(path).encode()).hexdigest()[:_DIGEST_CHARACTERS]
    return f"{PREFIX}{'/'.join(path)[:_READABLE_CHARACTERS]}#{digest}"


def fields(
    namespace: Namespace, key: str, value: Mapping[str, object], *, texts: Sequence[str] | None
) -> JsonObject:
    """Return an item as `ingest` takes it; without texts it is kept but not searched.

    The value is kept as JSON: a tuple comes back as a list, and what is no JSON is a TypeError.
    """
    name = "/".join([*namespace, key])
    told = "\n".join(texts or ()) if texts is not None else ""
    statement, _ = keyed_notes.searchable(told, f"The item {name}"[:_READABLE_CHARACTERS])
    item: JsonObject = {
        "path": [*namespace, key],
        "value": json.loads(json.dumps(dict(value))),
        "searched": texts is not None,
    }
    return keyed_notes.fields(subject_key(namespace, key), statement, {_ITEM: item})


def created_at(made: JsonObject, moment: str) -> JsonObject:
    """Return the fields of an item that takes the place of one which was created earlier."""
    payload = made["payload"]
    item = payload[_ITEM] if isinstance(payload, dict) else {}
    return made | {"payload": {_ITEM: item | {"created_at": moment}}}


def read(note: Note) -> Stored | None:
    """Return the item that a note holds."""
    item = note.payload.get(_ITEM)
    path = item.get("path") if isinstance(item, dict) else None
    if not isinstance(item, dict) or not isinstance(path, list) or not path:
        return None
    return Stored(
        note=note,
        namespace=tuple(map(str, path[:-1])),
        key=str(path[-1]),
        value=item.get("value") or {},
        created_at=item.get("created_at") or note.recorded_at,
        is_searched=item.get("searched", True),
    )


def told(value: object, path: str = "") -> Iterator[str]:
    """Return what a value says as lines, each behind the names that lead to it."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from told(inner, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from told(inner, path)
    elif value is not None:
        yield f"{path}: {value}" if path else str(value)


def check_filter(wanted: Mapping[str, object]) -> None:
    """Refuse a filter with a key or an operator that is not a plain one."""
    for key, expected in wanted.items():
        if key.startswith("$"):
            if key not in _OPERATORS:
                raise ValueError(f"Unsupported operator: {key}")
        elif not _FILTER_KEY.fullmatch(key):
            raise ValueError(f"a filter key has letters, digits and _ . - only, not {key!r}")
        if isinstance(expected, Mapping):
            check_filter(expected)


def matches(value: object, expected: object) -> bool:
    """Tell whether a value is what a filter asks for; objects are compared by the keys that are named."""
    if isinstance(expected, Mapping):
        if any(key.startswith("$") for key in expected):
            return all(_compares(value, operator, bound) for operator, bound in expected.items())
        return isinstance(value, Mapping) and all(
            matches(value.get(key), inner) for key, inner in expected.items()
        )
    if isinstance(expected, list | tuple):
        return (
            isinstance(value, list | tuple)
            and len(value) == len(expected)
            and all(map(matches, value, expected))
        )
    return bool(value == expected)


def _compares(value: object, operator: str, bound: object) -> bool:
    if operator in {"$eq", "$ne"}:
        return (value == bound) is (operator == "$eq")
    left, right = _number(value), _number(bound)
    if left is None or right is None:
        return False
    match operator:
        case "$gt":
            return left > right
        case "$gte":
            return left >= right
        case "$lt":
            return left < right
        case _:
            return left <= right


def _number(value: object) -> float | None:
    """Return what can be compared as a number, also when it is written as a text."""
    try:
        return float(value) if isinstance(value, int | float | str) else None
    except ValueError:
        return None
