"""What is asked with every write and every search uses an index: no whole table is read."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from phantasm.operations import ingest, search
from phantasm.retrieval import lexicon, store
from phantasm.storage.driver import Connection
from phantasm.storage.work import Caller, Work
from tests.conftest import Project

NOW = "2026-11-01T00:00:00.000000Z"
READS_ALL = re.compile(r"SCAN (?:records|units|evidence|payloads|changes|operations|links|turns)\b")


@contextmanager
def told(connection: Connection) -> Iterator[list[str]]:
    """Collect what a connection is asked."""
    asked: list[str] = []
    connection.set_trace_callback(asked.append)
    yield asked
    connection.set_trace_callback(None)


def whole_tables(connection: Connection, asked: list[str]) -> list[str]:
    """Return the statements that read a whole table to their end."""
    found = []
    for statement in dict.fromkeys(asked):
        if statement.startswith(("SELECT", "UPDATE", "DELETE")) and "LIMIT" not in statement:
            plan = connection.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall()
            found += [statement for step in plan if READS_ALL.search(step[-1])]
    return found


@pytest.fixture
def work(project: Project) -> Iterator[Work]:
    for number in range(4):
        project.hold(f"The worker of shard number {number} listens on port {8000 + number}.")
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, head):
        yield Work(connection, head, NOW, environment.ids, Caller("claude_code", frozenset()))


def test_a_plan_that_reads_all_is_noticed(work: Work) -> None:
    assert whole_tables(work.connection, ["SELECT * FROM records WHERE frame_key IN (1)"])


def test_writing(project: Project, work: Work) -> None:
    environment = project.runtime.environment
    statement = {"record_kind": "fact", "statement": "The worker of shard number 2 listens on port 9000."}
    for given in (
        statement,
        statement | {"subject_key": "worker.port"},
        {"evidence": [{"text": "It rains.", "origin": "user"}]},
    ):
        params = ingest.Params.model_validate(given)
        with told(work.connection) as asked:
            ingest.handle(params, work, ingest.prepare(params, environment))
            lexicon.follow(work, environment.blobs)
        assert len(asked) > 2
        assert not whole_tables(work.connection, asked)


def test_searching(project: Project, work: Work) -> None:
    params = search.Params(query="which port does shard number 2 listen on?")
    with told(work.connection) as asked:
        search.handle(params, work, search.prepare(params, project.runtime.environment))
    assert len(asked) > 2
    assert not whole_tables(work.connection, asked)


def test_following(work: Work) -> None:
    with told(work.connection) as asked:
        store.erased_since(work, 1)
        store.count_after(work, 1)
        store.brought_after(work, (1, 1), 10)
    assert not whole_tables(work.connection, asked)
