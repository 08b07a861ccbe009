"""How much was it, and when, where a transcript says so with a number? Pure; nothing here raises."""

from datetime import UTC, datetime, timedelta
from typing import Final

from phantasm.contracts.clock import to_timestamp
from phantasm.session.transcripts.records import moment_at

MOST_COST: Final = 1e9
"""The largest cost that is believed, in US dollars: no run of an agent costs a thousandth of it."""

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

MOST_EPOCH_SECONDS: Final = 1e11
"""Larger numbers count milliseconds: as seconds they would lie past the year 5000."""

MOST_EPOCH_MILLISECONDS: Final = 1e14
"""Larger numbers are no times of ours: they lie past the year 5000 too."""


def cost_at(value: object) -> float | None:
    """Return an amount of money; None where none is said."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= MOST_COST else None


def when_at(value: object) -> str | None:
    """Return a moment: from ISO 8601, or from seconds or milliseconds since 1970."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return moment_at(value)
    if not 0 < value < MOST_EPOCH_MILLISECONDS:
        return None
    return to_timestamp(EPOCH + timedelta(seconds=value / 1000 if value > MOST_EPOCH_SECONDS else value))
