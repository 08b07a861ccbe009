"""What was said in sessions: kept once, let go when nothing needs it, never brought back once erased."""

from collections.abc import Iterator
from typing import Any

import pytest

from phantasm.evidence import counting, saying, store
from phantasm.evidence.model import Sighting
from phantasm.storage.work import Caller, Work
from tests.conftest import Project


@pytest.fixture
def work(project: Project) -> Iterator[Work]:
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, head):
        caller = Caller("claude_code", frozenset())
        yield Work(connection, head, "2026-11-01T00:00:00.000000Z", environment.ids, caller)


def _said(text: str, turn: str = "1", session: str = "s1", **more: Any) -> Sighting:
    fields = {"origin": "user", "media_type": "text/plain", "source": turn, "sensitivity": "normal"}
    return Sighting(**({"text": text, "session_id": session, "observed_at": None} | fields | more))


def test_keeps_the_same_words_of_a_turn_once(work: Work) -> None:
    ids = saying.keep(work, [_said("Hello."), _said("Bye.", "2"), _said("Hello.")])
    assert ids[0] == ids[2] != ids[1]
    assert saying.keep(work, [_said("Bye.", "2"), _said("Hello.")]) == [ids[1], ids[0]]
    assert saying.texts(work, ids) == {ids[0]: "Hello.", ids[1]: "Bye."}
    assert counting.count(work) == 2


def test_tells_apart_who_said_it_where(work: Work) -> None:
    said = [
        _said("Hello."),
        _said("Hello.", "2"),
        _said("Hello.", session="s2"),
        _said("Hello.", origin="agent"),
    ]
    assert len(set(saying.keep(work, said))) == 4


def test_tells_apart_what_only_slashes_part(work: Work) -> None:
    one, other = saying.keep(work, [_said("Hello.", "b/c", "a"), _said("Hello.", "c", "a/b")])
    assert one != other


def test_does_not_bring_back_what_was_erased(project: Project, work: Work) -> None:
    (name,) = saying.keep(work, [_said("Call Miriam.")])
    assert store.erase(work, project.runtime.environment.blobs, name)
    assert saying.keep(work, [_said("Call Miriam.")]) == [name]
    assert saying.texts(work, [name]) == {}
    assert not store.erase(work, project.runtime.environment.blobs, name)


def test_lets_go_of_what_nothing_rests_on(work: Work) -> None:
    kept, gone = saying.keep(work, [_said("Hello."), _said("Bye.", "2")])
    work.run("PRAGMA defer_foreign_keys = ON")
    work.run(
        "INSERT INTO record_evidence (record_id, evidence_id, seq) VALUES ('rec_1', :id, 1)", {"id": kept}
    )
    assert saying.let_go(work, [kept, gone, "ev_unknown"]) == [gone]
    assert saying.texts(work, [kept, gone]) == {kept: "Hello."}
    work.run("DELETE FROM record_evidence")


def test_leaves_documents_alone(project: Project) -> None:
    (name,) = project.get("ingest", evidence=[{"text": "the tests passed"}])["evidence_ids"]
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, head):
        work = Work(
            connection, head, "2026-11-01T00:00:00.000000Z", environment.ids, Caller("cli", frozenset())
        )
        assert saying.let_go(work, [name]) == []
        assert saying.texts(work, [name]) == {}
    assert project.get("inspect", ids=[name])["evidence"][0]["text"] == "the tests passed"


def test_a_turn_grows_beside_one_that_only_slashes_part_from_it(project: Project) -> None:
    for session, turn in (("a", "b/c"), ("a/b", "c")):
        said = {"id": turn, "role": "user", "text": "Hello there."}
        project.get("session_append", session_id=session, turns=[said])
    grown = {"id": "b/c", "role": "user", "text": "Hello there, everybody."}
    assert project.ask("session_append", session_id="a", turns=[grown]).error is None


def test_forgetting_a_session_leaves_one_that_only_slashes_part_from_it(project: Project) -> None:
    for session, turn in (("a", "b/c"), ("a/b", "c")):
        said = {"id": turn, "role": "user", "text": "Look at the retry queue."}
        project.get("session_append", session_id=session, turns=[said], ended_at="2026-10-01")
    project.get("set_state", ids=["a"], action="tombstone")
    assert "retry queue" in str(project.get("inspect", ids=["a/b"])["episodes"])
