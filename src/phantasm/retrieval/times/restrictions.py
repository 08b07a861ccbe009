"""Which stretches of time do the words of a question restrict it to: since, until, between, in?"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from phantasm.retrieval.times.lookback import looked_back, week_of
from phantasm.retrieval.times.occasions import looks_ahead, measures, tells_past
from phantasm.retrieval.times.periods import SEASONS, Period, named_period
from phantasm.retrieval.times.wording import Word, joined_at, text_at
from phantasm.state.claims.quantities import MONTHS, WEEKDAYS

# Days that "around" adds on both sides of a date: half a week, as far as people miss a day by.
_AROUND = timedelta(days=3)
# "from March 2024 to May": the end is the latest May less than a year after the beginning.
_NEARLY_A_YEAR = timedelta(days=364)

_RELATIONS = {
    word: relation
    for relation, words in (
        ("in", "in on during within over throughout at of"),
        ("around", "around"),
        ("since", "since"),
        ("after", "after"),
        ("before", "before"),
        ("until", "until till by"),
    )
    for word in words.split()
}
_PAIRS = {("up", "to"): "until", ("as", "of"): "until", ("prior", "to"): "before"}
# What bounds a length when a length is asked for: "how many days between ...".
_BOUNDS = frozenset("between from since after before until till by".split())
# A number alone is a year only after these: "on 2024" is a port, "by 2000" an amount.
_BEFORE_YEARS = frozenset("in since before after until till during between from and or".split())
# "of March" continues a part of the month; "the owner of March" does not.
_PARTS = frozenset("week weeks half part rest course month days middle beginning start end".split())
# Months that are names of people: "written by April", "after June left".
_NAMES = frozenset("april may june august".split())
_NOT_THAT = frozenset("than except not next every each version ago".split())
# One of these, or a digit, is in every period.
_OF_PERIODS = frozenset("today yesterday recently lately night morning afternoon evening weekend".split()) | {
    *(unit + ending for unit in "minute hour day week month quarter year".split() for ending in ("", "s")),
    *MONTHS,
    *WEEKDAYS,
    *SEASONS,
}
_DIGIT = re.compile(r"\d")
_STEPS = {"day": timedelta(days=1), "week": timedelta(days=7), "month": timedelta(days=31)}


class Reading(NamedTuple):
    """A restriction by the places of its words; open where a moment is missing."""

    since: datetime | None
    until: datetime | None
    first: int
    stop: int
    dated: bool
    exact: bool = True
    repeats: bool = False
    within: bool = False
    silent: bool = False


def readings(words: Sequence[Word], now: datetime) -> Iterator[Reading]:
    """Yield the restrictions of a question in their order, those too that were understood and set aside."""
    texts = {word.text for word in words}
    if texts.isdisjoint(_OF_PERIODS) and not _DIGIT.search(" ".join(texts)):
        return  # most questions name no time, and need no look at what each of their words may begin
    ahead = looks_ahead(words)
    lengths, past, index = measures(words), tells_past(words), 0
    last: Reading | None = None
    while index < len(words):
        more = last is not None and index == last.stop and last.within
        found = _another(words, index, now) if more else None
        found = found or _reading(words, index, now)
        if not found:
            index += 1
            continue
        first = words[index].text
        asked = index in lengths and (first in _BOUNDS or "between" in texts)
        today = first == "today" and not past
        # A day or month without its year may be one to come.
        coming = found.repeats and (ahead or (first == "by" and not past))
        yield found._replace(silent=found.silent or asked or today or coming)
        last, index = found, found.stop


def _period(words: Sequence[Word], index: int, now: datetime) -> Period | None:
    at = index + (text_at(words, index) == "the")
    if at >= len(words) or (at > index and words[at].gap):
        return None
    return looked_back(words, at, now) or named_period(words, at, now)


def _reading(words: Sequence[Word], index: int, now: datetime) -> Reading | None:
    text = words[index].text
    if text_at(words, index - 1) in _NOT_THAT and not words[index].gap:
        return None
    if text in ("between", "from"):
        return _range(words, index, now)
    relation, at = _RELATIONS.get(text, ""), index + 1
    if pair := _PAIRS.get((text, joined_at(words, at))):
        relation, at = pair, at + 1
    if relation and joined_at(words, at):
        found = _period(words, at, now)
        other = _another(words, found.stop, now) if found and found.repeats else None
        if found and other and other.dated and other.since:  # "in June and July 2024"
            found = (_period(words, at, other.since) or found)._replace(dated=True, repeats=False)
        related = _related(words, index, relation, found) if found else None
        # "before or after March" asks on which side of it something was.
        either = text_at(words, index - 1) in ("and", "or") and text_at(words, index - 2) in _BOUNDS
        return related._replace(silent=True) if related and either else related
    if text in _STEPS and (beside := _beside(words, index, now)):
        return beside
    found = _period(words, index, now) if text != "the" else None
    if not found or found.bare:
        return None
    return _related(words, index, "in", found)


def _another(words: Sequence[Word], index: int, now: datetime) -> Reading | None:
    """Read what a preposition before it holds for as well: "in June and July"."""
    if joined_at(words, index) not in ("and", "or") or not joined_at(words, index + 1):
        return None
    found = _period(words, index + 1, now)
    return _related(words, index, "in", found) if found else None


def _related(words: Sequence[Word], index: int, relation: str, found: Period) -> Reading | None:
    if found.bare and not _confirms(words, index, found):
        return None
    since, until = {
        "in": (found.start, found.end),
        "around": (found.start - _AROUND, found.end + _AROUND),
        "since": (found.start, None),
        "after": (found.end, None),
        "before": (None, found.start),
        "until": (None, found.end),
    }[relation]
    exact = found.exact and relation != "around"
    return Reading(
        since, until, index, found.stop, found.dated, exact, found.repeats, within=relation == "in"
    )


def _confirms(words: Sequence[Word], index: int, found: Period) -> bool:
    """Tell whether the preposition makes a time of a word that may mean something else."""
    text, named = words[index].text, words[found.stop - 1].text
    if named.isdigit() and found.stop - index == len((text, named)):
        return text in _BEFORE_YEARS
    if text == "on":
        return found.end - found.start <= timedelta(days=1)
    if text == "of":
        return text_at(words, index - 1) in _PARTS
    if named in _NAMES and text in ("by", "before", "after", "since"):
        following = words[found.stop] if found.stop < len(words) else None
        return text != "by" and (following is None or following.gap != "")
    return text not in ("at", "over")


def _range(words: Sequence[Word], index: int, now: datetime) -> Reading | None:
    first = _period(words, index + 1, now) if joined_at(words, index + 1) else None
    if not first:
        return None
    text, link = words[index].text, joined_at(words, first.stop)
    if text == "from" and link in ("on", "onward", "onwards"):
        return Reading(first.start, None, index, first.stop + 1, first.dated, first.exact)
    unread = Reading(None, None, index, first.stop, dated=False, silent=True)
    if link not in (("and",) if text == "between" else ("to", "until", "till", "through")):
        # "the notes from March 2024" are of that time; "from Monday" alone may reach into the future.
        kept = text == "from" and not first.bare
        return _related(words, index, "in", first) if kept else unread
    last = _period(words, first.stop + 1, now) if joined_at(words, first.stop + 1) else None
    if not last:
        return unread
    if last.dated and not first.dated:
        first = _period(words, index + 1, last.start) or first
    elif first.dated and not last.dated:
        last = _period(words, first.stop + 1, first.start + _NEARLY_A_YEAR) or last
    elif first.start > last.start:
        first = _period(words, index + 1, last.start) or first
    if first.start >= last.end:
        return unread._replace(stop=last.stop)
    dated, exact = first.dated or last.dated, first.exact and last.exact
    return Reading(first.start, last.end, index, last.stop, dated, exact, not dated and last.repeats)


def _beside(words: Sequence[Word], index: int, now: datetime) -> Reading | None:
    """Read "the week before 3 August", "the day before yesterday" and "the week of May 8"."""
    unit, word = words[index].text, joined_at(words, index + 1)
    found = _period(words, index + 2, now) if joined_at(words, index + 2) else None
    if word not in ("before", "after", "of") or not found or found.bare:
        return None
    if found.end - found.start > timedelta(days=1):
        return None
    if word == "of":
        since = week_of(found.start) if unit == "week" else found.start
        until = since + _STEPS[unit]
    elif word == "before":
        since, until = found.start - _STEPS[unit], found.start
    else:
        since, until = found.end, found.end + _STEPS[unit]
    return Reading(since, until, index, found.stop, found.dated)
