"""Old episodes are told briefly, young ones are not, and what a person took back stays whole."""

from tests.conftest import Project
from tests.sessions import hand_over, maintain, session

OLD = session("old", "Please speed up the upload.", days_ago=40)
YOUNG = session("young", "Please speed up the export.", days_ago=3)


def _states(project: Project) -> dict[str, str]:
    found = project.get("inspect", profile="cli", ids=["old", "young"])["episodes"]
    return {one["session"]["id"]: one["session"]["episode"] for one in found}


def test_condenses_by_age(project: Project) -> None:
    hand_over(project, OLD, YOUNG)
    maintain(project)
    assert _states(project) == {"old": "condensed", "young": "live"}


def test_leaves_whole_what_a_person_took_back(project: Project) -> None:
    hand_over(project, OLD, YOUNG)
    run = maintain(project)
    project.get("undo", profile="cli", session_id=run["run_id"])
    assert _states(project) == {"old": "live", "young": "live"}
    maintain(project)
    assert _states(project) == {"old": "live", "young": "live"}
