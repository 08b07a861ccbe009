"""Which amount, date, time or version begins at this word? Each in one comparable form with its unit."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Literal, NamedTuple

from phantasm.state.claims.quantities import MONTHS, SPELLED_NUMBERS
from phantasm.state.claims.words import normal_form

Kind = Literal["money", "percent", "date", "clock", "duration", "count", "number", "version"]


class Amount(NamedTuple):
    """A value in the words of a text: from `start` up to `end`."""

    kind: Kind
    unit: str
    value: str
    start: int
    end: int


NUMBER_WORDS = {word: digits for word, digits in SPELLED_NUMBERS.items() if word not in ("zero", "one")}
"""Numbers in words; "one" is an article more often than a number."""

CURRENCIES = frozenset("$€£")
"""Signs before an amount of money."""

NUMBER_STARTS = CURRENCIES | frozenset("0123456789")
"""Characters that a value in digits begins with."""

RANGE = ".."
"""Stands between the two ends of a value that is a range."""

_CURRENCY_WORDS = frozenset("dollar dollars euro euros pound pounds usd eur gbp bucks".split())
_DASHES = frozenset("-\u2013")
_DIGIT = re.compile(r"\d")
_DAY = re.compile(r"(0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CLOCK = re.compile(r"([01]?\d|2[0-3])(?::([0-5]\d))?(am|pm)?")
_ISO_DATE = re.compile(r"(?:19|20)\d\d-([01]\d-[0-3]\d)")
_WRITTEN_DATE = re.compile(r"([01]\d)/([0-3]\d)(?:/(?:19|20)?\d\d)?")
_NUMBER = re.compile(r"(\d+(?:,\d{3})*(?:\.\d+)?)([a-z]{1,3})?")
_VERSION = re.compile(r"v\d+(?:\.\d+)*|\d+(?:\.\d+){2,}")
# A word in the plural has at least four letters ("cars"); shorter ones are verbs and pronouns ("has", "its").
_SHORTEST_PLURAL = 4
# So many words may stand between a number and the noun that it counts: "12 conditional probability problems".
_MOST_MODIFIERS = 3
# Lengths of time that are told of the same things; "3 weeks" never takes the place of "20 minutes".
_TIMES = {
    unit: family
    for family, units in (
        ("second", "ms millisecond milliseconds s sec secs second seconds"),
        ("hour", "min mins minute minutes h hr hrs hour hours"),
        ("day", "day days week weeks month months year years"),
    )
    for unit in units.split()
}
_SIZES = frozenset("kg km lb lbs gb mb tb kb px mph".split())
_PLURALS = frozenset("women men people children".split())
# Words that end like a plural, or that say that a number is a part of something or comes on top of it.
_SINGULAR = frozenset(
    "always across besides does gives goes hers ours perhaps plus series this times versus yours".split()
)
_NO_COUNT = frozenset("more extra additional other another of out or and in to".split())
_PERIODS = frozenset("day week month year night hour session".split())
_ADVERBS = {
    "each": "/each", "apiece": "/each", "hourly": "/hour", "daily": "/day", "nightly": "/night",
    "weekly": "/week", "monthly": "/month", "yearly": "/year", "annually": "/year",
}  # fmt: skip
_PER = frozenset(("a", "per", "each", "every", "/"))


def may_hold(text: str) -> bool:
    """Tell whether a text may hold a value at all; most turns of a conversation do not."""
    return _DIGIT.search(text) is not None or not NUMBER_WORDS.keys().isdisjoint(text.lower().split())


def amount_at(words: Sequence[str], index: int) -> Amount | None:
    """Return the value that begins at a word (lower case); None when it is a label, an ordinal or a year."""
    word = words[index]
    after = words[index + 1] if index + 1 < len(words) else ""
    if word in MONTHS:
        return _month_first(words, index)
    if word[0] in CURRENCIES:
        return _money(words, index)
    if word in NUMBER_WORDS:
        word = NUMBER_WORDS[word]
    elif not word[0].isdecimal():
        return Amount("version", "", word[1:], index, index + 1) if _VERSION.fullmatch(word) else None
    if word[-1] == "%" or after == "percent":
        value, end = _ranged(words, index, word.rstrip("%"))
        return Amount("percent", "", value, index, end + (end < len(words) and words[end] == "percent"))
    if after in _CURRENCY_WORDS:
        return Amount("money", "", _plain(word), index, index + 2)
    return _timed(words, index, word) or _counted(words, index, word)


def _money(words: Sequence[str], index: int) -> Amount:
    value, end = _ranged(words, index, _plain(words[index]))
    per, end = _per(words, end)
    return Amount("money", per, value, index, end)


def _timed(words: Sequence[str], index: int, word: str) -> Amount | None:
    """Read a time of day or a date that begins with its day."""
    after = words[index + 1] if index + 1 < len(words) else ""
    clock = _CLOCK.fullmatch(word)
    if clock and (clock[3] or after in ("am", "pm") or (clock[2] and index and words[index - 1] == "at")):
        half = clock[3] or (after if after in ("am", "pm") else "")
        hour = int(clock[1]) % 12 + 12 * (half == "pm") if half else int(clock[1])
        value, end = f"{hour:02}:{clock[2] or '00'}", index + (1 if clock[3] or not half else 2)
        if end < len(words) and words[end] in _DASHES:
            value += RANGE
        return Amount("clock", "", value, index, end)
    day = _DAY.fullmatch(word)
    month = index + (2 if after == "of" else 1)
    if day and month < len(words) and words[month] in MONTHS:
        return Amount("date", "", f"{MONTHS[words[month]]:02}-{int(day[1]):02}", index, month + 1)
    if iso := _ISO_DATE.fullmatch(word):
        return Amount("date", "", iso[1], index, index + 1)
    written = _WRITTEN_DATE.fullmatch(word)
    if written and index and words[index - 1] in ("on", "by", "to", "until", "for"):
        return Amount("date", "", f"{written[1]}-{written[2]}", index, index + 1)
    return None


def _month_first(words: Sequence[str], index: int) -> Amount | None:
    day = _DAY.fullmatch(words[index + 1]) if index + 1 < len(words) else None
    if day is None:
        return None
    value, end = _ranged(words, index + 1, f"{int(day[1]):02}")
    if end < len(words) and _YEAR.fullmatch(words[end]):
        end += 1
    elif end + 1 < len(words) and words[end] == "," and _YEAR.fullmatch(words[end + 1]):
        end += 2
    return Amount("date", "", f"{MONTHS[words[index]]:02}-{value}", index, end)


def _counted(words: Sequence[str], index: int, word: str) -> Amount | None:
    """Read a number with what it counts or measures."""
    if _VERSION.fullmatch(word):
        return Amount("version", "", word, index, index + 1)
    number = _NUMBER.fullmatch(word)
    if number is None:
        return None
    unit = number[2] or ""
    if unit and unit != "k":
        family = _TIMES.get(unit)
        if family is None and unit not in _SIZES:
            return None
        kind: Kind = "duration" if family else "count"
        return Amount(kind, family or unit, _plain(number[1]) + unit, index, index + 1)
    value, end = _ranged(words, index, _plain(word))
    joined = end < len(words) and words[end] in _DASHES
    if joined:
        end += 1
        if end >= len(words) or words[end] not in _TIMES:
            return None  # "52-card deck", "6-sided": says which kind, counts nothing
    return _unit_behind(words, index, end, value)


def _unit_behind(words: Sequence[str], index: int, end: int, value: str) -> Amount | None:
    """Find the noun that a number counts: the first plural behind it, or a unit of time."""
    for at in range(end, min(end + _MOST_MODIFIERS + 1, len(words))):
        word = words[at]
        if not word[0].isalpha() or (word in _NO_COUNT and at == end):
            break
        if word in _TIMES and len(word) > 1:
            per, after = _per(words, at + 1)
            return Amount("duration", _TIMES[word] + per, value + word[:2], index, after)
        if word in _PLURALS or (
            len(word) >= _SHORTEST_PLURAL
            and word[-1] == "s"
            and word[-2] not in "su'"
            and word not in _SINGULAR
        ):
            per, after = _per(words, at + 1)
            return Amount("count", normal_form(word) + per, value, index, after)
        if word in _NO_COUNT:
            break
    if _YEAR.fullmatch(words[index]) or (end < len(words) and words[end] in _NO_COUNT and words[end] != "to"):
        return None
    return Amount("number", "", value, index, end)


def _ranged(words: Sequence[str], index: int, value: str) -> tuple[str, int]:
    """Return a value with the other end of its range, and where it ends: "5-7", "$100 - $200"."""
    end = index + 1
    if (
        end + 1 < len(words)
        and words[end] in _DASHES
        and (words[end + 1][0].isdecimal() or words[end + 1][0] in CURRENCIES)
    ):
        return f"{value}{RANGE}{_plain(words[end + 1]).rstrip('%')}", end + 2
    return value, end


def _per(words: Sequence[str], at: int) -> tuple[str, int]:
    """Return what a rate is told of and where it ends: "/week" for "three days a week"; or nothing."""
    if at + 1 < len(words) and words[at] in _PER and words[at + 1] in _PERIODS:
        return "/" + words[at + 1], at + 2
    per = _ADVERBS.get(words[at], "") if at < len(words) else ""
    return per, at + bool(per)


def _plain(number: str) -> str:
    """Return a number without its currency and commas; "15k" are 15000."""
    digits = number.lstrip("$€£").replace(",", "")
    if digits[-1] == "k" and _NUMBER.fullmatch(digits):
        return f"{(Decimal(digits[:-1]) * 1000).normalize():f}"
    return digits
