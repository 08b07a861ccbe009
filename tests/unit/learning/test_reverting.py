"""Undoing a run gives back everything: what was held, what speaks for it, and what was to be learned."""

from datetime import timedelta

from tests.conftest import Project
from tests.sessions import digest, hand_over, maintain, session, statements


def test_gives_back_supports_and_lessons(project: Project) -> None:
    said = "The export service listens on port 8123."
    hand_over(project, session("s1", said, days_ago=9))
    maintain(project)
    hand_over(project, session("s2", said, days_ago=5))
    before = digest(project)
    run = maintain(project, prune=False)
    assert digest(project) != before
    project.get("undo", profile="cli", session_id=run["run_id"])
    assert digest(project) == before
    assert project.get("maintenance_plan")["passes"]["claims"]["count"] == 1


def test_gives_back_what_faded(project: Project) -> None:
    hand_over(project, session("s1", "The export service listens on port 8123.", days_ago=300))
    maintain(project, prune=False)
    project.clock.advance(timedelta(days=4000))
    before = digest(project)
    run = maintain(project, prune=False)
    passes = run["passes"]
    assert isinstance(passes, dict)
    assert passes["fade"]
    project.get("undo", profile="cli", session_id=run["run_id"])
    assert digest(project) == before


def test_does_not_do_again_what_a_person_took_back(project: Project) -> None:
    hand_over(project, session("s1", "The export service listens on port 8123.", days_ago=9))
    run = maintain(project)
    project.get("undo", profile="cli", session_id=run["run_id"])
    assert statements(project) == {}
    maintain(project)
    assert statements(project) == {}
