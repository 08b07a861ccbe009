"""Looking the words over finds what is lost, miscounted, damaged or derived by another release."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from phantasm.retrieval import checking, store
from phantasm.storage.inspection import reader
from phantasm.storage.work import Work
from tests.conftest import Project


@contextmanager
def _looking(project: Project) -> Iterator[Work]:
    for number in range(5):
        project.hold(f"The worker of shard {number} drains the queue.")
    gone = project.hold("The broker was replaced.")
    project.get("set_state", ids=[gone], action="archive")
    with project.runtime.environment.database.write("test") as (connection, head):
        yield reader(connection, head)


def test_finds_nothing_where_all_is_well(project: Project) -> None:
    with _looking(project) as work:
        assert checking.problems(work) == []
        assert store.sizes(work).units == 6


def test_finds_words_of_another_release(project: Project) -> None:
    with _looking(project) as work:
        work.run("UPDATE lexicon SET version = 0")
        assert checking.problems(work) == ["the words were derived by another release"]


def test_finds_a_wrong_count(project: Project) -> None:
    with _looking(project) as work:
        work.run("UPDATE lexicon SET live = live + 1")
        assert checking.problems(work) == ["there are 5 live and 1 past units, counted as 6 and 1"]


def test_finds_lost_words(project: Project) -> None:
    with _looking(project) as work:
        work.run("INSERT INTO live_words (live_words) VALUES ('delete-all')")
        found = checking.problems(work)
        assert any("are not found by their own words" in problem for problem in found)


def test_finds_words_that_are_not_the_units_own(project: Project) -> None:
    with _looking(project) as work:
        work.run("UPDATE units SET body = 'something else' WHERE id = 1")
        assert [problem.split(" of ")[0] for problem in checking.problems(work)] == ["1"]


def test_a_dry_reindex_reports_and_a_real_one_repairs(project: Project) -> None:
    with _looking(project) as work:
        work.run("INSERT INTO live_words (live_words) VALUES ('delete-all')")
    words: dict[str, Any] = {"profile": "cli", "indexes": ["words"]}
    assert project.get("reindex", dry_run=True, **words)["problems"]
    assert project.get("search", query="worker", arms="lexical")["hits"] == []
    assert project.get("reindex", **words)["problems"]
    assert project.get("reindex", dry_run=True, **words)["problems"] == []
    assert len(project.get("search", query="worker", arms="lexical")["hits"]) == 5
