"""Days are written out, the same everywhere."""

import pytest

from phantasm.context.days import day_of


@pytest.mark.parametrize(
    ("timestamp", "day"),
    [
        ("2023-05-08T13:56:00.000000Z", "8 May 2023"),
        ("2026-12-31", "31 December 2026"),
        ("0099-01-01T00:00:00Z", "1 January 99"),
    ],
)
def test_writes_a_day(timestamp: str, day: str) -> None:
    assert day_of(timestamp) == day
