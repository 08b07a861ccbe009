"""The vectors are held against the store: what lags, what is lost, what is left over, and whose they are."""

import shutil
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from phantasm.retrieval import generations, upkeep
from phantasm.retrieval.findings import BUILD, REBUILD_VECTORS, Finding
from phantasm.retrieval.vectors.port import Stamp, Writer
from tests.conftest import Project


@pytest.fixture
def hashed_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors that cost nothing to make, for whoever opens a project from now on."""
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "hashing")


@pytest.fixture
def embedded(hashed_words: None, project: Project) -> Project:
    """A project with three facts that have their vectors."""
    del hashed_words
    for number in range(3):
        project.hold(f"The worker of shard {number} drains the queue.")
    project.get("embed", profile="cli")
    return project


def _found(project: Project) -> list[Finding]:
    return upkeep.look_over(project.runtime.environment)


def _change(project: Project, change: Callable[[Writer, Stamp], int]) -> None:
    """Change the vectors behind the store's back; the change returns up to which write they go."""
    with generations.wanted(project.runtime.environment).index.writer() as writer:
        assert writer is not None
        assert writer.stamp is not None
        writer.commit(change(writer, writer.stamp))


def test_finds_nothing_where_all_is_well(embedded: Project) -> None:
    embedded.get("set_state", ids=[embedded.hold("It is erased.")], action="tombstone")
    embedded.hold("!!!")  # like nothing: kept without a vector
    embedded.get("embed", profile="cli")
    assert _found(embedded) == []


def test_says_that_everything_was_deleted(embedded: Project) -> None:
    shutil.rmtree(embedded.paths.indexes)
    assert _found(embedded) == [Finding("none of the 3 units has a vector", BUILD)]


@pytest.mark.usefixtures("hashed_words")
def test_an_empty_store_needs_no_vectors(project: Project) -> None:
    assert _found(project) == []


def test_what_a_search_brings_in_is_only_noted(embedded: Project) -> None:
    embedded.hold("The broker is new.")
    (behind,) = _found(embedded)
    assert behind.message == "1 units have no vector yet; the next search gives them one"
    assert (behind.command, behind.is_problem) == (BUILD, False)
    embedded.get("search", query="broker")
    assert _found(embedded) == []


def test_more_than_a_search_brings_in_is_a_problem(embedded: Project) -> None:
    for number in range(generations.AT_ONCE + 1):
        embedded.hold(f"Region {number} was seen.")
    assert _found(embedded) == [Finding(f"{generations.AT_ONCE + 1} units have no vector yet", BUILD)]


def test_finds_a_vector_that_was_lost(embedded: Project) -> None:
    def lose(writer: Writer, stamp: Stamp) -> int:
        writer.remove(np.array([2], np.int64))
        return stamp.cursor

    _change(embedded, lose)
    message = "1 units that were embedded have no vector any more"
    assert _found(embedded) == [Finding(message, REBUILD_VECTORS)]
    embedded.get("reindex", profile="cli", indexes=["vectors"])
    assert _found(embedded) == []


def test_finds_a_vector_of_nothing(embedded: Project) -> None:
    def add(writer: Writer, stamp: Stamp) -> int:
        writer.add(np.array([77], np.int64), np.ones((1, stamp.width), np.float32))
        return stamp.cursor

    _change(embedded, add)
    message = "1 vectors are of units that the store does not have"
    assert _found(embedded) == [Finding(message, REBUILD_VECTORS)]


def test_finds_a_vector_of_what_was_erased(embedded: Project) -> None:
    embedded.get("set_state", ids=[embedded.get("list")["records"][0]["id"]], action="tombstone")
    (to_forget,) = _found(embedded)
    assert to_forget.message == "1 units were erased and still have their vector"
    assert (to_forget.command, to_forget.is_problem) == (BUILD, False)
    # An index that says that it has followed the erasure, and has not.
    _change(embedded, lambda writer, stamp: stamp.cursor + 5)
    message = "1 vectors are of units that the store does not have"
    assert _found(embedded) == [Finding(message, REBUILD_VECTORS)]


def test_vectors_of_another_epoch_do_not_count(embedded: Project) -> None:
    def age(writer: Writer, stamp: Stamp) -> int:
        writer.reset(replace(stamp, epoch=stamp.epoch + 1))
        return stamp.cursor

    _change(embedded, age)
    (foreign,) = _found(embedded)
    assert foreign.message.endswith("and do not count: 3 units have none")
    assert (foreign.command, foreign.is_problem) == (BUILD, True)
    status = embedded.get("embed", profile="cli", dry_run=True)
    assert (status["vectors"], status["missing"]) == (0, 3)


def test_says_which_vectors_answer_till_the_new_ones_are_there(
    embedded: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = generations.wanted(embedded.runtime.environment).folder.name
    monkeypatch.setenv("PHANTASM_EMBEDDING__DIMENSIONS", "128")
    with embedded.open() as runtime:
        (nothing,) = upkeep.look_over(runtime.environment)
    assert nothing.message == f"none of the 3 units has a vector; those of {before} answer till then"
