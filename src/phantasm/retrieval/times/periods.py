"""Which period of the calendar do the words from here on name? Each half-open, in the zone of `now`."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from phantasm.retrieval.times.wording import Word, joined_at, text_at
from phantasm.state.claims.quantities import MONTHS

# Years that can be meant: before the first there was no repository, and plans reach ten years ahead.
_FIRST_YEAR = 1970
_YEARS_AHEAD = 10
# A month in three parts, by the day on which each begins: the usual reading of early, mid and late.
_MID_DAY, _LATE_DAY = 11, 21
# Months in each of the three parts of a year.
_YEAR_PART = 4
# Years to go back for a day that not every year has: 29 February is missing for at most eight years.
_LEAP_YEARS_APART = 8
_LAST_MONTH = 12

_YEAR = re.compile(r"\d{4}")
_DAY = re.compile(r"(0?[1-9]|[12]\d|3[01])(st|nd|rd|th)?")
_ISO = re.compile(r"(\d{4})[-/](\d\d)[-/](\d\d)(?:t\d[\d:.+z-]*)?")
_SLASHED = re.compile(r"(\d\d?)[/-](\d\d?)[/-](\d{4})")
_QUARTER = re.compile(r"q([1-4])")
_QUARTER_OF = re.compile(r"(\d{4})[-/]?q([1-4])|q([1-4])[-/](\d{4})")
_PARTS = {"early": 1, "mid": _MID_DAY, "late": _LATE_DAY}
_PARTS_OF = {"beginning": 1, "start": 1, "middle": _MID_DAY, "end": _LATE_DAY}
_NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4}
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
"""Seasons of the northern half of the earth, by their first months; each has three."""

# Months that are verbs as well: "Rails 8 may break".
_VERBS = frozenset(("may", "march", "mar"))
_BEFORE_A_MONTH = frozenset("on in since until till by before after from between of during and to".split())
_MORE_DAYS = frozenset("and or to through &".split())
# Words in "s" that are no plural, so that a number before them counts nothing.
_NO_PLURALS = frozenset("was is has does this its us as vs versus".split())
_UNITS = frozenset("ms px mb gb kb percent %".split())


class Period(NamedTuple):
    """From `start` up to `end`, named by the words up to `stop`.

    `dated`: a year was said. `bare`: the words alone may mean something else, so a preposition has to confirm
    them. `repeats`: it comes every year or every week, and the latest one was taken.
    """

    start: datetime
    end: datetime
    stop: int
    dated: bool = False
    bare: bool = False
    exact: bool = True
    repeats: bool = False


def midnight(moment: datetime) -> datetime:
    """Return the beginning of the day of a moment."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def months_later(moment: datetime, months: int) -> datetime | None:
    """Return the first day of the month that many months away, or nothing outside of the years we know."""
    year, month = divmod(moment.year * _LAST_MONTH + moment.month - 1 + months, _LAST_MONTH)
    return midnight(moment).replace(year=year, month=month + 1, day=1) if year >= _FIRST_YEAR else None


def named_period(words: Sequence[Word], index: int, now: datetime) -> Period | None:
    """Read a date, a month, a quarter, a season or a year by name."""
    return (
        _written(words, index, now)
        or _quarter(words, index, now)
        or _season(words, index, now)
        or named_month(words, index, now)
        or _part_of_year(words, index, now)
        or _year(words, index, now)
    )


def _day(now: datetime, year: int, month: int, day: int) -> datetime | None:
    if not _FIRST_YEAR <= year <= now.year + _YEARS_AHEAD:
        return None
    try:
        return midnight(now).replace(year=year, month=month, day=day)
    except ValueError:  # 31 February is no day
        return None


def _months(start: datetime | None, months: int, stop: int, *, dated: bool) -> Period | None:
    end = months_later(start, months) if start else None
    return Period(start, end, stop, dated=dated, bare=not dated, repeats=not dated) if start and end else None


def _counts(words: Sequence[Word], index: int) -> bool:
    """Tell whether the number at `index` counts what comes next: "2000 users"."""
    following = joined_at(words, index + 1)
    return following in _UNITS or (following.endswith("s") and following not in _NO_PLURALS)


def _year_from(words: Sequence[Word], index: int, now: datetime) -> tuple[int | None, int]:
    """Return the year that follows a month, a quarter or a season, and the place after it."""
    at = index + (joined_at(words, index) == "of")
    text = text_at(words, at)
    if at >= len(words) or words[at].gap not in ("", ","):
        return None, index
    if text in ("last", "this") and joined_at(words, at + 1) == "year":
        return now.year - (text == "last"), at + 2
    if _YEAR.fullmatch(text) and _day(now, int(text), 1, 1) and not _counts(words, at):
        return int(text), at + 1
    return None, index


def latest_start(now: datetime, month: int, day: int = 1) -> datetime | None:
    """Return the latest such day that has begun."""
    days = (_day(now, now.year - back, month, day) for back in range(_LEAP_YEARS_APART + 1))
    return next((start for start in days if start and start <= now), None)


