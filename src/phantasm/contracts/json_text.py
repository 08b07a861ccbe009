"""How is JSON read and written where json takes too long to load?

Loading json loads re and enum, which takes as long as a Python that does nothing (measured: 44 ms, not 23).
The two functions in C that json itself uses are there without it, in every CPython.
"""

from __future__ import annotations

from _json import encode_basestring_ascii, make_scanner

_BLANKS = " \t\n\r"


class _Terms:
    """What the scanner asks for: all as json has it, but for control characters, which stay as they are."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: dict[str, str] = {}


def parsed(text: str) -> object:
    """Return what a text of JSON says; ValueError or RecursionError where it is none."""
    text = text.strip(_BLANKS)
    try:
        value: object
        value, end = _scan(text, 0)
    except StopIteration:
        raise ValueError("no JSON") from None
    if end != len(text):
        raise ValueError("more than one value")
    return value


def rendered(value: object) -> str:
    """Return a value as JSON in one line of ASCII; what JSON has no word for is said as a text."""
    if isinstance(value, str):
        return encode_basestring_ascii(value)
    if isinstance(value, dict):
        inside = ",".join(
            f"{encode_basestring_ascii(str(key))}:{rendered(part)}" for key, part in value.items()
        )
        return f"{{{inside}}}"
    if isinstance(value, list | tuple):
        return f"[{','.join(map(rendered, value))}]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value) if isinstance(value, int) else encode_basestring_ascii(str(value))


# The stubs want another scanner; what is read of it are these names.
_scan = make_scanner(_Terms)  # type: ignore[arg-type]
