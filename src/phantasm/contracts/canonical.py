"""Which bytes stand for a value? Canonical JSON: sorted keys, no spaces, no float tokens."""

import hashlib
import json
import math


def canonical(value: object) -> str:
    """Return the one text that stands for a JSON value; equal values give equal text."""
    return json.dumps(_without_floats(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(value: object, *, salt: str = "") -> str:
    """Return the hex SHA-256 over the salt and the canonical form."""
    return hashlib.sha256(f"{salt}\n{canonical(value)}".encode()).hexdigest()


def text_digest(text: str, *, salt: str = "") -> str:
    """Return the hex SHA-256 over the salt and a text that is canonical already."""
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def _without_floats(value: object) -> object:
    match value:
        case str() | None | bool() | int():
            return value
        case float():
            # Shortest round-trip repr is the same on every platform; a tag keeps 1.0 apart from "1.0".
            return {"$float": repr(value) if math.isfinite(value) else str(value)}
        case dict():
            return {key: _without_floats(item) for key, item in value.items()}
        case list() | tuple():
            return [_without_floats(item) for item in value]
        case _:
            message = f"not a JSON value: {type(value).__name__}"
            raise TypeError(message)
