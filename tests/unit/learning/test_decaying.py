"""Does the curve show the decay that is really applied, and the day on which it ends?"""

from datetime import date, timedelta
from typing import Any

import pytest

from phantasm.learning.decaying import fades_after
from phantasm.learning.fading import FADED, YOUNGEST_DAYS, Course
from tests.conftest import Project
from tests.sessions import hand_over, maintain, session, statements

SAID = "We use PostgreSQL 16 for the billing service."


def _learned(project: Project) -> str:
    hand_over(project, session("s1", SAID))
    maintain(project)
    return statements(project)[SAID]


def _explained(project: Project, record: str) -> dict[str, Any]:
    found: dict[str, Any] = project.get("explain", id=record)["decay"]
    return found


@pytest.mark.parametrize("certainty", [0.0, 0.05, 0.1, 0.55, 1.0])
@pytest.mark.parametrize("uses", [0, 1, 7])
@pytest.mark.parametrize("half_life", [30.0, 60.0, 1460.0])
def test_names_the_first_day_on_which_it_has_faded(certainty: float, uses: int, half_life: float) -> None:
    course = Course(certainty, uses, "2026-11-01T00:00:00.000000Z", half_life)
    days = fades_after(course)
    assert course.has_faded(days)
    assert days == YOUNGEST_DAYS or not course.has_faded(days - 1)


def test_shows_how_the_ranking_counts_age(project: Project) -> None:
    record = project.hold("Tickets are triaged on Mondays.", record_kind="task")
    project.clock.advance(timedelta(days=30))
    decay = _explained(project, record)
    assert (decay["half_life_days"], decay["age_days"], decay["recency"]) == (30.0, 30, 0.5)
    assert (decay["why"], "fading" in decay) == ("it was not learned from sessions", False)
    points = decay["points"]
    assert (points[0]["days"], points[0]["on"], points[0]["recency"]) == (0, "2026-12-01", 0.5)
    assert (points[-1]["days"], points[-1]["recency"]) == (60, 0.125)
    assert "strength" not in points[0]
    assert [point["recency"] for point in points] == sorted((p["recency"] for p in points), reverse=True)


def test_foretells_when_maintenance_archives_it(project: Project) -> None:
    record = _learned(project)
    fading = _explained(project, record)["fading"]
    assert fading["archived_below"] == FADED
    due = date.fromisoformat(fading["on"])
    today = date.fromisoformat(_explained(project, record)["points"][0]["on"])
    project.clock.advance(timedelta(days=(due - today).days - 1))
    assert record not in _faded(project)
    assert _explained(project, record)["fading"]["strength"] >= FADED
    project.clock.advance(timedelta(days=1))
    assert record in _faded(project)
    assert _explained(project, record)["fading"]["strength"] < FADED


def test_does_not_fade_once_somebody_decided(project: Project) -> None:
    record = _learned(project)
    project.get("verify", profile="cli", ids=[record])
    decay = _explained(project, record)
    assert "fading" not in decay
    assert "decided" in decay["why"]


def test_shows_no_curve_of_what_is_over(project: Project) -> None:
    record = project.hold("The port is 8080.")
    project.get("set_state", ids=[record], action="archive")
    assert "decay" not in project.get("explain", id=record)


def test_ends_with_the_calendar(project: Project) -> None:
    record = project.hold("Soon.", valid_from="9999-12-31T00:00:00Z")
    assert _explained(project, record)["recency"] == 1.0


def _faded(project: Project) -> list[str]:
    found: list[str] = project.get("maintenance_plan", passes=["fade"])["passes"]["fade"].get("examples", [])
    return found
