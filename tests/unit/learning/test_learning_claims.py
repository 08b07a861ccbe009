"""What is learned from sessions does not depend on the order in which they come."""

from datetime import timedelta
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from phantasm.config.paths import Paths
from tests.conftest import Project
from tests.fixtures.projects import lay_out_state
from tests.sessions import digest, hand_over, maintain, session, statements

OLD = session("old", "We decided to use PostgreSQL 14 for invoices.", days_ago=20)
NEW = session("new", "We decided to use PostgreSQL 16 for invoices.", days_ago=10)
BETWEEN = session("between", "We decided to use PostgreSQL 15 for invoices.", days_ago=15)
SAME = session("same", "We decided to use PostgreSQL 16 for invoices.", days_ago=5)
OTHER = session("other", "The export service listens on port 8123.", days_ago=12)


def test_learns_with_evidence_and_by_event_time(project: Project) -> None:
    hand_over(project, OTHER)
    maintain(project)
    record_id = statements(project)["The export service listens on port 8123."]
    (record,) = project.get("inspect", profile="cli", ids=[record_id])["records"]
    assert record["valid_from"].startswith("2026-10-20")
    assert record["origin"] == "user"
    assert record["quality"]["source_type"] == "session"
    assert record["evidence_ids"]


@pytest.mark.parametrize("order", list(permutations([OLD, BETWEEN, NEW, SAME]))[::4])
def test_comes_to_the_same_in_any_order(tmp_path: Path, order: tuple[dict[str, Any], ...]) -> None:
    digests = set()
    for name, arriving, between in (("all", (OLD, BETWEEN, NEW, SAME), False), ("each", order, True)):
        root = tmp_path / name
        root.mkdir()
        lay_out_state(Paths(root))
        project = Project(root)
        for one in arriving:
            hand_over(project, one)
            if between:
                maintain(project, passes=["episodes", "claims"])
        maintain(project, passes=["episodes", "claims"])
        assert list(statements(project)) == ["We decided to use PostgreSQL 16 for invoices."]
        digests.add(digest(project))
        project.runtime.close()
    assert len(digests) == 1


def test_learns_nothing_twice(project: Project) -> None:
    hand_over(project, OLD, NEW)
    maintain(project)
    before = digest(project)
    for _ in range(3):
        hand_over(project, OLD, NEW)
        assert maintain(project)["changes"] == 0
    assert digest(project) == before


def test_takes_back_what_a_session_no_longer_says(project: Project) -> None:
    first, later = NEW["turns"][0], {"id": "t9", "role": "user", "at": "2026-10-22T00:09:00Z"}
    hand_over(project, OLD, {**NEW, "turns": [first]})
    maintain(project)
    assert list(statements(project)) == ["We decided to use PostgreSQL 16 for invoices."]
    said = "Forget it, that was wrong: we stay with PostgreSQL 14 for invoices."
    hand_over(project, {**NEW, "turns": [first, later | {"text": said}]})
    maintain(project)
    assert "We decided to use PostgreSQL 14 for invoices." in {
        *statements(project),
        *statements(project, "superseded"),
    }


def test_does_not_learn_again_what_a_person_rejected(project: Project) -> None:
    hand_over(project, OTHER)
    maintain(project)
    record_id = statements(project)["The export service listens on port 8123."]
    project.get("set_state", profile="cli", action="retract", ids=[record_id])
    more = {"id": "t9", "role": "user", "text": "Thanks, that is all.", "at": "2026-10-20T00:30:00Z"}
    hand_over(project, {**OTHER, "turns": [*OTHER["turns"], more]})
    maintain(project)
    assert statements(project) == {}


def test_leaves_what_a_person_decided_where_it_is(project: Project) -> None:
    hand_over(project, NEW)
    maintain(project)
    (record_id,) = statements(project).values()
    project.get("verify", profile="cli", ids=[record_id], outcome="holds")
    hand_over(project, BETWEEN)
    maintain(project)
    assert record_id in statements(project).values()


def test_keeps_what_was_learned_from_turns_that_are_gone(project: Project) -> None:
    hand_over(project, session("s1", "The export service listens on port 8123.", days_ago=50))
    maintain(project)
    project.clock.advance(timedelta(days=10))
    assert maintain(project)["pruned"]["sessions"] == 1  # type: ignore[index]
    more = {"id": "t9", "role": "user", "text": "Thanks, that is all.", "at": "2026-11-02T00:30:00Z"}
    project.get("session_append", session_id="s1", turns=[more])
    project.clock.advance(timedelta(days=1))
    maintain(project)
    assert list(statements(project)) == ["The export service listens on port 8123."]


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (2, 0, 1), (2, 1, 0), (1, 2, 0)])
def test_remembers_that_something_was_said_again_after_its_opposite(
    project: Project, order: tuple[int, ...]
) -> None:
    values = ("8080", "9090", "8080")
    told = [
        session(f"s{day}", f"The export service listens on port {value}.", days_ago=9 - day)
        for day, value in enumerate(values)
    ]
    for place in order:
        hand_over(project, told[place])
        maintain(project)
    ((said, record_id),) = statements(project).items()
    (record,) = project.get("inspect", profile="cli", ids=[record_id])["records"]
    assert said == "The export service listens on port 8080."
    assert record["valid_from"].startswith("2026-10-25")


def test_a_subject_key_stays_with_the_latest_when_an_older_session_turns_up(project: Project) -> None:
    said = "The billing service listens on port {}."
    project.get(
        "ingest",
        record_kind="fact",
        statement=said.format(7000),
        subject_key="billing.port",
        valid_from="2026-09-01T00:00:00Z",
        quality={"confidence": 0.5},
    )
    for name, port, days_ago in (("new", 8000, 5), ("old", 7500, 9)):
        hand_over(project, session(name, said.format(port), days_ago=days_ago))
        maintain(project)
    (held,) = statements(project).items()
    assert held[0] == said.format(8000)
    (record,) = project.get("inspect", profile="cli", ids=[held[1]])["records"]
    assert record["subject_key"] == "billing.port"
