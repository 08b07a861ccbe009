"""Which scheduled work should be asked for now? Pure: the clock, the last times and the schedule decide.

Each kind of work has one slot a day. Slots that nobody was there for are made up for once, however many they
were. Projects do not start together: how long each waits is drawn from its store's id.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta

_DAY = timedelta(days=1)
# Sessions of an agent may last a few minutes only, and what was missed should be made up for in one of them;
# a dozen projects that an editor opens at once are still some seconds apart.
CATCH_UP = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Schedule:
    """What was chosen: which kinds of work, when, and how far projects are spread."""

    kinds: tuple[str, ...]
    """In the order in which they are done."""
    nightly_at: time
    """In UTC."""
    stagger: timedelta


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known when the schedule is looked at."""

    now: datetime
    store_id: str
    created_at: datetime
    """When the store was made: before that nothing can have been missed."""
    asked_at: Mapping[str, datetime]
    """By kind, when such work was last asked for."""
    opened_at: datetime | None = None
    """Since when somebody waits for slots; None: somebody asks for what is due, and nothing is spread."""


@dataclass(frozen=True, slots=True)
class Planned:
    """One kind of work and the moment from which it may start."""

    kind: str
    ready_at: datetime
    is_due: bool


def plan(schedule: Schedule, situation: Situation) -> tuple[Planned, ...]:
    """Return for each kind of work when it comes next, and whether that is now."""
    slot = _latest_slot(schedule.nightly_at, situation.now)
    return tuple(_planned(schedule, situation, kind, slot) for kind in schedule.kinds)


def _planned(schedule: Schedule, situation: Situation, kind: str, slot: datetime) -> Planned:
    # A time after now was written by a clock that has been put back since; it says nothing about the slot.
    known = (situation.asked_at.get(kind, situation.created_at), situation.created_at)
    is_asked = any(slot <= moment <= situation.now for moment in known)
    opened_at = situation.opened_at
    spread = timedelta(0) if opened_at is None else _share(situation.store_id, schedule.stagger)
    if is_asked:
        return Planned(kind, slot + _DAY + spread, is_due=False)
    if opened_at is not None and opened_at > slot:
        ready_at = opened_at + _share(situation.store_id, CATCH_UP)
    else:
        ready_at = slot + spread
    return Planned(kind, ready_at, is_due=ready_at <= situation.now)


def _latest_slot(nightly_at: time, now: datetime) -> datetime:
    today = now.replace(
        hour=nightly_at.hour, minute=nightly_at.minute, second=nightly_at.second, microsecond=0
    )
    return today if today <= now else today - _DAY


def _share(store_id: str, window: timedelta) -> timedelta:
    """Return how long this store waits within a window: the same every night, another for every store."""
    drawn = int.from_bytes(hashlib.sha256(store_id.encode()).digest()[:8])
    return window * (drawn % 10_000) / 10_000
