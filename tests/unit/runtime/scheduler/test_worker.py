"""A job is claimed, carried out and noted; whatever its task does, the job says what became of it."""

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime
from phantasm.runtime.ledger import noting
from phantasm.runtime.scheduler.tasks import Beat, Task
from phantasm.runtime.scheduler.worker import Ended, Worker, drain, work_once
from phantasm.storage import jobs
from phantasm.storage.leases import Held, require
from tests.conftest import Project

NIGHT = timedelta(days=1)


def queue(project: Project, kind: str, params: JsonObject | None = None, *, key: str | None = None) -> str:
    with noting(project.runtime.environment, "test") as work:
        return jobs.enqueue(work, kind, params or {}, key=key).job_id


def doing(action: Callable[[JsonObject, Beat], JsonObject]) -> dict[str, Task]:
    def task(runtime: Runtime, params: JsonObject, beat: Beat) -> JsonObject:
        assert runtime.environment.paths.store.exists()
        return action(params, beat)

    return dict.fromkeys(("maintenance", "session", "embed"), task)


def done(params: JsonObject, beat: Beat) -> JsonObject:
    beat()
    return {"seen": params}


@pytest.fixture(autouse=True)
def nothing_due(project: Project) -> None:
    """Ask for what the schedule wants today: tests begin with nothing to do."""
    with noting(project.runtime.environment, "test") as work:
        for kind in (jobs.MAINTENANCE, jobs.EMBED):
            jobs.enqueue(work, kind, {}, key=jobs.WHOLE)
            lease = jobs.claim(work, "nobody", lease_seconds=60)
            assert lease is not None
            jobs.complete(work, lease)


def once(project: Project, worker: Worker) -> Ended:
    ended = work_once(project.runtime, worker)
    assert ended is not None
    return ended


def states(project: Project) -> list[str]:
    return [job["state"] for job in project.get("jobs")["jobs"] if job.get("about") != jobs.WHOLE]


def test_does_a_job_with_its_run_and_its_lease(project: Project) -> None:
    job_id = queue(project, "session", {"session": "s1"}, key="s1")
    ended = once(project, Worker(tasks=doing(done)))
    assert (ended.job_id, ended.kind, ended.state) == (job_id, "session", "done")
    seen = ended.report["seen"]
    assert isinstance(seen, dict)
    assert seen["session"] == "s1"
    assert seen["run_id"] == ended.run_id == jobs.run_of(job_id)
    assert Held.model_validate(seen["lease"]).job_id == job_id
    assert work_once(project.runtime, Worker(tasks=doing(done))) is None


def test_runs_what_the_schedule_asks_for_once_a_night(project: Project) -> None:
    worker = Worker(tasks=doing(done))
    assert drain(project.runtime, worker) == ()
    project.clock.advance(NIGHT)
    assert [ended.kind for ended in drain(project.runtime, worker)] == ["maintenance", "embed"]
    assert drain(project.runtime, worker) == ()
    project.clock.advance(7 * NIGHT)
    assert [ended.kind for ended in drain(project.runtime, worker)] == ["maintenance", "embed"]
    assert drain(project.runtime, worker) == ()


def test_waits_its_share_of_the_night_when_it_was_there(project: Project) -> None:
    opened_at = project.clock.now()
    project.clock.advance(timedelta(hours=15))
    waiting = Worker(tasks=doing(done), opened_at=opened_at)
    assert drain(project.runtime, waiting) == ()
    project.clock.advance(timedelta(minutes=30))
    assert len(drain(project.runtime, waiting)) == 2


def test_only_looks_when_nothing_is_due(project: Project) -> None:
    before = project.runtime.environment.paths.store.with_name("store.lock").read_bytes()
    assert work_once(project.runtime, Worker(tasks=doing(done))) is None
    assert project.runtime.environment.paths.store.with_name("store.lock").read_bytes() == before


def test_journals_nothing_about_leases(project: Project) -> None:
    before = project.get("health")["store"]["snapshot_seq"]
    queue(project, "embed", key="some")
    drain(project.runtime, Worker(tasks=doing(done)))
    assert project.get("health")["store"]["snapshot_seq"] == before


