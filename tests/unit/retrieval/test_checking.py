"""Looking the words over finds what is lost, miscounted, damaged or derived by another release."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from phantasm.retrieval import checking, store
from phantasm.retrieval.checking import TOKENIZER
from phantasm.storage.inspection import reader
from phantasm.storage.work import Work
from tests.conftest import LONG, Project


@contextmanager
def _looking(project: Project) -> Iterator[Work]:
    for number in range(5):
        project.hold(f"The worker of shard {number} drains the queue.")
    gone = project.hold("The broker was replaced.")
    project.get("set_state", ids=[gone], action="archive")
    with project.runtime.environment.database.write("test") as (connection, head):
        yield reader(connection, head)


def _problems(project: Project, work: Work) -> list[str]:
    return checking.problems(work, project.runtime.environment.blobs)


def test_finds_nothing_where_all_is_well(project: Project) -> None:
    with _looking(project) as work:
        assert _problems(project, work) == []
        assert store.sizes(work).units == 6


def test_finds_words_of_another_release(project: Project) -> None:
    with _looking(project) as work:
        work.run("UPDATE lexicon SET version = 0")
        assert _problems(project, work) == ["the words were derived by another release"]


def test_finds_a_wrong_count(project: Project) -> None:
    with _looking(project) as work:
        work.run("UPDATE lexicon SET live = live + 1")
        assert _problems(project, work) == ["there are 5 live and 1 past units, counted as 6 and 1"]


def test_finds_lost_words(project: Project) -> None:
    with _looking(project) as work:
        work.run("INSERT INTO live_words (live_words) VALUES ('delete-all')")
        assert _problems(project, work) == ["5 units are not in live_words"]


def test_finds_words_that_are_not_the_units_own(project: Project) -> None:
    with _looking(project) as work:
        work.run("UPDATE units SET body = 'something else' WHERE id = 1")
        assert _problems(project, work) == [
            "1 units have other words in live_words than in their rows",
            "1 units do not have the words that their texts give",
        ]


def test_finds_another_word_in_the_place_of_one(project: Project) -> None:
    with _looking(project) as work:
        work.run("UPDATE units SET body = replace(body, 'queue', 'quokka') WHERE id = 5")
        assert _problems(project, work) == [
            "the words of live_words are not those of the units",
            "1 units do not have the words that their texts give",
        ]


def test_finds_what_is_in_the_wrong_index(project: Project) -> None:
    with _looking(project) as work:
        work.run("UPDATE units SET live = 0 WHERE id = 2")
        assert _problems(project, work) == [
            "there are 4 live and 2 past units, counted as 5 and 1",
            "1 rows of live_words are of no unit that belongs there",
            "1 units are not in past_words",
            "1 units do not have the words that their texts give",
        ]


def test_finds_units_that_are_missing_and_left_over(project: Project) -> None:
    with _looking(project) as work:
        work.run("UPDATE units SET item_id = 'rec_nobody' WHERE id = 3")
        assert _problems(project, work) == [
            "1 units are missing: their texts cannot be found",
            "1 units are of texts that the store does not have",
        ]


def test_finds_damaged_pages(project: Project) -> None:
    with _looking(project) as work:
        work.run("UPDATE live_words_data SET block = zeroblob(length(block)) WHERE id > 10")
        found = _problems(project, work)
        assert found
        assert all("live_words" in problem for problem in found), found


def test_parts_words_as_the_index_does(project: Project) -> None:
    schema = "SELECT sql FROM sqlite_schema WHERE name = 'live_words'"
    with project.runtime.environment.snapshot() as work:
        assert f'tokenize="{TOKENIZER}"' in work.value(schema)


def test_nothing_is_wrong_with_any_language_session_or_document(project: Project) -> None:
    # Letters that are newer than SQLite's Unicode, scripts without spaces, names, and what folds to more.
    project.hold("\U0001e900\U0001e92a 東京タワー parse_url C++ straße ΟΔΟΣ ﬁn İstanbul")
    project.hold("Invoices are kept.", subject_key="invoices.store", record_kind="decision")
    turns = [{"id": "1", "role": "user", "text": "Ann: we moved to Postgres."}]
    project.get("session_append", session_id="s", turns=turns)
    project.get("session_end", session_id="s")
    project.get("consolidate", profile="scheduler", run_id="run_1")
    project.get("ingest", evidence=[{"text": LONG, "source": "docs/long.md"}])
    gone = project.hold("The broker was replaced.")
    project.get("set_state", ids=[gone], action="archive")
    project.get("set_state", ids=[project.hold("It is erased.")], action="tombstone")
    with project.runtime.environment.snapshot() as work:
        assert _problems(project, work) == []
        assert store.sizes(work).units > 6


def test_a_dry_reindex_reports_and_a_real_one_repairs(project: Project) -> None:
    with _looking(project) as work:
        work.run("INSERT INTO live_words (live_words) VALUES ('delete-all')")
    words: dict[str, Any] = {"profile": "cli", "indexes": ["words"]}
    assert project.get("reindex", dry_run=True, **words)["problems"]
    assert project.get("search", query="worker", arms="lexical")["hits"] == []
    assert project.get("reindex", **words)["problems"]
    assert project.get("reindex", dry_run=True, **words)["problems"] == []
    assert len(project.get("search", query="worker", arms="lexical")["hits"]) == 5
