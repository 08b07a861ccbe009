"""A procedure was followed when its steps were taken in order; how that went is the session's outcome."""

from typing import Any

import pytest

from phantasm.learning.forming import followed
from phantasm.learning.procedures.mine import mine
from phantasm.learning.procedures.payload import to_payload
from phantasm.session.episodes.model import Episode
from phantasm.state.model import Content, Record
from tests.unit.learning.procedures.made_up import episode, others, release, releases
from tests.unit.state.records import LIVE

SINCE = "2026-03-01T00:00:00.000000Z"
LATER = "2026-06-01T00:00:00.000000Z"


@pytest.fixture(scope="module")
def procedure() -> Record:
    """Return the procedure that was mined from four releases."""
    found = mine([*releases(), *others()], known=[], now=LATER, anchors=lambda name: True)
    (one,) = [one for one in found if "release" in one.candidate.title.lower()]
    payload = to_payload(one.candidate, one.bundle)
    content = Content("Release.", payload=payload)
    return LIVE._replace(kind="procedure", content=content, valid_from=SINCE, lineage="rec_release")


def test_is_followed_by_who_takes_all_steps_in_order(procedure: Record) -> None:
    told = release("x", "3.0.0", day=20)
    assert followed(told, [procedure], LATER) == {"rec_release": "success"}


def test_fails_where_a_step_fails(procedure: Record) -> None:
    told = release("x", "3.0.0", day=20, outcome="failure")
    assert followed(told, [procedure], LATER) == {"rec_release": "failure"}


@pytest.mark.parametrize(
    "told",
    [
        episode("x", "Look around", []),
        episode("x", "Look around", ["git status", "ls"]),
        episode("x", "Release 3.0.0", ["git push origin v3.0.0"]),
        episode("x", "Release 3.0.0", ["git push origin v3.0.0", "poetry version 3.0.0"]),
    ],
)
def test_is_not_followed_by_who_does_something_else(procedure: Record, told: Episode) -> None:
    assert followed(told, [procedure], LATER) == {}


def test_what_was_not_there_yet_was_not_followed(procedure: Record) -> None:
    told = release("x", "3.0.0", day=20)
    assert followed(told, [procedure._replace(valid_from=LATER)], SINCE) == {}
    assert followed(told, [], LATER) == {}


@pytest.mark.parametrize(
    "payload",
    [None, {}, {"steps": "make"}, {"steps": [1, {}]}, {"steps": [{"act": 1}, {"act": {}}]}, {"trigger": 3}],
)
def test_reads_past_procedures_that_people_wrote(procedure: Record, payload: dict[str, Any] | None) -> None:
    written = procedure._replace(content=Content("By hand.", payload=payload), lineage="rec_hand")
    erased = procedure._replace(content=None, lineage="rec_gone")
    told = release("x", "3.0.0", day=20)
    assert followed(told, [written, procedure, erased], LATER) == {"rec_release": "success"}
