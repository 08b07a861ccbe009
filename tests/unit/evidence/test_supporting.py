"""What speaks for a record: added once, withdrawn, and put back as the journal says."""

from collections.abc import Iterator

import pytest

from phantasm.evidence import supporting
from phantasm.session.aging import evidence_of
from phantasm.storage.work import Caller, Work
from tests.conftest import Project
from tests.sessions import hand_over, session


@pytest.fixture
def work(project: Project) -> Iterator[Work]:
    environment = project.runtime.environment
    hand_over(project, session("s1", "It rains.", days_ago=2), session("s2", "It rains.", days_ago=1))
    project.hold("It rains.")
    with environment.database.write("test") as (connection, head):
        caller = Caller("scheduler", frozenset())
        yield Work(connection, head, "2026-11-01T00:00:00.000000Z", environment.ids, caller)


def _record(work: Work) -> str:
    return str(work.value("SELECT id FROM records"))


def test_speaks_once_however_often_it_is_told(work: Work) -> None:
    record, said = _record(work), evidence_of(work, ["s1"])
    assert supporting.support(work, record, said) == len(said)
    assert supporting.support(work, record, said) == 0
    assert supporting.sessions_behind(work, [record]) == {record: ["s1"]}
    assert supporting.said_in(work, "s1") == [(record, name) for name in sorted(said)]


def test_says_when_something_was_last_said(work: Work) -> None:
    record = _record(work)
    supporting.support(work, record, evidence_of(work, ["s1", "s2"]))
    assert supporting.last_said(work, [record])[record].startswith("2026-10-31")


def test_is_put_back_both_ways(work: Work) -> None:
    record, said = _record(work), evidence_of(work, ["s1"])[:1]
    supporting.support(work, record, said)
    made = [_row(work, place) for place in range(len(work.changes))]
    assert supporting.take_back(work, made) == 1
    assert supporting.said_in(work, "s1") == []
    undone = [_row(work, len(work.changes) - 1)]
    assert supporting.take_back(work, undone) == 1
    assert supporting.said_in(work, "s1") == [(record, said[0])]
    assert supporting.take_back(work, undone) == 0


def _row(work: Work, place: int) -> dict[str, object]:
    change = work.changes[place]
    return {
        "object_type": change.object_type,
        "object_id": change.object_id,
        "before_state": change.before_state,
    }
