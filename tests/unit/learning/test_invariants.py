"""The laws that every run keeps, and what breaks them."""

from dataclasses import replace

import pytest

from phantasm.learning.invariants import Touched, broken

FADED = Touched(
    record_id="rec_1",
    kind="fact",
    learned=True,
    decided=False,
    before="live",
    after="archived@2026-11-01T00:00:00.000000Z",
    statement="It rains.",
)


def test_lets_pass_what_a_run_may_do() -> None:
    superseded = replace(FADED, learned=False, after="superseded@2026-11-01T00:00:00.000000Z")
    made = replace(FADED, before=None, after="live")
    assert broken([FADED, superseded, made]) == []


@pytest.mark.parametrize(
    "touched",
    [
        replace(FADED, before="live+frozen"),
        replace(FADED, learned=False),
        replace(FADED, decided=True),
        replace(FADED, after="tombstoned"),
    ],
)
def test_finds_what_a_run_must_not_do(touched: Touched) -> None:
    assert len(broken([touched])) == 1
    assert touched.statement not in broken([touched])[0]


def test_finds_a_secret_that_was_introduced() -> None:
    key = "AKIA" + "Q7R2T9XW4ZK8M3NB"
    made = replace(FADED, before=None, after="live", statement=f"The key is {key}.")
    problems = broken([made])
    assert len(problems) == 1
    assert key not in problems[0]
