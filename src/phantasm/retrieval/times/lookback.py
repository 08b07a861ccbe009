"""Which stretch of time do words like "yesterday", "last week" or "three days ago" name, seen from now?"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from phantasm.retrieval.times.periods import (
    SEASONS,
    Period,
    latest_start,
    midnight,
    months_later,
    named_month,
)
from phantasm.retrieval.times.wording import Word, joined_at, text_at
from phantasm.state.claims.quantities import MONTHS, SPELLED_NUMBERS

RECENT_DAYS = 30
"""Days that "recently" reaches back: about a month, the span after which people begin to name the month."""

# "A few" as a number: more than two, and with five people begin to count.
_MOST_FEW = 5
# The longest distance that is counted back, in units: more digits are no distance that a person means.
_MOST_UNITS = 999
_DAYS_OF_WEEK = 7
_SATURDAY = 5
_HALF = 2
# A month in days, where only about a month is meant.
_MONTH_LENGTH = timedelta(days=30)
# Hours of the day at which night, afternoon and evening begin, and at which last night is over.
_MORNING, _NOON, _EVENING = 6, 12, 18

_WEEKDAYS = {
    name: day for day, name in enumerate("monday tuesday wednesday thursday friday saturday sunday".split())
}
_LENGTHS = {
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(days=7),
}
_MONTHS_OF = {"month": 1, "quarter": 3, "year": 12}
_COUNTS = {word: int(number) for word, number in SPELLED_NUMBERS.items() if number != "0"} | {"a": 1, "an": 1}
_ABOUT_NOW = frozenset(("recently", "lately"))
_LAST = frozenset(("last", "past", "previous"))
# "more than two weeks ago" is no place in time, and "two weeks ago" in it would be the wrong one.
_BOUNDS = frozenset("than over under least most within nearly almost".split())
_HABITS = frozenset("mornings afternoons evenings nights".split())
_DAY_PARTS = {"morning": (0, _NOON), "afternoon": (_NOON, _EVENING), "evening": (_EVENING, 24)}


def looked_back(words: Sequence[Word], index: int, now: datetime) -> Period | None:
    """Read a stretch that is counted from now on."""
    return (
        _day_word(words, index, now)
        or _several(words, index, now)
        or _season(words, index, now)
        or _one(words, index, now)
        or _ago(words, index, now)
        or _weekday(words, index, now)
    )


def back(moment: datetime, unit: str, count: int) -> datetime | None:
    """Return the moment that many units earlier, or nothing when there is no such moment or unit."""
    if length := _LENGTHS.get(unit):
        return moment - count * length
    first = months_later(moment, -count * _MONTHS_OF[unit]) if unit in _MONTHS_OF else None
    following = months_later(first, 1) if first else None
    if not first or not following:
        return None
    # The last day of a shorter month stands for the days that it does not have.
    day = min(first + timedelta(days=moment.day - 1), following - timedelta(days=1))
    return moment.replace(year=day.year, month=day.month, day=day.day)


def week_of(moment: datetime) -> datetime:
    """Return the Monday with which the week of a moment begins."""
    return midnight(moment) - timedelta(days=moment.weekday())


def _unit(text: str) -> str:
    unit = text.removesuffix("s")
    return unit if unit in _LENGTHS or unit in _MONTHS_OF else ""


def _day_word(words: Sequence[Word], index: int, now: datetime) -> Period | None:
    text, following, today = words[index].text, joined_at(words, index + 1), midnight(now)
    one = timedelta(days=1)
    if text == "today":
        return Period(today, today + one, index + 1)
    if text == "yesterday":
        return Period(today - one, today, index + 1)
    if text == "day" and following == "before" and joined_at(words, index + 2) == "yesterday":
        return Period(today - 2 * one, today - one, index + 3)
    if text in _ABOUT_NOW:
        return Period(today - timedelta(days=RECENT_DAYS), today + one, index + 1, exact=False)
    if (text, following) == ("last", "night"):
        evening = today - one + timedelta(hours=_EVENING)
        return Period(evening, today + timedelta(hours=_MORNING), index + 2)
    if text == "this" and following in _DAY_PARTS:
        first, last = _DAY_PARTS[following]
        return Period(today + timedelta(hours=first), today + timedelta(hours=last), index + 2)
    return None


def _counted(words: Sequence[Word], index: int) -> tuple[int, str, int, bool]:
    """Return how many of which unit stand here, the place after them, and whether the number is exact."""
    text, at = text_at(words, index), index + 1
    if text == "a" and joined_at(words, at) in ("few", "couple"):
        text, at = joined_at(words, at), at + 1
    if text == "couple" and joined_at(words, at) == "of":
        at += 1
    number = {"few": _MOST_FEW, "couple": 2}.get(text) or _COUNTS.get(text, 0)
    if text.isascii() and text.isdigit():
        number = int(text) if len(text) <= len(str(_MOST_UNITS)) else 0
    unit = _unit(joined_at(words, at))
    return (number if unit else 0), unit, at + 1, text not in ("few", "couple")


def _several(words: Sequence[Word], index: int, now: datetime) -> Period | None:
    """Read "last two weeks" and "past few days": up to and with today."""
    if words[index].text not in _LAST:
        return None
    number, unit, stop, exact = _counted(words, index + 1)
    if not number or words[index + 1].gap or joined_at(words, stop) == "of":
        return None
    if text_at(words, index + 1) in (
        "a",
        "an",
    ):  # "the last a week" is no English, so something else is meant
        return None
    since = back(now, unit, number)
    if since and _LENGTHS.get(unit, timedelta.max) < timedelta(days=1):
        return Period(since, now, stop)
    return Period(midnight(since), midnight(now) + timedelta(days=1), stop, exact=exact) if since else None


def _season(words: Sequence[Word], index: int, now: datetime) -> Period | None:
    text = words[index].text
    month = SEASONS.get(joined_at(words, index + 1)) if text in ("last", "past", "this") else None
    start = latest_start(now, month) if month else None
    end = months_later(start, 3) if start else None
    if start and end and text != "this" and end > now:  # it is still going on, so the one before is meant
        start, end = months_later(start, -12), months_later(end, -12)
    if not start or not end or (text == "this" and end <= now and start.year < now.year):
        return None
    return Period(start, end, index + 2)


def _one(words: Sequence[Word], index: int, now: datetime) -> Period | None:
    """Read "this month", "last week", "the past year" and "week before last"."""
    text, at = words[index].text, index + 1
    rolling = text == "past" or (text == "last" and text_at(words, index - 1) == "the")
    if text == "this" and joined_at(words, at) == "past":
        text, at, rolling = "last", at + 1, True
    if joined_at(words, at) == "before" and joined_at(words, at + 1) == "last" and _unit(text) == text:
        # "last" of "the year before last of school" is none of ours, but nobody says it.
        return _calendar(now, text, 2, at + 2)
    unit = joined_at(words, at)
    if (text != "this" and text not in _LAST) or joined_at(words, at + 1) == "of":
        return None
    if text != "this" and unit in MONTHS:
        found = named_month(words, at, now)
        return found._replace(bare=False, repeats=False) if found else None
    if text != "this" and unit in _WEEKDAYS:
        return _weekday_before(now, unit, at + 1)
    if rolling and unit in ("week", "month", "quarter", "year"):
        since = back(now, unit, 1)
        return Period(midnight(since), midnight(now) + timedelta(days=1), at + 1) if since else None
    return _calendar(now, unit, int(text != "this"), at + 1)


def _calendar(now: datetime, unit: str, before: int, stop: int) -> Period | None:
    """Return the calendar's week, weekend, month, quarter or year, so many before the present one."""
    if unit == "week":
        monday = week_of(now) - before * timedelta(days=_DAYS_OF_WEEK)
        return Period(monday, monday + timedelta(days=_DAYS_OF_WEEK), stop)
    if unit == "weekend":
        saturday = week_of(now) - timedelta(days=_DAYS_OF_WEEK * before - _SATURDAY)
        return Period(saturday, saturday + timedelta(days=2), stop) if saturday <= now else None
    if unit not in _MONTHS_OF:
        return None
    length = _MONTHS_OF[unit]
    start = months_later(now, -((now.month - 1) % length) - before * length)
    end = months_later(start, length) if start else None
    return Period(start, end, stop) if start and end else None


