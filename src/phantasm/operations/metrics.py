"""Count what happened over time: writes, growth and reported tokens."""

from collections import Counter
from datetime import date, timedelta
from typing import Literal

from pydantic import Field

from phantasm.contracts.clock import EARLIEST, days_before
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Model
from phantasm.evidence import counting
from phantasm.session import chronicle
from phantasm.session.usage import usage_by_day, usage_since
from phantasm.state import store
from phantasm.storage import entries, tallies
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {"range": "30d", "bucket": "day"}
_DAYS = {"7d": 7, "30d": 30, "90d": 90, "365d": 365}
_DAY_CHARACTERS = len("2026-11-16")
_TOLD = ("reports", "input_tokens", "output_tokens")


class Params(Model):
    """Over which time, in which steps."""

    range: Literal["7d", "30d", "90d", "365d", "all"] = Field(default="30d", description="How far back")
    bucket: Literal["day", "week"] = Field(
        default="day", description="The step; a week is named by its first day"
    )
    growth: bool = Field(
        default=True, description="Also say how much was held after each step, which takes longest"
    )


class Bucket(Model):
    """The writes of one day or week."""

    start: str
    writes: int
    by_operation: dict[str, int]


class Growth(Model):
    """How much there was at the end of one day or week."""

    start: str
    records: int = Field(description="Records that were live")
    evidence: int = Field(description="Pieces of evidence that were kept")
    episodes: int = Field(description="Sessions that came to us by then and have an episode")


class Usage(Model):
    """Tokens as reported by clients."""

    profile: str
    surface: str
    model: str | None = None
    reports: int
    input_tokens: int
    output_tokens: int


class UsageBucket(Model):
    """The tokens that one client reported on one day or in one week."""

    start: str
    profile: str
    reports: int
    input_tokens: int
    output_tokens: int


class Result(Model):
    """The counts; a day or week in which nothing happened is left out."""

    since: str
    writes: list[Bucket]
    growth: list[Growth] = Field(
        default=[], description="Where it stood when the range began, and after each step that changed it"
    )
    records_by_state: dict[str, int]
    records_by_kind: dict[str, int]
    evidence: int
    usage: list[Usage]
    usage_over_time: list[UsageBucket] = []
    usage_reported: bool = Field(description="False when no client reported tokens: they are never estimated")


def handle(params: Params, work: Work, prepared: None) -> Result:
    """Count."""
    # Not the store's creation: a clock that was set back must not hide what was written then.
    since = days_before(work.now, _DAYS[params.range]) if params.range in _DAYS else EARLIEST
    weekly = params.bucket == "week"
    usage, states = usage_since(work, since), store.count_by(work, "state")
    now = {
        "records": states.get("live", 0),
        "evidence": counting.count(work),
        "episodes": sum(chronicle.counts(work).values()),
    }
    return Result(
        since=since,
        writes=_buckets(tallies.count_by_day(work, since), weekly=weekly),
        growth=_growth(work, since, now, weekly=weekly) if params.growth else [],
        records_by_state=states,
        records_by_kind=store.count_by(work, "kind"),
        evidence=now["evidence"],
        usage=[Usage.model_validate(dict(row)) for row in usage],
        usage_over_time=_usage_buckets(usage_by_day(work, since), weekly=weekly),
        usage_reported=bool(usage),
    )


def _buckets(rows: list[Row], *, weekly: bool) -> list[Bucket]:
    grouped: dict[str, dict[str, int]] = {}
    for row in rows:
        counts = grouped.setdefault(_start(row["day"], weekly=weekly), {})
        counts[row["operation"]] = counts.get(row["operation"], 0) + row["writes"]
    return [
        Bucket(start=start, writes=sum(counts.values()), by_operation=counts)
        for start, counts in sorted(grouped.items())
    ]


def _growth(work: Work, since: str, now: dict[str, int], *, weekly: bool) -> list[Growth]:
    """Go back from what there is now by what came and went, day by day."""
    after = entries.last_seq_at(work, since)
    moves = {
        "records": tallies.moved_by_day(work, "record", "live", after=after),
        "evidence": counting.moved_by_day(work, since),
        "episodes": chronicle.kept_by_day(work, since),
    }
    first, steps = since[:_DAY_CHARACTERS], dict[str, Counter[str]]()
    if since != EARLIEST:
        steps[_start(first, weekly=weekly)] = Counter()
    for name, rows in moves.items():
        for row in rows:
            start = _start(max(row["day"], first), weekly=weekly)
            steps.setdefault(start, Counter())[name] += row["moved"]
    total = Counter(now)
    for moved in steps.values():
        total.subtract(moved)
    growth = []
    for start in sorted(steps):
        total.update(steps[start])
        growth.append(Growth(start=start, **{name: total[name] for name in moves}))
    return growth


def _usage_buckets(rows: list[Row], *, weekly: bool) -> list[UsageBucket]:
    grouped: dict[tuple[str, str], Counter[str]] = {}
    for row in rows:
        key = (_start(row["day"], weekly=weekly), row["profile"])
        grouped.setdefault(key, Counter()).update({name: row[name] for name in _TOLD})
    return [
        UsageBucket(start=start, profile=profile, **counts)
        for (start, profile), counts in sorted(grouped.items())
    ]


def _start(day: str, *, weekly: bool) -> str:
    """Return the step that a day belongs to."""
    found = date.fromisoformat(day)
    return (found - timedelta(days=found.weekday())).isoformat() if weekly else day
