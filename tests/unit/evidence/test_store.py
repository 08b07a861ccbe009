"""Evidence is found by id and by handle, also as cited; a handle that means two things is refused."""

from typing import Any

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.ids import Ids, evidence_handle
from phantasm.evidence import naming, store
from phantasm.storage.inspection import reader
from phantasm.storage.work import Caller, Work
from tests.conftest import Project


def _seen(project: Project, text: str = "the tests passed", **more: Any) -> str:
    return str(project.get("ingest", evidence=[{"text": text} | more])["evidence_ids"][0])


def _named(project: Project, *names: str) -> dict[str, str]:
    with project.runtime.environment.database.read() as (connection, head):
        return naming.named(reader(connection, head), names)


def test_names_evidence_by_id_and_by_handle(project: Project) -> None:
    seen, other = _seen(project), _seen(project, "the tests failed")
    handle = evidence_handle(seen)
    names = (seen, handle, f"e:{handle}", f"[e:{handle}]", f"[{handle}]", f"[{seen}]")
    assert _named(project, *names, other) == dict.fromkeys(names, seen) | {other: other}


def test_names_only_what_is_there(project: Project) -> None:
    handle = evidence_handle(_seen(project))
    assert _named(project, "00000000", "e:zzzzzzzz", "ev_0", "rec_1", "e:", "[]") == {}
    assert _named(project, "e:" + handle.upper()) == {}


def test_names_what_was_erased(project: Project) -> None:
    seen = _seen(project)
    project.get("set_state", ids=[seen], action="tombstone")
    assert _named(project, f"e:{evidence_handle(seen)}") == {f"e:{evidence_handle(seen)}": seen}


def test_refuses_a_handle_that_means_two_things(project: Project) -> None:
    seen = _seen(project)
    twin = seen[:-1] + ("0" if seen[-1] != "0" else "1")
    with project.runtime.environment.database.transaction() as (connection, _):
        connection.execute(
            """INSERT INTO evidence
               SELECT :twin, origin, trusted, media_type, payload, blob, bytes, session_id, sensitivity,
                      observed_at, recorded_at, erased_at, source, text FROM evidence WHERE id = :id""",
            {"twin": twin, "id": seen},
        )
    with pytest.raises(PhantasmError, match=r"2 pieces of evidence have the handle e:") as refused:
        _named(project, f"[e:{evidence_handle(seen)}]")
    assert refused.value.code is Code.INVALID_PARAMS
    assert seen in refused.value.message
    assert twin in refused.value.message
    assert _named(project, seen, twin) == {seen: seen, twin: twin}


def test_names_what_rests_on_evidence(project: Project) -> None:
    records = [project.hold(words, raw_evidence=[{"text": "shared"}]) for words in ("It rains.", "It pours.")]
    with project.runtime.environment.database.read() as (connection, head):
        work = reader(connection, head)
        (seen,) = store.behind(work, records[:1])[records[0]]
        assert store.resting_on(work, [seen, "ev_unknown"]) == {seen: records}


def test_erases_once(project: Project) -> None:
    seen = _seen(project, source="quokka.txt")
    environment = project.runtime.environment
    with environment.database.transaction() as (connection, head):
        work = Work(connection, head, "2026-11-02", Ids(project.clock.now), Caller("test", frozenset()))
        assert store.erase(work, environment.blobs, seen)
        assert not store.erase(work, environment.blobs, seen)
        assert not store.erase(work, environment.blobs, "ev_unknown")
        assert store.erased_ids(work) == [seen]
        assert store.find(work, environment.blobs, [seen])[seen].source is None