def _written(words: Sequence[Word], index: int, now: datetime) -> Period | None:
    text = words[index].text
    if found := _ISO.fullmatch(text):
        year, month, day = map(int, found.groups())
    elif found := _SLASHED.fullmatch(text):
        first, second, year = map(int, found.groups())
        # The same day in both orders, or a number that can only be a day; otherwise nobody knows.
        if first != second and max(first, second) <= _LAST_MONTH:
            return None
        month, day = min(first, second), max(first, second)
    else:
        return None
    start = _day(now, year, month, day)
    return Period(start, start + timedelta(days=1), index + 1, dated=True) if start else None


def _quarter(words: Sequence[Word], index: int, now: datetime) -> Period | None:
    text, stop = words[index].text, index + 1
    year: int | None = None
    if found := _QUARTER_OF.fullmatch(text):
        number, year = int(found[2] or found[3]), int(found[1] or found[4])
    elif found := _QUARTER.fullmatch(text):
        number = int(found[1])
        year, stop = _year_from(words, stop, now)
    elif text in _NTH and joined_at(words, stop) == "quarter":
        number = _NTH[text]
        year, stop = _year_from(words, stop + 1, now)
        if year is None:
            return None
    else:
        return None
    month = 3 * number - 2
    start = _day(now, year, month, 1) if year else latest_start(now, month)
    return _months(start, 3, stop, dated=year is not None)


def _season(words: Sequence[Word], index: int, now: datetime) -> Period | None:
    text = words[index].text
    year, stop = _year_from(words, index + 1, now) if text in SEASONS else (None, index)
    found = _months(_day(now, year, SEASONS[text], 1), 3, stop, dated=True) if year else None
    return found._replace(bare=True) if found else None


def _part(words: Sequence[Word], index: int) -> tuple[int | None, int]:
    text = words[index].text
    if text in _PARTS:
        return _PARTS[text], index + 1
    if text in _PARTS_OF and joined_at(words, index + 1) == "of":
        return _PARTS_OF[text], index + 2
    return None, index


def _lists_days(words: Sequence[Word], stop: int) -> bool:
    """Tell whether another day without a month follows: "March 5 and 9"."""
    at = stop + (joined_at(words, stop) in _MORE_DAYS)
    if at >= len(words) or (at == stop and words[at].gap != "-"):
        return False
    month = at + 1 + (joined_at(words, at + 1) == "of")
    return _DAY.fullmatch(words[at].text) is not None and joined_at(words, month) not in MONTHS


def _ends_days(words: Sequence[Word], index: int) -> bool:
    """Tell whether the day at `index` is the last of several: "8 and 9 May"."""
    before = index if words[index].gap == "-" else index - (text_at(words, index - 1) in _MORE_DAYS)
    return (before < index or words[index].gap == "-") and bool(_DAY.fullmatch(text_at(words, before - 1)))


def named_month(words: Sequence[Word], index: int, now: datetime) -> Period | None:
    """Read a month with or without its part, its day and its year."""
    part, at = _part(words, index)
    found = _DAY.fullmatch(text_at(words, at)) if part is None else None
    if found:
        at += 1 + (joined_at(words, at + 1) == "of")
        if joined_at(words, at) not in MONTHS or _ends_days(words, index):
            return None
    month, at = MONTHS.get(text_at(words, at)), at + 1
    if not month or (at - 1 > index and words[at - 1].gap):
        return None
    capital, verb = words[at - 1].capital, words[at - 1].text in _VERBS
    if not found and part is None and (found := _DAY.fullmatch(joined_at(words, at))):
        # "in March 2 people left": a day without ordinal and year stands after "on", not after "in".
        loose = not found[2] and _year_from(words, at + 1, now)[0] is None
        if _lists_days(words, at + 1) or (loose and _counts(words, at)):
            return None
        found, at = (None, at) if loose and text_at(words, index - 1) == "in" else (found, at + 1)
    year, stop = _year_from(words, at, now)
    confirmed = capital or text_at(words, index - 1) in _BEFORE_A_MONTH or year or (found and found[2])
    if verb and not confirmed:
        return None
    day = int(found[1]) if found else part or 1
    start = _day(now, year, month, day) if year else latest_start(now, month, day)
    if not start:
        return None
    if found:
        tomorrow = start + timedelta(days=1)
        return Period(start, tomorrow, stop, dated=year is not None, repeats=year is None)
    part_end = start + timedelta(days=_LATE_DAY - _MID_DAY)
    end = part_end if part and part < _LATE_DAY else months_later(start, 1)
    bare = year is None and part is None
    return Period(start, end, stop, dated=year is not None, bare=bare, repeats=year is None) if end else None


def _part_of_year(words: Sequence[Word], index: int, now: datetime) -> Period | None:
    """Read "early 2024" and "the end of 2024"."""
    part, at = _part(words, index)
    found = _year(words, at, now) if part is not None and joined_at(words, at) else None
    if not found:
        return None
    skipped = {1: 0, _MID_DAY: _YEAR_PART, _LATE_DAY: 2 * _YEAR_PART}[part or 1]
    return _months(months_later(found.start, skipped), _YEAR_PART, found.stop, dated=True)


def _year(words: Sequence[Word], index: int, now: datetime) -> Period | None:
    text = words[index].text
    if not _YEAR.fullmatch(text) or _counts(words, index):
        return None
    start = _day(now, int(text), 1, 1)
    return (
        Period(start, start.replace(year=start.year + 1), index + 1, dated=True, bare=True) if start else None
    )
