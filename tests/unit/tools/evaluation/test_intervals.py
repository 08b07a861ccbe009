"""Intervals hold the mean, shrink with more questions, and see paired differences."""

import random

from tools.evaluation.measures import difference_interval, interval


def test_holds_the_mean_and_shrinks() -> None:
    few, many = [0.0, 1.0] * 10, [0.0, 1.0] * 1000
    low, high = interval(few)
    assert low < 0.5 < high
    narrow_low, narrow_high = interval(many)
    assert low < narrow_low < 0.5 < narrow_high < high
    # The standard error of 20 fair coins is .112: the bounds are about twice that away.
    assert abs(low - 0.28) < 0.04
    assert abs(high - 0.72) < 0.04


def test_repeats() -> None:
    values = [random.Random(1).random() for _ in range(50)]
    assert interval(values) == interval(values)
    assert interval([0.25]) == (0.25, 0.25)


def test_sees_a_small_difference_between_pairs() -> None:
    drawn = random.Random(2)
    theirs = [drawn.random() for _ in range(200)]
    ours = [value + 0.01 + drawn.uniform(-0.02, 0.02) for value in theirs]
    bounds, is_significant = difference_interval(ours, theirs)
    assert is_significant
    assert 0 < bounds[0] < 0.01 < bounds[1]
    assert difference_interval(theirs, ours)[1]
    assert difference_interval(theirs, theirs) == ((0.0, 0.0), False)


def test_takes_more_questions_than_fit_at_once() -> None:
    low, high = interval([0.0, 1.0] * 2_500)
    assert 0.48 < low < 0.5 < high < 0.52
