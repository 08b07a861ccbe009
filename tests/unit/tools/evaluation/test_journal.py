"""The journal is walked in order, and tells what derives and what decides."""

from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.kinds import Right
from phantasm.storage.work import Caller, Work
from tests.conftest import Project
from tools.evaluation.replay_source import Written, entry, walk


def walked(project: Project) -> list[Written]:
    environment = project.runtime.environment
    with environment.database.read() as (connection, head):
        caller = Caller("test", frozenset({Right.READ}))
        work = Work(connection, head, to_timestamp(environment.clock.now()), environment.ids, caller)
        found = list(walk(work))
        assert [entry(work, one.seq) for one in found] == found
        return found


def test_walks_every_entry_in_order(project: Project) -> None:
    record = project.hold("The port is 8080.")
    project.get("set_state", profile="cli", ids=[record], action="archive")
    first, second = walked(project)
    assert (first.operation, second.operation) == ("ingest", "set_state")
    assert [row["object_id"] for row in first.of("record", "create")] == [record]
    assert [row["change"] for row in second.of("record")] == ["close"]
    assert not first.derives
    assert not first.thinned


def test_tells_steps_that_derive_from_those_that_end_a_run(project: Project) -> None:
    step = {"run_id": "run_00000000000000000000000001"}
    project.get("consolidate", profile="scheduler", **step)
    project.get("consolidate", profile="scheduler", finish="done", **step)
    assert [one.derives for one in walked(project)] == [True, False]
