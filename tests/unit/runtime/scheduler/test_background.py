"""A process that lives on does background work in a thread, which ends with its owner."""

import threading

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime
from phantasm.runtime.ledger import noting
from phantasm.runtime.scheduler.background import Background
from phantasm.runtime.scheduler.tasks import Beat, Task
from phantasm.runtime.scheduler.worker import Ended, Worker
from phantasm.storage import jobs
from tests.conftest import Project

# Far above what any of this takes; a test that meets it hangs.
PATIENCE_SECONDS = 60
POLL_SECONDS = 0.01


def queue(project: Project) -> None:
    with noting(project.runtime.environment, "test") as work:
        jobs.enqueue(work, "session", {}, key="s1")


def quickly(runtime: Runtime, params: JsonObject, beat: Beat) -> JsonObject:
    beat()
    return {"root": str(runtime.environment.paths.root), "run": params["run_id"]}


def tasks(session: Task) -> dict[str, Task]:
    return {"session": session, "maintenance": quickly, "embed": quickly}


def state(project: Project) -> str:
    found = project.get("jobs")["jobs"]
    return str(next(job["state"] for job in found if job["kind"] == "session"))


def no_thread_is_left() -> bool:
    return not any("phantasm" in thread.name or "lease" in thread.name for thread in threading.enumerate())


def test_does_what_waits_and_ends(project: Project) -> None:
    queue(project)
    seen: list[Ended] = []
    over = threading.Event()

    def report(ended: Ended) -> None:
        seen.append(ended)
        over.set()

    with Background(project.open, Worker(tasks=tasks(quickly)), poll_seconds=POLL_SECONDS, report=report):
        assert over.wait(PATIENCE_SECONDS)
    assert (seen[0].kind, seen[0].state) == ("session", "done")
    assert state(project) == "done"
    assert no_thread_is_left()


def test_consolidates_in_one_thread_of_many(project: Project) -> None:
    with noting(project.runtime.environment, "test") as work:
        for number in range(8):
            jobs.enqueue(work, "session", {}, key=f"s{number}")
    inside, most, over = set[str](), list[int](), threading.Event()

    def watched(_: Runtime, params: JsonObject, beat: Beat) -> JsonObject:
        run = str(params["run_id"])
        inside.add(run)
        for _step in range(3):
            beat()
            most.append(len(inside))
        inside.remove(run)
        return {}

    def report(_: Ended) -> None:
        if "queued" not in (states := project.get("jobs")["by_state"]) and "running" not in states:
            over.set()

    crew = [
        Background(project.open, Worker(tasks=tasks(watched)), poll_seconds=POLL_SECONDS, report=report)
        for _ in range(4)
    ]
    for one in crew:
        one.start()
    assert over.wait(PATIENCE_SECONDS)
    for one in crew:
        one.stop()
    assert most == [1] * 24
    assert no_thread_is_left()


def test_stops_between_two_steps_and_puts_the_job_back(project: Project) -> None:
    queue(project)
    begun = threading.Event()

    def endless(_: Runtime, __: JsonObject, beat: Beat) -> JsonObject:
        while True:
            beat()
            begun.set()

    with Background(project.open, Worker(tasks=tasks(endless)), poll_seconds=POLL_SECONDS):
        assert begun.wait(PATIENCE_SECONDS)
        assert state(project) == "running"
    assert state(project) == "queued"
    assert no_thread_is_left()


def test_looks_again_when_the_store_refuses(project: Project) -> None:
    queue(project)
    refusals = [PhantasmError(Code.STORE_BUSY, "busy"), OSError("gone")]
    over = threading.Event()

    def opening() -> Runtime:
        if refusals:
            raise refusals.pop()
        return project.open()

    worker = Worker(tasks=tasks(quickly))
    with Background(opening, worker, poll_seconds=POLL_SECONDS, report=lambda ended: over.set()):
        assert over.wait(PATIENCE_SECONDS)
    assert state(project) == "done"


def test_does_nothing_where_nothing_is_to_run_by_itself(project: Project) -> None:
    project.paths.settings.write_text("[maintenance]\nenabled = false\n")
    queue(project)
    opened = threading.Event()

    def opening() -> Runtime:
        opened.set()
        return project.open()

    background = Background(opening, Worker(tasks=tasks(quickly)), poll_seconds=POLL_SECONDS)
    with background:
        assert opened.wait(PATIENCE_SECONDS)
    assert state(project) == "queued"
