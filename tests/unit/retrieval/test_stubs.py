"""Remains of erased units go once no vector index needs them, and no id is given twice."""

from phantasm.retrieval import store, stubs
from phantasm.storage.work import Caller, Work
from tests.conftest import Project


def test_waits_for_nobody_where_there_are_no_vectors(project: Project) -> None:
    assert stubs.followed(project.runtime.environment) is None


def test_waits_for_the_slowest_index(project: Project) -> None:
    folder = project.paths.indexes / "some-model"
    folder.mkdir(parents=True)
    assert stubs.followed(project.runtime.environment) == 0
    (project.paths.indexes / "some-model.qdrant-1a2b").mkdir()
    assert stubs.followed(project.runtime.environment) == 0


def test_removes_what_nobody_needs_and_keeps_the_last_id(project: Project) -> None:
    names = [project.hold(f"Fact number {number} is true.") for number in range(3)]
    project.confirm("set_state", {"action": "tombstone", "ids": names}, action="tombstone", ids=names)
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, head):
        work = Work(
            connection, head, "2026-11-01T00:00:00.000000Z", environment.ids, Caller("x", frozenset())
        )
        following = store.next_id(work)
        assert stubs.forget(work, 0, 10) == 0
        assert stubs.forget(work, None, 10) == 2
        assert store.next_id(work) == following
