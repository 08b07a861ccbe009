"""What do key=value words mean? One JSON object; dots go down, and each value is what its parameter takes.

Where a schema says what a parameter is, its value is read as that: `query=8400` is a text, `limit=5` a
number, `states=live` a list of one, and said again it is a list of two. Elsewhere values are JSON where they
are valid JSON, else text.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NoReturn

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.cli.schemas import forms_at, item_forms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.contracts.model import JsonObject

_EXPECTED = "key=value, with dots for what lies deeper: quality.confidence=0.9"
_NOBODY_SAYS: JsonObject = {}
# What a schema calls a form, and what a person does.
_WORDS = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "a JSON object",
}


def nested(assignments: list[str], schema: JsonObject = _NOBODY_SAYS) -> JsonObject:
    """Return the object that the words describe; the schema says what each parameter takes."""
    result: JsonObject = {}
    for assignment in assignments:
        path, equals, text = assignment.partition("=")
        if not equals or not all(path.split(".")):
            _refuse(f"{assignment!r} is not of the form key=value")
        *parents, name = path.split(".")
        place = result
        for parent in parents:
            inner = place.setdefault(parent, {})
            if not isinstance(inner, dict):
                _refuse(f"{path!r} lies below a key that already has a value")
            place = inner
        value = _read(text, path, forms_at(schema, path.split(".")), schema)
        if name in place:
            value = _together(place[name], value, path, forms_at(schema, path.split(".")))
        place[name] = value
    return result


def value_of(text: str) -> object:
    """Return the JSON value that a text is, or the text itself."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return text


def _read(text: str, path: str, forms: Sequence[JsonObject], schema: JsonObject) -> object:
    """Return a text as what its parameter takes."""
    value, kinds = value_of(text), {str(form.get("type")) for form in forms}
    if not kinds or "None" in kinds or _is_any(value, kinds):
        return value
    if "string" in kinds:
        return value if isinstance(value, str) else text
    listed = next((form for form in forms if form.get("type") == "array"), None)
    if listed is not None:
        return [_read(text, path, item_forms(listed, schema), schema)]
    expected = " or ".join(sorted(_WORDS.get(kind, kind) for kind in kinds))
    raise PhantasmError(
        Code.INVALID_PARAMS,
        f"{path} is {expected}, not {text!r}",
        field=f"params.{path}",
        expected=expected,
    )


def _together(before: object, value: object, path: str, forms: Sequence[JsonObject]) -> object:
    """Return what was said twice as one list, where the parameter takes one."""
    if not any(form.get("type") == "array" for form in forms):
        _refuse(f"{path!r} was given twice")
    return [*_listed(before), *_listed(value)]


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def _is_any(value: object, kinds: set[str]) -> bool:
    """Tell whether a value is of one of some kinds, as a schema calls them."""
    match value:
        case bool():
            return "boolean" in kinds
        case int():
            return bool(kinds & {"integer", "number"})
        case float():
            return "number" in kinds
        case list():
            return "array" in kinds
        case dict():
            return "object" in kinds
        case None:
            return "null" in kinds
        case _:
            return False


def _no_constant(name: str) -> object:
    raise ValueError(name)  # NaN and Infinity are words here, as they are no JSON


def _refuse(message: str) -> NoReturn:
    raise PhantasmError(Code.INVALID_PARAMS, message, expected=_EXPECTED)
