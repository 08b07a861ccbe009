"""Count what happened over time: writes, records and reported tokens."""

from datetime import date, timedelta
from typing import Literal

from pydantic import Field

from phantasm.contracts.clock import EARLIEST, days_before
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Model
from phantasm.evidence import store as evidence
from phantasm.session.usage import usage_since
from phantasm.state import store
from phantasm.storage import entries
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {"range": "30d", "bucket": "day"}
_DAYS = {"7d": 7, "30d": 30, "90d": 90}


class Params(Model):
    """Over which time, in which steps."""

    range: Literal["7d", "30d", "90d", "all"] = Field(default="30d", description="How far back")
    bucket: Literal["day", "week"] = Field(
        default="day", description="The step; a week is named by its first day"
    )


class Bucket(Model):
    """The writes of one day or week."""

    start: str
    writes: int
    by_operation: dict[str, int]


class Usage(Model):
    """Tokens as reported by clients."""

    profile: str
    surface: str
    model: str | None = None
    reports: int
    input_tokens: int
    output_tokens: int


class Result(Model):
    """The counts."""

    since: str
    writes: list[Bucket]
    records_by_state: dict[str, int]
    records_by_kind: dict[str, int]
    evidence: int
    usage: list[Usage]
    usage_reported: bool = Field(description="False when no client reported tokens: they are never estimated")


def handle(params: Params, work: Work, prepared: None) -> Result:
    """Count."""
    # Not the store's creation: a clock that was set back must not hide what was written then.
    since = days_before(work.now, _DAYS[params.range]) if params.range in _DAYS else EARLIEST
    usage = usage_since(work, since)
    return Result(
        since=since,
        writes=_buckets(entries.count_by_day(work, since), weekly=params.bucket == "week"),
        records_by_state=store.count_by(work, "state"),
        records_by_kind=store.count_by(work, "kind"),
        evidence=evidence.count(work),
        usage=[Usage.model_validate(dict(row)) for row in usage],
        usage_reported=bool(usage),
    )


def _buckets(rows: list[Row], *, weekly: bool) -> list[Bucket]:
    grouped: dict[str, dict[str, int]] = {}
    for row in rows:
        start = _monday(row["day"]) if weekly else row["day"]
        counts = grouped.setdefault(start, {})
        counts[row["operation"]] = counts.get(row["operation"], 0) + row["writes"]
    return [
        Bucket(start=start, writes=sum(counts.values()), by_operation=counts)
        for start, counts in sorted(grouped.items())
    ]


def _monday(day: str) -> str:
    weekday = date.fromisoformat(day).weekday()
    return (date.fromisoformat(day) - timedelta(days=weekday)).isoformat()
