"""How is JSON read and written where json is too slow to load?

Loading json loads re and enum, which takes as long as a Python that does nothing (measured: 44 ms instead of 23).
The two functions in C that json itself uses are there without it; where they are not, json is.
"""

from __future__ import annotations

try:
    from _json import encode_basestring_ascii as _quoted
    from _json import make_scanner as _make_scanner
except ImportError:  # another Python than CPython
    from json.encoder import encode_basestring_ascii as _quoted
    from json.scanner import py_make_scanner as _make_scanner

_BLANKS = " \t\n\r"


class _Terms:
    """What the scanner asks for: everything as json takes it by default, and control characters as they are."""

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
        return _quoted(value)
    if isinstance(value, dict):
        inside = ",".join(f"{_quoted(str(key))}:{rendered(part)}" for key, part in value.items())
        return f"{{{inside}}}"
    if isinstance(value, list | tuple):
        return f"[{','.join(map(rendered, value))}]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value) if isinstance(value, int) else _quoted(str(value))


_scan = _make_scanner(_Terms)
