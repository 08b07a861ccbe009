"""What does a plain file of JSON lines say? An object per line with a statement; all else is kept. Pure."""

from collections.abc import Iterator

from pydantic import ValidationError

from phantasm.contracts.model import JsonObject
from phantasm.state.exchange.lines import wrong_field
from phantasm.state.exchange.text import NotJsonError, Problem, object_of
from phantasm.state.inputs import RecordInput
from phantasm.state.kinds import CATALOGUE

# The names under which other programs keep the same thing; the first that is there counts.
_STATEMENT = ("statement", "text", "content", "memory")
_KIND = ("record_kind", "kind", "type")
_KEY = ("subject_key", "key")
_AS_THEY_ARE = ("sensitivity", "valid_from", "valid_to")
# What says nothing about itself is kept as what it is.
_DEFAULT_KIND = "note"


def read_plain(text: str) -> Iterator[tuple[int, RecordInput] | Problem]:
    """Yield each line's record with its number, or what is wrong with the line."""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, _record(object_of(line))
        except NotJsonError as problem:
            yield Problem(number, str(problem))
        except ValidationError as problem:
            yield Problem(number, wrong_field(problem))


def _record(value: JsonObject) -> RecordInput:
    rest = dict(value)
    statement = _taken(rest, _STATEMENT)
    named = next((name for name in _KIND if str(rest.get(name)) in CATALOGUE), None)
    kind = rest.pop(named) if named else _DEFAULT_KIND
    fields: JsonObject = {"statement": statement, "record_kind": kind}
    key = _taken(rest, _KEY)
    if key is not None:
        fields["subject_key"] = key
    fields |= {name: rest.pop(name) for name in _AS_THEY_ARE if rest.get(name) is not None}
    if isinstance(rest.get("confidence"), int | float):
        fields["quality"] = {"confidence": float(rest.pop("confidence"))}  # type: ignore[arg-type]
    if statement is None:
        raise NotJsonError("there is no statement")
    return RecordInput.model_validate(fields | ({"payload": rest} if rest else {}))


def _taken(rest: JsonObject, names: tuple[str, ...]) -> str | None:
    """Take the first text under one of some names out of an object."""
    for name in names:
        value = rest.get(name)
        if isinstance(value, str) and value.strip():
            del rest[name]
            return value
    return None
