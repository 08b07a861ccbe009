"""Which JSON objects stand in these lines, and where does reading go on behind each? Pure; never raises."""

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple

from phantasm.contracts.clock import to_timestamp
from phantasm.session.transcripts.lines import RawLine
from phantasm.session.transcripts.model import Unreadable

_JSON: Final = json.JSONDecoder()
_MILLISECONDS: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}\.[0-9]{3}Z"
)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
MOST_COUNT: Final = 2**63 - 1
"""The largest count that is believed: what a store can keep; anything above it is no count of tokens."""


class Record(NamedTuple):
    """A line that holds an object, or says why it holds none."""

    start: int
    """The offset of the line: reading it again begins here."""
    stop: int
    """The offset where reading goes on: behind the line, or before it where it is not finished."""
    value: dict[str, object] | Unreadable


def records(raw: Iterable[RawLine]) -> Iterator[Record]:
    """Yield what each line holds; empty lines hold nothing and are passed over."""
    for line in raw:
        if line.data is None:
            why = Unreadable("too_long" if line.finished else "unfinished", f"{line.stop - line.start} bytes")
            yield Record(line.start, line.stop if line.finished else line.start, why)
        elif line.data.strip():
            value = json_of(line.data)
            if isinstance(value, dict):
                # An object is whole without its line feed: nothing can follow its closing brace.
                yield Record(line.start, line.stop, value)
            elif line.finished:
                yield Record(line.start, line.stop, Unreadable("malformed", "no JSON object"))
            else:
                yield Record(line.start, line.start, Unreadable("unfinished"))


def json_of(data: bytes | str) -> object:
    """Read JSON; None where it is none. What cannot be stored becomes the replacement character."""
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    try:
        value = _JSON.decode(text.removeprefix("\ufeff"))
        # Only an escape brings a lone surrogate in, so most lines are spared the walk.
        return _storable(value) if "\\ud" in text or "\\uD" in text else value
    except (ValueError, RecursionError):
        return None


def _storable(value: object) -> object:
    match value:
        case str():
            return _SURROGATE.sub("\ufffd", value)
        case list():
            return [_storable(part) for part in value]
        case dict():
            return {_storable(key): _storable(part) for key, part in value.items()}
        case _:
            return value


def object_at(value: object) -> dict[str, object]:
    """Return an object, or an empty one."""
    return value if isinstance(value, dict) else {}


def list_at(value: object) -> list[object]:
    """Return a list, or an empty one."""
    return value if isinstance(value, list) else []


def objects_at(value: object) -> list[dict[str, object]]:
    """Return the objects of a list; whatever else stands in it is left out."""
    return [part for part in list_at(value) if isinstance(part, dict)]


def text_at(value: object) -> str:
    """Return a text, or an empty one."""
    return value if isinstance(value, str) else ""


def count_at(value: object) -> int:
    """Return a count, or nought."""
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_COUNT
    return value if is_count else 0  # type: ignore[return-value]  # is_count says so


def code_at(value: object) -> int | None:
    """Return an exit code: a whole number that fits into 32 bits, as every system has it."""
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= 2**32:
        return None
    return value


def moment_at(value: object) -> str | None:
    """Return an ISO 8601 moment in UTC with microseconds; one without a zone is taken as UTC."""
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
        # Most clients write every line's moment so, and nothing is left to do.
        if _MILLISECONDS.fullmatch(value):
            return f"{value[:-1]}000Z"
        return to_timestamp(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        return None


def written(value: object) -> str:
    """Return a text as it stands, and anything else as JSON."""
    if isinstance(value, str):
        return value
    try:
        return "" if value is None else json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        return ""


def texts_of(content: object, *, kinds: frozenset[str]) -> list[str]:
    """Return the texts of a message: it is a text, or a list of texts and of parts with a type and a text."""
    if isinstance(content, str):
        return [content] if content else []
    found = []
    for part in list_at(content):
        if isinstance(part, dict):
            text = part.get("text") if not kinds or text_at(part.get("type")) in kinds else None
        else:
            text = part
        if isinstance(text, str) and text:
            found.append(text)
    return found
