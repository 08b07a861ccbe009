"""When was it? What a set writes as a time, read where it is one.

Sets write times as they like: ISO 8601, "1:56 pm on 8 May, 2023", "March-15-2024", a bare number that only
counts. What is no time is left out, and the order of the corpus alone says what came later.
"""

import re
from datetime import UTC, datetime, timedelta

from phantasm.contracts.clock import to_timestamp

# English names whatever the locale, which is why strptime's %B is not used.
_MONTHS = ("january february march april may june july august september october november december").split()
_SHORTEST_MONTH_NAME = 3
_CLOCK = re.compile(r"\b(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap])?\.?(?:m\b)?", re.IGNORECASE)
_DAY_FIRST = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?[\s\-]+([a-z]{3,9})\.?,?[\s\-]+(\d{4})\b", re.IGNORECASE)
_MONTH_FIRST = re.compile(
    r"\b([a-z]{3,9})\.?[\s\-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s\-]+(\d{4})\b", re.IGNORECASE
)
# `fromisoformat` takes "20230508" and "2023" apart too; a number without a mark only counts.
_BARE_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_NOON_HOURS = 12


def moment_of(text: str | None) -> str | None:
    """Return a set's time as the contract writes it, in UTC where no offset is given; None for no time."""
    if text is None or _BARE_NUMBER.fullmatch(text.strip()):
        return None
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        found = _in_words(text)
        if found is None:
            return None
        moment = found
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    try:
        return to_timestamp(moment)
    except OverflowError:  # an offset that leads out of the years 1 to 9999
        return None


def _in_words(text: str) -> datetime | None:
    day_first, month_first = _DAY_FIRST.search(text), _MONTH_FIRST.search(text)
    if day_first:
        day, name, year = day_first.groups()
    elif month_first:
        name, day, year = month_first.groups()
    else:
        return None
    month = _month(name)
    if month is None:
        return None
    try:
        return datetime(int(year), month, int(day), tzinfo=UTC) + _time_of_day(text)
    except ValueError:
        return None


def _month(name: str) -> int | None:
    wanted = name.lower()
    for number, month in enumerate(_MONTHS, 1):
        if len(wanted) >= _SHORTEST_MONTH_NAME and month.startswith(wanted):
            return number
    return None


def _time_of_day(text: str) -> timedelta:
    found = _CLOCK.search(text)
    if found is None:
        return timedelta()
    hours, minutes, seconds, half = found.groups()
    hour = int(hours)
    if half:
        hour = hour % _NOON_HOURS + (_NOON_HOURS if half.lower() == "p" else 0)
    # datetime refuses what no clock shows, such as 25:00.
    shown = datetime(1, 1, 1, hour, int(minutes), int(seconds or 0), tzinfo=UTC)
    return shown - datetime(1, 1, 1, tzinfo=UTC)
