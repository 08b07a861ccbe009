"""What numbers in a transcript mean."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.session.transcripts.measures import cost_at, when_at


@pytest.mark.parametrize(
    "value", [1_772_359_200, 1_772_359_200.0, 1_772_359_200_000, "2026-03-01T10:00:00Z", "2026-03-01 10:00"]
)
def test_reads_a_moment_however_it_is_written(value: object) -> None:
    assert when_at(value) == "2026-03-01T10:00:00.000000Z"


@pytest.mark.parametrize("value", [None, True, 0, -1, 10**40, float("nan"), float("inf"), "yesterday", []])
def test_takes_anything_else_as_no_moment(value: object) -> None:
    assert when_at(value) is None


def test_believes_only_what_can_be_a_cost() -> None:
    assert [cost_at(value) for value in (0, 2, 0.5)] == [0.0, 2.0, 0.5]
    assert [cost_at(value) for value in (-1, True, "1", None, float("nan"), 10**400)] == [None] * 6


@given(st.integers() | st.floats() | st.text())
def test_never_raises(value: object) -> None:
    when_at(value)
    cost_at(value)
