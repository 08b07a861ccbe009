"""Do the campaigns hold in small size? The same code as the full runs of docs/reliability.md."""

from pathlib import Path

import pytest

from campaigns import (
    agents,
    compiling,
    contention,
    faults,
    http_load,
    indexing,
    kill,
    power,
    race,
    requests,
    shim,
)
from campaigns.faultchild import Sample
from campaigns.verdict import DEFAULT_SEED, Verdict

needs_compiler = pytest.mark.skipif(shim.compiler() is None, reason="the fault shim needs a C compiler")


def _must_hold(verdict: Verdict) -> None:
    assert verdict.holds, "\n".join(verdict.broken[:20])


def test_loses_nothing_when_writers_are_killed(tmp_path: Path) -> None:
    verdict = kill.run(tmp_path, writers=3, writes=900, kills=9, seed=DEFAULT_SEED)
    _must_hold(verdict)
    assert verdict.figures["kills"] == 9
    assert verdict.figures["acknowledged"] == 900


def test_shows_nobody_busy_when_many_write(tmp_path: Path) -> None:
    verdict = contention.run(tmp_path, writers=4, writes_each=40, readers=2, seed=DEFAULT_SEED)
    _must_hold(verdict)
    assert verdict.figures["store_busy"] == 0
    assert verdict.figures["backups_verified"]


def test_applies_a_raced_key_once(tmp_path: Path) -> None:
    verdict = race.run(tmp_path, clients=5, rounds=10, seed=DEFAULT_SEED)
    _must_hold(verdict)
    assert verdict.figures["effects"] == 10


@needs_compiler
def test_survives_failing_calls_in_every_operation(tmp_path: Path) -> None:
    # A seeded sample of the calls; the full run takes every one of them, in every way.
    _must_hold(faults.run(tmp_path, Sample(DEFAULT_SEED, stride=80, ways=2, only=None)))


@needs_compiler
def test_survives_every_failing_call_of_one_operation(tmp_path: Path) -> None:
    _must_hold(faults.run(tmp_path, Sample(DEFAULT_SEED, stride=1, ways=2, only="usage_report")))


@needs_compiler
def test_keeps_what_was_acknowledged_when_the_power_goes(tmp_path: Path) -> None:
    _must_hold(power.run(tmp_path, writes=20, points=40, seed=DEFAULT_SEED))


def test_answers_whatever_is_sent(tmp_path: Path) -> None:
    verdict = requests.run(tmp_path, count=1_500, seed=DEFAULT_SEED)
    _must_hold(verdict)
    assert verdict.figures["requests"] == 1_500


def test_answers_the_same_when_indexing_is_killed(tmp_path: Path) -> None:
    verdict = Verdict("indexing", DEFAULT_SEED)
    indexing.try_kills(tmp_path, indexing.Sizes(2, 100, 5, "hashing", 0.3), verdict)
    _must_hold(verdict)


def test_compiles_the_same_bytes_and_replays_them(tmp_path: Path) -> None:
    verdict = compiling.run(tmp_path, compiling.Sizes(5, 5, 3, "hashing"), DEFAULT_SEED)
    _must_hold(verdict)
    assert verdict.figures["answers_compared"] == 15
    assert verdict.figures["stores_with_something_erased"] == 2


def test_agents_that_are_killed_leave_nothing_and_lose_nothing(tmp_path: Path) -> None:
    verdict = agents.run(tmp_path, agents=4, turns=1, seed=DEFAULT_SEED)
    _must_hold(verdict)
    assert verdict.figures["killed"] == 2


@pytest.mark.long
def test_a_server_answers_many_at_once_and_loses_nothing(tmp_path: Path) -> None:
    verdict = http_load.run(tmp_path, http_load.Sizes(20, 4, seconds=5.0, records=200), DEFAULT_SEED)
    _must_hold(verdict)
    assert verdict.figures["writes"]
    assert verdict.figures["replayed"]
    assert verdict.figures["entries_told"]
