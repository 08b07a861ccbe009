"""A run of maintenance is taken back by its id, as one thing."""

from tests.conftest import Project
from tests.e2e.processes import Place
from tests.sessions import hand_over, session


def test_takes_back_a_run_by_its_id(project_place: Place) -> None:
    project = Project(project_place.root)
    hand_over(project, session("s1", "The export service listens on port 8123.", days_ago=40))
    project.runtime.close()
    jobs = project_place.run("maintenance", "run", "--now", "--json", client=None).json["data"]["jobs"]
    job = next(job for job in jobs if job["report"].get("changes"))
    assert project_place.run("undo", job["run_id"]).status == 3  # a client is no person
    ended = project_place.type("undo", job["run_id"])
    assert ended.status == 0, ended
    assert "8123" not in ended.out
    listed = project_place.run("list", "--json").json["data"]["records"]
    assert listed == []


def test_takes_one_run_at_a_time(project_place: Place) -> None:
    ended = project_place.run("undo", "run_1", "run_2", "--json")
    assert ended.status != 0
    assert "one run" in ended.json["error"]["message"]