def _ago(words: Sequence[Word], index: int, now: datetime) -> Period | None:
    """Read "three weeks ago": a stretch as wide as the unit, around that moment."""
    number, unit, stop, exact = _counted(words, index)
    if not number or joined_at(words, stop) != "ago" or text_at(words, index - 1) in _BOUNDS:
        return None
    moment = back(now, unit, number)
    if not moment:
        return None
    if not exact:
        end = now if unit in ("minute", "hour") else midnight(now)
        first, last = back(end, unit, number + 1), back(end, unit, 1)
        return Period(first, last, stop + 1, exact=False) if first and last else None
    if unit == "day":
        return Period(midnight(moment), midnight(moment) + timedelta(days=1), stop + 1)
    half = _LENGTHS.get(unit, _MONTH_LENGTH * _MONTHS_OF.get(unit, 1)) / _HALF
    start, end = moment - half, min(moment + half, now)
    if half >= timedelta(days=1):
        start, end = midnight(start), midnight(end) + timedelta(days=1)
    return Period(start, end, stop + 1, exact=False)


def _weekday_before(now: datetime, name: str, stop: int) -> Period:
    # On a Monday, nobody calls today Monday: the one before is meant.
    days = (now.weekday() - _WEEKDAYS[name] - 1) % _DAYS_OF_WEEK + 1
    start = midnight(now) - timedelta(days=days)
    return Period(start, start + timedelta(days=1), stop)


def _weekday(words: Sequence[Word], index: int, now: datetime) -> Period | None:
    text = words[index].text
    if text not in _WEEKDAYS:
        return None
    if index + 1 < len(words) and words[index + 1].gap in ("", ","):
        at = index + 1 + (joined_at(words, index + 1) == "the")
        found = named_month(words, at, now) if at < len(words) else None
        if found and not found.bare:  # "Monday, 8 May"
            return found
    following = joined_at(words, index + 1)
    several = joined_at(words, index + 2) in _WEEKDAYS and following in ("and", "or", "to", "through")
    if following in _HABITS or (several and text_at(words, index - 1) != "between"):
        return None
    return _weekday_before(now, text, index + 1)._replace(bare=True, repeats=True)
