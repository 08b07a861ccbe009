"""Which number, version, date or quantity is this? Each in one comparable form, whatever its spelling."""

import re
from decimal import Decimal

_SECOND = Decimal(1000)
_BYTES = Decimal(1024)


def _units() -> dict[str, tuple[str, Decimal]]:
    """Return every spelling of a unit with its dimension and its size in the dimension's smallest unit."""
    families: tuple[tuple[str, Decimal, str], ...] = (
        ("ms", Decimal(1), "ms msec msecs millisecond milliseconds millis"),
        ("ms", _SECOND, "s sec secs second seconds"),
        ("ms", _SECOND * 60, "min mins minute minutes m"),
        ("ms", _SECOND * 3600, "h hr hrs hour hours"),
        ("ms", _SECOND * 86_400, "d day days"),
        ("ms", _SECOND * 604_800, "w wk week weeks"),
        ("month", Decimal(1), "month months mo"),
        ("month", Decimal(12), "year years yr yrs y"),
        ("b", Decimal(1), "b byte bytes"),
        ("b", _BYTES, "kb kib kilobyte kilobytes kibibyte kibibytes ki"),
        ("b", _BYTES**2, "mb mib megabyte megabytes mebibyte mebibytes mi"),
        ("b", _BYTES**3, "gb gib gigabyte gigabytes gibibyte gibibytes gi g"),
        ("b", _BYTES**4, "tb tib terabyte terabytes tebibyte tebibytes ti"),
        ("%", Decimal(1), "% percent pct"),
        ("", _SECOND, "k"),
        ("px", Decimal(1), "px pixel pixels"),
        ("eur", Decimal(1), "eur euro euros"),
        ("usd", Decimal(1), "usd dollar dollars"),
        ("hz", Decimal(1), "hz"),
        ("x", Decimal(1), "x"),
    )
    return {name: (dimension, size) for dimension, size, names in families for name in names.split()}


UNITS = _units()
"""Units that convert into one another; kilobytes are 1024 bytes, as configuration files mean them."""

UNIT_WORDS = frozenset(UNITS) - {"x", "k", "b", "w", "y", "mi", "ki", "g", "mo"}
"""Units that may stand apart from their number; the others would be words too often."""

SPELLED_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen twenty".split()
    )
} | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90", "hundred": "100"}
"""Numbers as prose writes them; larger ones are written in digits."""

FREQUENCIES = {
    "hourly": "3600000ms",
    "daily": "86400000ms",
    "nightly": "night",
    "weekly": "604800000ms",
    "biweekly": "1209600000ms",
    "monthly": "1month",
    "quarterly": "3month",
    "yearly": "12month",
    "annually": "12month",
}
"""Adverbs that say how often: as long as the time between two occurrences."""

WEEKDAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
"""Days that a schedule names; each is a value like a date."""

PARTS_OF_DAY = frozenset("night morning evening noon weekend weekday".split())
"""Times that a schedule names without a number."""

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
            "august aug", "september sept sep", "october oct", "november nov", "december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
"""Months by their English names."""

_PLAIN = re.compile(r"[$€£~]?(\d{1,3}(?:[,_]\d{3})+|\d+)(\.\d+)?(%|[a-zµ]{1,12})?(?:/([a-z]{1,8}))?")
_VERSION = re.compile(r"v?\d+(?:\.(?:\d+|x|\*))*(?:[-.+]?(?:rc|a|b|alpha|beta|dev|pre|post)\.?\d*)?")
_RANGE = re.compile(r"v?\d+(?:\.\d+)*(?:-|\u2013|\.\.)v?\d+(?:\.\d+)*")
_DATE = re.compile(r"(\d{4})-(\d\d)(?:-(\d\d))?(?:t\S*)?")
_CLOCK = re.compile(r"(\d{1,2}):(\d\d)(?::\d\d)?(am|pm)?")
_WITH_UNIT = re.compile(r"(\d+)-([a-z]{1,12})")
_ADDRESS = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")

# A number with more digits than this is an identifier or an attack, not an amount.
_MOST_DIGITS = 30
# "90m" are minutes, "500m" are thousandths.
_DIGITS_OF_MILLIS = 3


def measure(text: str) -> str | None:
    """Return the comparable form of a lower-case number, version, date or quantity; None for the rest."""
    if text.isalpha():  # nearly every word: there is a digit in all that is measured
        return None
    if (not text[-1:].isalnum() and text[-1:] not in ("%", "*")) or len(text) > _MOST_DIGITS:
        return None
    if plain := _PLAIN.fullmatch(text):
        digits, fraction, unit, per = plain.groups()
        number = digits.replace(",", "").replace("_", "") + (fraction or "")
        if unit is None:
            return number + (f"/{per}" if per else "")
        if unit == "m" and len(digits) >= _DIGITS_OF_MILLIS:
            return f"{(Decimal(number) / 1000).normalize():f}"  # "500m" of a processor, not minutes
        found = quantity(number, unit)
        return None if found is None else found + (f"/{per}" if per else "")
    return _dated(text) or _versioned(text)


def quantity(number: str, unit: str) -> str | None:
    """Return a number with a unit in the smallest unit of its dimension; None when the unit is unknown."""
    known = UNITS.get(unit)
    if known is None or not number.replace(".", "", 1).isdecimal():
        return None
    dimension, size = known
    amount = (Decimal(number) * size).normalize()
    return f"{amount:f}{dimension}"


def period(times: int, unit: str) -> str:
    """Return the time between two occurrences of what happens so often in a unit of time."""
    name, size = UNITS[unit]
    return f"{(size / times).normalize():f}{name}"


def dimension(found: str) -> str:
    """Return what a measure measures, by the unit at its end; numbers and versions have none."""
    unit = found.lstrip("0123456789.:-,~")
    if unit == found or found.startswith("-") or (len(found) >= _SHORTEST_DATE and found[4] == "-"):
        return "date"
    if found[2:3] == ":":
        return "clock"
    return "ms" if unit == "month" else unit


# "2026-05": a year, a dash and a month.
_SHORTEST_DATE = 7


def date(day: str, month: str, year: str) -> str:
    """Return a date as ISO writes it, as far as it is known; without a year it begins with two dashes."""
    return "-".join((year or "-", f"{MONTHS[month]:02}", *((day.zfill(2),) if day else ())))


def _dated(text: str) -> str | None:
    if found := _DATE.fullmatch(text):
        return "-".join(part for part in found.groups() if part)
    if found := _CLOCK.fullmatch(text):
        hour, minute, half = found.groups()
        return f"{(int(hour) % 12 + 12 * (half == 'pm')) if half else int(hour):02}:{minute}"
    return None


def _versioned(text: str) -> str | None:
    if _ADDRESS.fullmatch(text):
        return text
    if _VERSION.fullmatch(text):
        return text.removeprefix("v")
    if _RANGE.fullmatch(text):
        return text.replace("\u2013", "-").replace("..", "-")
    if found := _WITH_UNIT.fullmatch(text):
        return quantity(*found.groups())
    return None
