"""Remains of erased units go once no vector index needs them, and no id is given twice."""

from phantasm.retrieval import store, stubs
from phantasm.retrieval.vectors.embedded import EmbeddedIndex
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


def test_takes_the_vectors_of_erased_units_out_and_keeps_the_others(project: Project) -> None:
    gone, kept = project.hold("The port is 8123."), project.hold("The host is example.org.")
    project.get("embed", profile="scheduler")
    project.confirm("set_state", {"action": "tombstone", "ids": [gone]}, action="tombstone", ids=[gone])
    (folder,) = (path for path in project.paths.indexes.iterdir() if path.is_dir())
    stubs.take_out_vectors(project.runtime.environment)
    index = EmbeddedIndex(folder)
    assert (index.vectors(), index.stamp and index.stamp.count) == (1, 1)
    (hit,) = project.get("search", query="Which host?", arms="dense")["hits"]
    assert hit["id"] == kept


def test_joins_what_was_emptied_also_when_it_is_one_piece(project: Project) -> None:
    words = [f"word{number:05}" for number in range(12_000)]
    texts = [" ".join(words[start : start + 400]) for start in range(0, len(words), 400)]
    names = [project.hold(text) for text in texts]
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, _):
        connection.execute("INSERT INTO live_words (live_words) VALUES ('optimize')")
    some = names[1:]
    project.confirm("set_state", {"action": "tombstone", "ids": some}, action="tombstone", ids=some)
    with environment.snapshot() as work:
        before = stubs.emptied_bytes(work)
    assert before > 0
    while not project.get("prune", profile="scheduler")["done"]:
        pass
    with environment.snapshot() as work:
        assert stubs.emptied_bytes(work) == 0
    (hit,) = project.get("search", query="word00007", arms="lexical")["hits"]
    assert hit["id"] == names[0]
    assert project.get("health", deep=True)["verdict"] == "ok"
