"""Procedures as records: proposed, verified, demoted within a limit, left alone where people have decided."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from phantasm.learning import practice
from phantasm.learning.practice import Done, held_procedures
from phantasm.learning.procedures.mine import mine
from phantasm.learning.procedures.model import Found
from phantasm.learning.procedures.payload import subject_key
from phantasm.state.learned import PROCEDURE
from phantasm.storage.work import Caller, Work
from tests.conftest import Project
from tests.unit.learning.procedures.made_up import episode, others, releases

NOW = "2026-06-01T00:00:00.000000Z"


@contextmanager
def _writing(project: Project) -> Iterator[Work]:
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, head):
        yield Work(connection, head, NOW, environment.ids, Caller("scheduler", frozenset()))


def _deploys() -> list[Any]:
    lines = [
        "docker build -t shop .",
        "docker push shop",
        "kubectl apply -f shop.yaml",
        "kubectl rollout status shop",
    ]
    return [episode(f"d{day}", "Deploy the shop to staging", lines, day=day) for day in (11, 12, 13, 14)]


@pytest.fixture(scope="module")
def found() -> list[Found]:
    """Return what was mined from releases and deployments."""
    told = [*releases(), *_deploys(), *others()]
    return mine(told, known=[], now=NOW, anchors=lambda name: True)


def _deeds(done: list[Done]) -> list[str]:
    return sorted(one.deed for one in done)


def test_holds_what_was_found_and_again_changes_nothing(project: Project, found: list[Found]) -> None:
    with _writing(project) as work:
        assert len(found) >= 2
        done = practice.apply(work, found, limit=100)
        assert len(done) == len(found)
        changes = len(work.changes)
        assert practice.apply(work, found, limit=100) == []
        assert len(work.changes) == changes
        held = held_procedures(work)
        assert [one.known.signature for one in held] == sorted(one.candidate.signature for one in found)
        assert {one.record.quality.source_type for one in held} == {PROCEDURE}


def test_keeps_to_its_limit_and_goes_on_where_it_was(project: Project, found: list[Found]) -> None:
    with _writing(project) as work:
        for expected in (1, 1):
            assert len(practice.apply(work, found, limit=1)) == expected
        assert len(held_procedures(work)) == 2


def test_says_the_same_in_whatever_order_it_is_found(project: Project, found: list[Found]) -> None:
    with _writing(project) as work:
        practice.apply(work, found, limit=100)
        said = [one.record.content and one.record.content.statement for one in held_procedures(work)]
        assert practice.apply(work, found[::-1], limit=100) == []
        assert [one.record.content and one.record.content.statement for one in held_procedures(work)] == said


def test_leaves_what_people_have_frozen(project: Project, found: list[Found]) -> None:
    with _writing(project) as work:
        done = practice.apply(work, found[:1], limit=100)
        work.run("UPDATE records SET frozen = 1 WHERE id = :id", {"id": done[0].record.id})
        assert practice.apply(work, found[:1], limit=100) == []


def test_knows_nothing_of_procedures_that_people_wrote(project: Project, found: list[Found]) -> None:
    project.get("ingest", profile="cli", record_kind="procedure", statement="Ask Sarah before a release.")
    with _writing(project) as work:
        assert held_procedures(work) == []
        assert len(practice.apply(work, found, limit=100)) == len(found)


def test_stands_beside_what_somebody_wrote_under_its_key(project: Project, found: list[Found]) -> None:
    key = subject_key(found[0].candidate)
    own = project.hold("We release by hand.", record_kind="procedure", subject_key=key)
    with _writing(project) as work:
        (done,) = practice.apply(work, found[:1], limit=100)
        assert done.record.subject_key is None
        assert work.value("SELECT state FROM records WHERE id = :id", {"id": own}) == "live"


def _deployed(day: int) -> dict[str, Any]:
    """Return a session that deploys something for somebody, with proof."""
    at = {"at": f"2026-10-{day:02d}T10:00:00Z"}
    name = ("miriam", "holt", "sarah", "jonas", "peter", "maria")[day % 6]
    turns: list[dict[str, Any]] = [{"id": "u", "role": "user", "text": f"Deploy the shop for {name}."} | at]
    for place, line in enumerate(
        (f"docker build -t {name} .", f"docker push {name}", f"kubectl apply -f {name}.yaml")
    ):
        turns += [
            {"id": f"a{place}", "role": "assistant", "tool": "Bash", "command": line, "call": f"c{place}"}
            | at,
            {"id": f"o{place}", "role": "tool", "text": "done", "exit_code": 0, "call": f"c{place}"} | at,
        ]
    return {"session_id": f"d{day}", "turns": turns, "ended_at": f"2026-10-{day:02d}T11:00:00Z"}


def _learn(project: Project) -> list[dict[str, Any]]:
    return list(project.get("learn_procedures", profile="scheduler")["procedures"])


def test_what_a_person_has_erased_is_not_learned_again(project: Project) -> None:
    project.get("session_append", sessions=[_deployed(day) for day in range(1, 6)])
    (learned,) = _learn(project)
    project.get("set_state", profile="cli", ids=[learned["record_id"]], action="tombstone")
    assert _learn(project) == []


def test_forgetting_a_session_tells_of_the_procedures_that_hold_its_words(project: Project) -> None:
    project.get("session_append", sessions=[_deployed(day) for day in range(1, 6)])
    (learned,) = _learn(project)
    answer = project.ask("set_state", profile="cli", ids=["d5", "d4"], action="tombstone")
    assert "records_remain" in [warned.code for warned in answer.warnings]
    assert learned["record_id"] in str([step.request for step in answer.remediation])
