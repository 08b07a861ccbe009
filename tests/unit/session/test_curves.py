"""Does a success curve add up, and stay bounded?"""

from phantasm.operations.procedures import MOST_POINTS, curve_of
from phantasm.session.model import Outcome
from phantasm.session.usage import Use


def _use(number: int, outcome: Outcome) -> Use:
    return Use(
        "lin", f"s{number}", "followed", outcome, f"2026-11-01T00:{number // 60:02d}:{number % 60:02d}Z"
    )


def test_rates_what_succeeded_or_failed() -> None:
    outcomes: list[Outcome] = ["unknown", "success", "failure", "partial", "success"]
    curve = curve_of([_use(number, outcome) for number, outcome in enumerate(outcomes)])
    assert [point.rate for point in curve] == [None, 1.0, 0.5, 0.5, 0.6667]
    assert (curve[-1].successes, curve[-1].failures) == (2, 1)
    assert [point.source for point in curve] == ["s0", "s1", "s2", "s3", "s4"]


def test_keeps_the_newest_points_and_counts_the_rest() -> None:
    curve = curve_of([_use(number, "success") for number in range(MOST_POINTS + 5)])
    assert len(curve) == MOST_POINTS
    assert (curve[0].source, curve[0].successes) == ("s5", 6)
    assert curve[-1].successes == MOST_POINTS + 5


def test_is_empty_without_uses() -> None:
    assert curve_of([]) == []
