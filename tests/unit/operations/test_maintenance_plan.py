"""The plan says what would be done, and does nothing."""

from tests.conftest import Project
from tests.sessions import digest, hand_over, maintain, session


def test_says_what_is_due(project: Project) -> None:
    hand_over(project, session("s1", "The export service listens on port 8123.", days_ago=40))
    before = digest(project)
    plan = project.get("maintenance_plan")["passes"]
    assert (plan["claims"]["count"], plan["condense"]["count"]) == (1, 1)
    assert plan["condense"]["examples"] == ["s1"]
    assert digest(project) == before


def test_is_empty_once_everything_is_done(project: Project) -> None:
    hand_over(project, session("s1", "The export service listens on port 8123.", days_ago=40))
    run = maintain(project)
    plan = project.get("maintenance_plan")
    assert {one["count"] for one in plan["passes"].values()} == {0}
    assert [one["id"] for one in plan["runs"]] == [run["run_id"]]


def test_looks_only_at_what_was_asked_for(project: Project) -> None:
    assert list(project.get("maintenance_plan", passes=["fade"])["passes"]) == ["fade"]
