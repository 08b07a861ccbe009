"""Until when is something put off? A time, a change of a record, or an operation, as people write them."""

import re
from datetime import UTC, datetime, timedelta

from phantasm.contracts.errors import Code, PhantasmError

EXPECTED = "a date or time (2026-12-01), a span (3d, 2w, 12h), record:HANDLE or operation:NAME"
_SPAN = re.compile(r"(\d{1,4})\s*([hdw])", re.ASCII)
_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


def wake_of(words: str) -> dict[str, object]:
    """Return the wake condition that some words mean."""
    text = words.strip()
    name, colon, rest = text.partition(":")
    if colon and name in {"record", "operation"} and rest.strip():
        return {name: rest.strip()}
    if span := _SPAN.fullmatch(text.lower()):
        moment = datetime.now(UTC) + int(span[1]) * _UNITS[span[2]]
        return {"until": moment.isoformat()}
    try:
        datetime.fromisoformat(text)
    except ValueError as problem:
        message = f"{text!r} says no time to wait for"
        raise PhantasmError(Code.INVALID_PARAMS, message, field="params.wake", expected=EXPECTED) from problem
    return {"until": text}
