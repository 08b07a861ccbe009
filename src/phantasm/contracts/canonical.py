"""Which bytes stand for a value? Canonical JSON: sorted keys, no spaces, no float tokens."""

import hashlib
import json
import math

# Made once: every write puts half a dozen values into canonical form.
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
_AS_IT_IS = frozenset({str, int, bool, type(None)})


def canonical(value: object) -> str:
    """Return the one text that stands for a JSON value; equal values give equal text."""
    return _ENCODER.encode(_without_floats(value))


def sorted_json(value: object) -> str:
    """Return JSON with sorted keys that reads back as the very same value, floats included."""
    return _ENCODER.encode(value)


def digest(value: object, *, salt: str = "") -> str:
    """Return the hex SHA-256 over the salt and the canonical form."""
    return hashlib.sha256(f"{salt}\n{canonical(value)}".encode()).hexdigest()


def text_digest(text: str, *, salt: str = "") -> str:
    """Return the hex SHA-256 over the salt and a text that is canonical already."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def _without_floats(value: object) -> object:
    if type(value) in _AS_IT_IS:  # nearly every value, and the cheapest question there is
        return value
    match value:
        case str() | int():
            return value
        case float():
            # Shortest round-trip repr is the same on every platform; a tag keeps 1.0 apart from "1.0".
            return {"$float": repr(value) if math.isfinite(value) else str(value)}
        case dict():
            return {
                key: item if type(item) in _AS_IT_IS else _without_floats(item) for key, item in value.items()
            }
        case list() | tuple():
            return [item if type(item) in _AS_IT_IS else _without_floats(item) for item in value]
        case _:
            message = f"not a JSON value: {type(value).__name__}"
            raise TypeError(message)
