"""A consolidation is asked for once, however often somebody asks; a parked job gets another chance."""

from phantasm.runtime.ledger import noting
from phantasm.storage import jobs
from phantasm.storage.leases import Lease
from tests.conftest import Project


def claimed(project: Project) -> Lease:
    with noting(project.runtime.environment, "test") as work:
        lease = jobs.claim(work, "me", lease_seconds=60)
    assert lease is not None
    return lease


def parked(project: Project) -> str:
    job = str(project.get("maintenance_run", profile="cli")["job_id"])
    for _ in range(jobs.DEFAULT_MAX_ATTEMPTS):
        lease = claimed(project)
        with noting(project.runtime.environment, "test") as work:
            jobs.fail(work, lease, "the disk is full")
            work.run("UPDATE jobs SET available_at = created_at")
    return job


def test_queues_a_run_with_what_was_chosen(project: Project) -> None:
    data = project.get("maintenance_run", profile="cli", passes=["condense"], change_budget=10)
    assert data["fresh"]
    lease = claimed(project)
    assert (lease.job_id, lease.kind) == (data["job_id"], "maintenance")
    assert lease.params == {"passes": ["condense"], "budget": 10}
    assert data["run_id"] == jobs.run_of(lease.job_id)


def test_joins_the_run_that_waits_or_runs(project: Project) -> None:
    first = project.get("maintenance_run", profile="scheduler")
    again = project.ask("maintenance_run", profile="scheduler", change_budget=10)
    assert again.data == first | {"fresh": False}
    assert [warning.code for warning in again.warnings] == ["joined"]
    claimed(project)
    assert not project.get("maintenance_run", profile="scheduler")["fresh"]
    assert project.get("jobs")["by_state"] == {"running": 1}


def test_tries_a_parked_job_again(project: Project) -> None:
    job = parked(project)
    assert project.get("jobs")["by_state"] == {"parked": 1}
    data = project.get("maintenance_run", profile="cli", retry=job)
    assert data["job_id"] == job
    assert claimed(project).job_id == job


def test_replaces_a_parked_run_by_a_new_one(project: Project) -> None:
    job = parked(project)
    assert project.get("maintenance_run", profile="cli")["job_id"] != job
    assert project.get("jobs")["by_state"] == {"queued": 1, "replaced": 1}


def test_refuses_what_cannot_be_tried_again(project: Project) -> None:
    job = project.get("maintenance_run", profile="cli")["job_id"]
    assert project.fail("maintenance_run", profile="cli", retry=job) == "stale_target"
    assert project.fail("maintenance_run", profile="cli", retry="job_x") == "not_found"
    assert project.fail("maintenance_run", profile="cli", retry=job, passes=["fade"]) == "invalid_params"
    assert project.fail("maintenance_run", profile="cli", passes=["knit"]) == "invalid_params"


def test_changes_nothing_in_a_dry_run(project: Project) -> None:
    project.get("maintenance_run", profile="cli", dry_run=True)
    assert project.get("jobs")["by_state"] == {}


def test_needs_the_right_to_maintain(project: Project) -> None:
    assert project.fail("maintenance_run", profile="claude_code") == "not_allowed"
