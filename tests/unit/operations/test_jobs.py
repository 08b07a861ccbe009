"""Background work can be looked at by everybody."""

from datetime import timedelta

from phantasm.runtime.ledger import noting
from phantasm.storage import jobs
from tests.conftest import Project


def make_one_of_each(project: Project) -> dict[str, str]:
    made = {}
    with noting(project.runtime.environment, "test") as work:
        for state in ("parked", "done", "running", "queued"):
            made[state] = jobs.enqueue(work, "session", {}, key=state, max_attempts=1).job_id
            if state == "queued":
                break
            lease = jobs.claim(work, "me", lease_seconds=600)
            assert lease is not None
            if state == "parked":
                jobs.fail(work, lease, "the disk is full")
            elif state == "done":
                jobs.complete(work, lease)
    return made


def test_lists_what_needs_somebody_first(project: Project) -> None:
    made = make_one_of_each(project)
    response = project.ask("jobs", profile="generic_mcp")
    assert response.data is not None
    found = response.data["jobs"]
    assert isinstance(found, list)
    assert [job["state"] for job in found] == ["parked", "running", "queued", "done"]
    parked, running, queued, done = found
    assert (parked["reason"], parked["attempts"], parked["max_attempts"]) == ("the disk is full", 1, 1)
    assert parked["run_id"] == made["parked"].replace("job_", "run_")
    assert running["worker"] == "me"
    assert running["leased_until"] > running["changed_at"]
    assert queued["next_try_at"] == queued["asked_at"]
    assert "next_try_at" not in done
    assert response.data["by_state"] == {"done": 1, "parked": 1, "queued": 1, "running": 1}
    assert [step.command for step in response.remediation] == [
        f"phantasm maintenance run --retry {made['parked']}"
    ]


def test_lists_only_some_states(project: Project) -> None:
    made = make_one_of_each(project)
    found = project.get("jobs", states=["running", "done"], limit=1)["jobs"]
    assert [job["id"] for job in found] == [made["running"]]
    assert project.fail("jobs", states=["lost"]) == "invalid_params"


def test_shows_health_what_failed_for_good(project: Project) -> None:
    make_one_of_each(project)
    project.clock.advance(timedelta(seconds=1))
    health = project.get("health")
    assert health["verdict"] == "attention"
    assert health["jobs_by_state"]["parked"] == 1
