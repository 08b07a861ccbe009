"""What do key=value words mean? One JSON object; dots go down, values are JSON where they are valid JSON."""

import json
from typing import NoReturn

from phantasm.contracts.errors import Code, PhantasmError

_EXPECTED = "key=value, with dots for what lies deeper: quality.confidence=0.9"


def nested(assignments: list[str]) -> dict[str, object]:
    """Return the object that the words describe."""
    result: dict[str, object] = {}
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
        if name in place:
            _refuse(f"{path!r} was given twice")
        place[name] = value_of(text)
    return result


def value_of(text: str) -> object:
    """Return the JSON value that a text is, or the text itself."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return text


def _no_constant(name: str) -> object:
    raise ValueError(name)  # NaN and Infinity are words here, as they are no JSON


def _refuse(message: str) -> NoReturn:
    raise PhantasmError(Code.INVALID_PARAMS, message, expected=_EXPECTED)
