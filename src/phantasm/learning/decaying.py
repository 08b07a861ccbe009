"""How does a record lose weight with time? Both decays that are applied, now and as a curve.

The ranking takes from what is old, by the half-life of its kind. What was learned from sessions, and nobody
has decided about, also loses strength and is archived below a bound. Nothing else decays.
"""

import math
from collections.abc import Iterator
from datetime import date, timedelta

from pydantic import Field

from phantasm.contracts.clock import from_timestamp
from phantasm.contracts.model import Model
from phantasm.evidence import supporting
from phantasm.learning.fading import FADED, YOUNGEST_DAYS, Course, Stays, course_of, days_between
from phantasm.learning.unlearning import undecided
from phantasm.retrieval.adjusting import half_life_of, recency
from phantasm.session import usage
from phantasm.session.usage import NO_USES
from phantasm.state.learned import SESSION
from phantasm.state.model import Record
from phantasm.storage.work import Work

_POINTS = 25
"""Of a curve: enough for a smooth line."""
_HALF_LIVES_SHOWN = 2.0
"""How far a curve goes: after two half-lives a quarter is left."""
_DIGITS = 6


class DecayPoint(Model):
    """What is left on one day."""

    days: int = Field(description="From today")
    on: str = Field(description="The date")
    recency: float
    strength: float | None = None


class FadingView(Model):
    """How strong something still is, and when it is archived if nobody says or uses it again."""

    strength: float = Field(description="certainty * (1 + ln(1 + uses)) * 0.5 ** (days / half-life)")
    half_life_days: float
    last_at: str = Field(description="When it was last said or used")
    archived_below: float = Field(description="The strength at which it is archived")
    on: str = Field(description="The date on which it will have faded")


class DecayView(Model):
    """How a record loses weight with time, if nothing is said or done about it until then."""

    half_life_days: float = Field(description="After so many days the ranking counts it half as recent")
    since: str = Field(description="From when the ranking counts its age")
    age_days: int
    recency: float = Field(description="1 for what is of today, a half after a half-life")
    why: str = Field(description="Why it also fades out of use, or why it does not")
    fading: FadingView | None = Field(default=None, description="Of what can be archived by time alone")
    points: list[DecayPoint]


def decay_of(work: Work, record: Record) -> DecayView:
    """Return how a record that is live or suggested decays, from today on."""
    half_life = half_life_of(record.kind)
    course = _course(work, record)
    return DecayView(
        half_life_days=half_life,
        since=record.valid_from,
        age_days=max(0, days_between(record.valid_from, work.now)),
        recency=_recency(record, work.now, half_life, 0),
        why=course.why
        if isinstance(course, Stays)
        else "it was learned from sessions, and nobody has decided about it",
        fading=None if isinstance(course, Stays) else _fading(course, work.now),
        points=list(_points(record, work.now, half_life, course)),
    )


def _fading(course: Course, now: str) -> FadingView:
    return FadingView(
        strength=course.strength_after(days_between(course.since, now)),
        half_life_days=course.half_life_days,
        last_at=course.since,
        archived_below=FADED,
        on=_day(course.since, fades_after(course)),
    )


def fades_after(course: Course) -> int:
    """Return the first day, counted from when it was last said or used, on which something has faded."""
    reinforced = max(course.strength_after(0), FADED)
    days = max(YOUNGEST_DAYS, math.floor(course.half_life_days * math.log2(reinforced / FADED)))
    while not course.has_faded(days):  # strength is rounded: the day itself, or the next
        days += 1
    return days


def _course(work: Work, record: Record) -> Stays | Course:
    if record.quality.source_type != SESSION:
        return Stays("it was not learned from sessions")
    if not undecided(work, [record]):
        return Stays("somebody has decided about it, or something rests on it")
    said = supporting.last_said(work, [record.id]).get(record.id, "")
    uses = usage.uses_of(work, [record.lineage]).get(record.lineage, NO_USES)
    return course_of(record, uses, last_at=said)


def _points(record: Record, now: str, half_life: float, course: Stays | Course) -> Iterator[DecayPoint]:
    shown = course.half_life_days if isinstance(course, Course) else half_life
    for place in range(_POINTS):
        days = round(_HALF_LIVES_SHOWN * shown * place / (_POINTS - 1))
        left = None
        if isinstance(course, Course):
            left = course.strength_after(days_between(course.since, now) + days)
        yield DecayPoint(
            days=days, on=_day(now, days), recency=_recency(record, now, half_life, days), strength=left
        )


def _recency(record: Record, now: str, half_life: float, days: int) -> float:
    then = from_timestamp(now) + timedelta(days=days)
    return round(recency(record.valid_from, then, half_life), _DIGITS)


def _day(moment: str, days: int) -> str:
    # What is said to hold from the last day there is on has no later one.
    return date.fromordinal(min(from_timestamp(moment).toordinal() + days, date.max.toordinal())).isoformat()
