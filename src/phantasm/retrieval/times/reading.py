"""Which times does a question speak of: periods of the calendar, events, or only now, lately and formerly?

A wrong restriction hides the answer, so what can be meant otherwise is not read.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from phantasm.contracts.clock import to_timestamp
from phantasm.retrieval.times.intents import intents
from phantasm.retrieval.times.occasions import occasions, tells_past
from phantasm.retrieval.times.restrictions import Reading, readings
from phantasm.retrieval.times.wording import Word, read_words


class Span(NamedTuple):
    """A stretch of time, half-open, in timestamps of the store; `words` is where the question says so."""

    since: str | None
    until: str | None
    words: tuple[int, int]
    exact: bool


class Event(NamedTuple):
    """Something that happened, by the words that name it."""

    relation: Literal["before", "after", "during"]
    text: str
    words: tuple[int, int]


class Happened(NamedTuple):
    """An event of a question that is known here."""

    event: Event
    at: str
    items: frozenset[str]
    """The records and the evidence that are about it."""
    terms: frozenset[str]
    """The words that name it, as the index has them."""


class Times(NamedTuple):
    """Everything that a question says about time."""

    spans: tuple[Span, ...]
    events: tuple[Event, ...]
    intent: Literal["current", "recent", "historical", "any"]
    happened: tuple[Happened, ...] = ()
    """Its events that are known here, once they were looked for."""


NO_TIMES = Times((), (), "any")


def read_times(question: str, now: datetime) -> Times:
    """Read the times of a question that was asked at `now`; days begin and end in the zone of `now`."""
    now = now if now.tzinfo else now.replace(tzinfo=UTC)
    words = read_words(question)
    read = tuple(readings(words, now))
    taken = {place for reading in read for place in range(reading.first, reading.stop)}
    dated = any(reading.dated and not reading.silent for reading in read)
    # Beside a date with its year, "last week" is seen from that date and not from now.
    held = [reading for reading in read if not reading.silent and (reading.dated or not dated)]
    return Times(
        spans=tuple(_span(words, reading) for reading in held),
        events=tuple(
            Event(found.relation, question[begin:end], (words[found.marker].start, end))
            for found in occasions(words, taken)
            for begin, end in ((words[found.first].start, words[found.stop - 1].end),)
        ),
        intent=_intent(words, held, now, dated=dated),
    )


def _span(words: Sequence[Word], reading: Reading) -> Span:
    return Span(
        since=to_timestamp(reading.since) if reading.since else None,
        until=to_timestamp(reading.until) if reading.until else None,
        words=(words[reading.first].start, words[reading.stop - 1].end),
        exact=reading.exact,
    )


def _intent(
    words: Sequence[Word], held: Sequence[Reading], now: datetime, *, dated: bool
) -> Literal["current", "recent", "historical", "any"]:
    said = set(intents(words))
    if any(word.text == "today" for word in words) and not tells_past(words):
        said.add("current")
    if dated and all(reading.until and reading.until <= now for reading in held):
        said -= {"current", "recent"}  # "currently, in August 2023" was then
    return said.pop() if len(said) == 1 else "any"
