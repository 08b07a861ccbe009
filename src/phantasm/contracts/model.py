"""What is every contract model made of? Frozen, strict, and closed to unknown fields."""

import unicodedata
from datetime import UTC, date, datetime
from typing import Annotated, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from phantasm.contracts.clock import to_timestamp

# Pydantic needs a recursive alias it can resolve; payloads are free-form JSON objects.
JsonObject: TypeAlias = dict[str, object]


class Model(BaseModel):
    """Frozen data that refuses what it does not know."""

    # Built when first used: a command uses a few of the models that it loads, and most only inside others.
    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, ser_json_inf_nan="strings", defer_build=True
    )


def _normalise_timestamp(value: str) -> str:
    try:
        moment = datetime.fromisoformat(value)
    except ValueError as problem:
        message = "must be an ISO 8601 date or date-time"
        raise ValueError(message) from problem
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    try:
        return to_timestamp(moment)
    except OverflowError as problem:
        message = "lies outside the years 1 to 9999 in UTC"
        raise ValueError(message) from problem


def _normalise_day(value: str) -> str:
    return date.fromisoformat(value).isoformat()


def _refuse_long_names(value: str) -> str:
    if any(len(name.encode()) > MAX_NAME_BYTES for name in value.split("/")):
        message = f"must not have a name of more than {MAX_NAME_BYTES} bytes between two slashes"
        raise ValueError(message)
    return value


def _refuse_nul(value: str) -> str:
    # PostgreSQL text cannot hold U+0000, so the contract never lets it in (evidence bytes may have it).
    if "\x00" in value:
        message = "must not contain the NUL character"
        raise ValueError(message)
    return value


def is_blank(text: str) -> bool:
    """Tell whether a reader would see nothing: only white space, controls and other invisible characters."""
    return not any(unicodedata.category(sign)[0] in "LNPS" and sign not in _UNSEEN for sign in text)


def _refuse_blank(value: str) -> str:
    if is_blank(value):
        message = "must say something: it has only white space or invisible characters"
        raise ValueError(message)
    return value


# Letters and symbols that show nothing: fillers of Hangul, the empty Braille pattern, the null notehead.
_UNSEEN = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159")

# The longest form of ISO 8601 that is read has 40 characters.
Timestamp = Annotated[str, StringConstraints(max_length=64), AfterValidator(_normalise_timestamp)]
"""A moment in UTC with microseconds; text sorts the way time does."""

Line = Annotated[str, StringConstraints(min_length=1, max_length=512), AfterValidator(_refuse_nul)]
"""A short text: keys, names, reasons."""

MAX_NAME_BYTES = 255
"""Of a file's or a folder's name, on every file system that a project lies on (NAME_MAX)."""

FilePath = Annotated[Line, AfterValidator(_refuse_long_names)]
"""The path of a file or folder that is read or written; what a client only tells of is a `Line`."""

MAX_COUNT = 2**62
"""Far above anything that is counted, and what every column and cursor holds."""

Count = Annotated[int, Field(ge=0, le=MAX_COUNT)]
"""A number of things, or a place in a sequence."""

Choice = TypeVar("Choice")
Choices = Annotated[list[Choice], Field(max_length=100)]
"""Some of a few names; each may be said several times, and no list of names has half as many."""

Day = Annotated[Line, AfterValidator(_normalise_day)]
"""A day, as YYYY-MM-DD."""

# 64 KiB is far above any statement a person would read and far below what would strain a transaction.
MAX_STATEMENT_CHARACTERS = 65_536
Statement = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MAX_STATEMENT_CHARACTERS),
    AfterValidator(_refuse_nul),
    AfterValidator(_refuse_blank),
]
"""What a record says."""

Confidence = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
