"""What time is it, and how is a moment written down?"""

from datetime import UTC, datetime, timedelta
from typing import Protocol

EARLIEST = "0001-01-01T00:00:00.000000Z"
"""Before anything that can be written down."""


class Clock(Protocol):
    """Whoever knows the time; injected everywhere so that tests and replays can choose it."""

    def now(self) -> datetime:
        """Return the current moment in UTC."""


def to_timestamp(moment: datetime) -> str:
    """Write a moment as fixed-width UTC text, so that text order is time order."""
    # `%Y` does not pad years below 1000 on every platform, hence isoformat.
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def from_timestamp(text: str) -> datetime:
    """Read what `to_timestamp` wrote."""
    return datetime.fromisoformat(text)


def days_before(text: str, days: int) -> str:
    """Return the timestamp `days` earlier, never before the first representable day."""
    moment = from_timestamp(text)
    return (
        to_timestamp(moment - timedelta(days=days))
        if (moment - from_timestamp(EARLIEST)).days > days
        else EARLIEST
    )


def seconds_after(text: str, seconds: float) -> str:
    """Return the timestamp `seconds` later."""
    return to_timestamp(from_timestamp(text) + timedelta(seconds=seconds))


def days_after(text: str, days: int) -> str:
    """Return the moment some days after a timestamp; the last one there is where that would be later."""
    moment = from_timestamp(text)
    latest = datetime.max.replace(tzinfo=moment.tzinfo)
    return to_timestamp(moment + timedelta(days=days) if latest - moment > timedelta(days=days) else latest)
