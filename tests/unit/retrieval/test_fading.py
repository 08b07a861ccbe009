"""Importance, use and age: what speaks for something and how it fades."""

from datetime import UTC, datetime

import pytest

from phantasm.retrieval.fading import has_faded, left_after, reinforcement, signal
from phantasm.session.usage import NO_USES, Uses

NOW = datetime(2026, 11, 1, tzinfo=UTC)
LONG_AGO = "2026-08-01T00:00:00.000000Z"
USED = Uses(count=4, successes=4, last_at="2026-10-25T00:00:00.000000Z")


def test_halves_after_a_half_life() -> None:
    assert left_after(14, 14) == pytest.approx(0.5)
    assert left_after(28, 14) == pytest.approx(0.25)
    assert left_after(-3, 14) == 1.0


def test_counts_the_first_uses_most_and_no_more_than_so_many() -> None:
    steps = [reinforcement(Uses(count=n, successes=n)) for n in range(12)]
    assert steps == sorted(steps)
    assert steps[1] - steps[0] > steps[8] - steps[7]
    assert steps[8] == steps[11] == 1.0


def test_lets_failures_speak_against_it() -> None:
    assert reinforcement(Uses(count=2, failures=2)) < 0
    assert reinforcement(Uses(count=2, successes=1, failures=1)) == 0.0
    assert 0 < reinforcement(Uses(count=1)) < reinforcement(Uses(count=1, successes=1))


def test_a_one_off_fades_and_what_was_used_stays() -> None:
    assert has_faded(0.5, NO_USES, LONG_AGO, NOW)
    assert not has_faded(0.5, USED, LONG_AGO, NOW)
    assert not has_faded(0.9, NO_USES, LONG_AGO, NOW)
    assert not has_faded(0.5, NO_USES, "2026-10-25T00:00:00.000000Z", NOW)


def test_tells_less_the_older_it_is() -> None:
    days = ("2026-10-31", "2026-10-01", "2026-08-01", "2025-08-01")
    told = [signal(0.5, NO_USES, f"{day}T00:00:00.000000Z", NOW) for day in days]
    assert told == sorted(told, reverse=True)
