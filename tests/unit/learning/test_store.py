"""Runs and what was learned where: kept once, added to, forgotten in time."""

from collections.abc import Iterator

import pytest

from phantasm.learning import store
from phantasm.learning.store import Derived
from phantasm.storage.work import Caller, Work
from tests.conftest import Project


@pytest.fixture
def work(project: Project) -> Iterator[Work]:
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, head):
        yield Work(
            connection, head, "2026-11-01T00:00:00.000000Z", environment.ids, Caller("scheduler", frozenset())
        )


def test_goes_on_with_a_run(work: Work) -> None:
    run = store.begin(work, "run_1", budget=5, fence=1)
    store.note_step(work, run, {"fade": {"archived": 2}}, changes=2, fence=2)
    again = store.begin(work, "run_1", budget=9, fence=3)
    assert (again.budget, again.changes, again.fence) == (5, 2, 2)
    assert again.report == {"fade": {"archived": 2}}


def test_keeps_how_a_run_ended(work: Work) -> None:
    store.begin(work, "run_1", budget=5, fence=1)
    store.finish(work, "run_1", "undone", "a check failed")
    store.finish(work, "run_1", "done")
    (run,) = store.newest(work, 5)
    assert (run.state, run.reason) == ("undone", "a check failed")


def test_forgets_runs_in_time(work: Work) -> None:
    store.begin(work, "run_1", budget=5, fence=1)
    store.begin(work, "run_2", budget=5, fence=1)
    store.finish(work, "run_1", "done")
    assert store.forget_runs(work, "2027-01-01T00:00:00.000000Z") == 1
    assert [run.id for run in store.newest(work, 5)] == ["run_2"]


def test_knows_nothing_of_what_was_never_learned(work: Work) -> None:
    assert store.derived_from(work, ["s1"]) == []
    assert store.derived_among(work, ["rec_1"]) == {}
    store.note_derived(work, list[Derived]())