def test_tries_again_later_and_parks_with_the_reason(project: Project) -> None:
    def failing(_: JsonObject, __: Beat) -> JsonObject:
        raise PhantasmError(Code.PROVIDER_UNAVAILABLE, "no server")

    queue(project, "session")
    worker = Worker(tasks=doing(failing))
    seen = []
    for _ in range(jobs.DEFAULT_MAX_ATTEMPTS):
        seen += [(ended.state, ended.reason) for ended in drain(project.runtime, worker)]
        project.clock.advance(timedelta(minutes=30))
    reason = "provider_unavailable: no server"
    assert seen == [("queued", reason)] * (jobs.DEFAULT_MAX_ATTEMPTS - 1) + [("parked", reason)]
    (job,) = project.get("jobs", states=["parked"])["jobs"]
    assert job["reason"] == reason


def test_survives_a_defect_and_names_only_its_place(project: Project) -> None:
    def broken(_: JsonObject, __: Beat) -> JsonObject:
        raise ValueError("what a user wrote")

    queue(project, "session")
    ended = once(project, Worker(tasks=doing(broken)))
    assert ended.state == "queued"
    assert ended.reason is not None
    assert ended.reason.startswith("a defect in Phantasm: ValueError at test_worker.py:")
    assert "wrote" not in ended.reason


def test_fails_a_job_that_nobody_knows(project: Project) -> None:
    queue(project, "knitting")
    ended = once(project, Worker(tasks=doing(done)))
    assert (ended.state, ended.reason) == (
        "queued",
        "unknown_operation: nobody here knows jobs of the kind 'knitting'",
    )


def test_puts_the_job_back_when_it_is_stopped(project: Project) -> None:
    stop = threading.Event()

    def stopped(_: JsonObject, beat: Beat) -> JsonObject:
        beat()
        stop.set()
        beat()
        raise AssertionError("not reached")

    queue(project, "session")
    ended = once(project, Worker(tasks=doing(stopped), stop=stop))
    assert ended.state == "released"
    (job,) = project.get("jobs", states=["queued"])["jobs"]
    assert (job["state"], job["attempts"]) == ("queued", 0)
    assert drain(project.runtime, Worker(tasks=doing(done), stop=stop)) == ()


def test_puts_the_job_back_when_it_is_interrupted(project: Project) -> None:
    def interrupted(_: JsonObject, __: Beat) -> JsonObject:
        raise KeyboardInterrupt

    queue(project, "session")
    with pytest.raises(KeyboardInterrupt):
        work_once(project.runtime, Worker(tasks=doing(interrupted)))
    assert states(project) == ["queued"]


def test_leaves_a_job_to_whoever_took_it_over(project: Project) -> None:
    queue(project, "session")
    other = project.open()

    def late(params: JsonObject, _: Beat) -> JsonObject:
        project.clock.advance(timedelta(minutes=5))
        taken = work_once(other, Worker(tasks=doing(done)))
        assert taken is not None
        assert taken.state == "done"
        with noting(project.runtime.environment, "test") as work:
            require(work, Held.model_validate(params["lease"]))
        raise AssertionError("not reached")

    ended = once(project, Worker(tasks=doing(late)))
    other.close()
    assert ended.state == "lost"
    assert states(project) == ["done"]


def test_never_consolidates_twice_at_once(project: Project) -> None:
    queue(project, "maintenance", key=jobs.WHOLE)
    queue(project, "session", key="s1")
    other, inside = project.open(), []

    def looking(_: JsonObject, __: Beat) -> JsonObject:
        inside.append(work_once(other, Worker(tasks=doing(done))))
        return {}

    ended = drain(project.runtime, Worker(tasks=doing(looking)))
    other.close()
    assert [one.state for one in ended] == ["done", "done"]
    assert inside == [None, None]


def test_tells_of_every_step(project: Project) -> None:
    def stepping(_: JsonObject, beat: Beat) -> JsonObject:
        beat()
        beat()
        return {}

    told: list[tuple[str, int]] = []
    queue(project, "session")
    drain(project.runtime, Worker(tasks=doing(stepping), watch=lambda kind, step: told.append((kind, step))))
    assert told == [("session", 1), ("session", 2)]


def test_embeds_through_the_door(project: Project) -> None:
    project.hold("The API listens on 8500.")
    queue(project, "embed", key=jobs.WHOLE)
    ended = once(project, Worker())
    assert (ended.state, ended.report["missing"]) == ("done", 0)
    (entry,) = project.get("audit", operation_name="embed")["entries"]
    assert (entry["profile"], entry["session_id"]) == ("scheduler", ended.run_id)
