"""One bounded step of a run: what it changes, what a dry run leaves alone, and how a run is taken back."""

import pytest

from tests.conftest import Project
from tests.sessions import digest, hand_over, session, statements

SAID = "The export service listens on port 8123."


def _step(project: Project, **params: object) -> dict[str, object]:
    return project.get("consolidate", profile="scheduler", **({"run_id": "run_1"} | params))


def test_does_the_passes_in_order(project: Project) -> None:
    hand_over(project, session("s1", SAID, days_ago=40))
    result = _step(project)
    assert result["done"] is True
    assert result["changes"] == 2  # a record, and an episode that is told briefly
    assert list(statements(project)) == [SAID]


def test_changes_nothing_in_a_dry_run(project: Project) -> None:
    hand_over(project, session("s1", SAID, days_ago=40))
    before = digest(project)
    result = _step(project, dry_run=True)
    assert result["changes"] == 2
    assert digest(project) == before
    assert project.get("maintenance_plan")["runs"] == []


def test_stops_at_its_limit(project: Project) -> None:
    hand_over(project, *(session(f"s{n}", "Please help.", days_ago=40 + n) for n in range(5)))
    first = _step(project, passes=["condense"], limit=2)
    assert (first["changes"], first["done"], first["left"]) == (2, False, ["condense"])
    second = _step(project, passes=["condense"], limit=10)
    assert (second["changes"], second["done"]) == (3, True)


def test_refuses_a_client_without_the_right(project: Project) -> None:
    assert project.fail("consolidate", run_id="run_1") == "not_allowed"


def test_refuses_a_worker_whose_lease_is_gone(project: Project) -> None:
    lease = {"job_id": "job_1", "fence": 1, "owner": "nobody"}
    assert project.fail("consolidate", profile="scheduler", run_id="run_1", lease=lease) == "stale_target"


def test_takes_a_run_back(project: Project) -> None:
    hand_over(project, session("s1", SAID, days_ago=40))
    before = digest(project)
    request = project.request("consolidate", profile="scheduler", run_id="run_1")
    request["client"] = {"profile": "scheduler", "session_id": "run_1"}
    assert project.runtime.handle(request).error is None
    assert digest(project) != before
    _step(project, take_back=True, reason="a check failed")
    assert digest(project) == before
    (run,) = project.get("maintenance_plan")["runs"]
    assert (run["state"], run["reason"]) == ("undone", "a check failed")


def test_learns_again_what_was_only_taken_back_by_itself(project: Project) -> None:
    test_takes_a_run_back(project)
    _step(project, run_id="run_2")
    assert list(statements(project)) == [SAID]


@pytest.mark.parametrize(("claims", "suggested"), [("suggestions", 1), ("off", 0)])
def test_keeps_to_what_was_chosen(project: Project, claims: str, suggested: int) -> None:
    project.paths.settings.write_text(f'[learning]\nclaims = "{claims}"\n')
    project.runtime.close()
    project.runtime = project.open()
    hand_over(project, session("s1", SAID))
    _step(project)
    assert statements(project) == {}
    assert len(statements(project, "suggested")) == suggested
