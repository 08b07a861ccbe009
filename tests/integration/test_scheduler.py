"""Background work with the real tasks: memory is consolidated, under leases, through the door."""

from datetime import timedelta
from typing import Any

from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime
from phantasm.runtime.ledger import noting
from phantasm.runtime.scheduler.tasks import TASKS, Beat
from phantasm.runtime.scheduler.worker import Worker, drain
from phantasm.storage import jobs
from tests.conftest import Project


def consolidated(project: Project) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = project.get("audit", operation_name="consolidate")["entries"]
    return entries


def queue(project: Project) -> str:
    with noting(project.runtime.environment, "test") as work:
        return jobs.enqueue(work, jobs.MAINTENANCE, {}, key=jobs.WHOLE).job_id


def test_consolidates_and_embeds_at_night(project: Project) -> None:
    project.hold("The API listens on 8500.")
    project.clock.advance(timedelta(days=40))
    ended = drain(project.runtime, Worker())
    assert [(one.kind, one.state) for one in ended] == [("maintenance", "done"), ("embed", "done")], ended
    entries = consolidated(project)
    assert entries
    assert {(entry["profile"], entry["session_id"]) for entry in entries} == {("scheduler", ended[0].run_id)}
    assert drain(project.runtime, Worker()) == ()


def test_learns_from_a_session_when_it_has_ended(project: Project) -> None:
    drain(project.runtime, Worker())
    turns = [{"id": "1", "role": "user", "text": "Please always run make lint before a commit."}]
    project.get("session_append", session_id="s1", turns=turns)
    project.get("session_end", session_id="s1")
    (ended,) = drain(project.runtime, Worker())
    assert (ended.kind, ended.state) == (jobs.SESSION, "done"), ended
    assert ended.run_id in {entry["session_id"] for entry in consolidated(project)}


def test_refuses_the_steps_of_a_late_worker(project: Project) -> None:
    """The first of two workers sleeps through its lease, the second does the job, the first wakes up."""
    queue(project)
    other = project.open()
    refused: list[str] = []

    def sleepy(runtime: Runtime, params: JsonObject, beat: Beat) -> JsonObject:
        beat()
        project.clock.advance(timedelta(minutes=5))
        assert next(one.state for one in drain(other, Worker())) == "done"
        before = len(consolidated(project))
        try:
            return TASKS[jobs.MAINTENANCE](runtime, params, beat)
        finally:
            refused.append("nothing" if len(consolidated(project)) == before else "something")

    ended = drain(project.runtime, Worker(tasks={**TASKS, jobs.MAINTENANCE: sleepy}))
    other.close()
    assert [one.state for one in ended] == ["lost"]
    assert ended[0].reason is not None
    assert ended[0].reason.startswith("stale_target")
    assert refused == ["nothing"]
    assert project.get("jobs")["by_state"] == {"done": 2}
