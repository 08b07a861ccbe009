"""Whoever asks for maintenance gets what is due done, and is told what is left."""

import threading
from typing import Any

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime
from phantasm.runtime.scheduler import foreground
from phantasm.runtime.scheduler.tasks import Beat, Task
from phantasm.runtime.scheduler.worker import Worker
from tests.conftest import Project


def quickly(_: Runtime, params: JsonObject, beat: Beat) -> JsonObject:
    beat()
    return {"changes": params.get("budget", 0)}


def failing(_: Runtime, __: JsonObject, ___: Beat) -> JsonObject:
    raise PhantasmError(Code.STORAGE_FULL, "the disk is full")


def working(maintenance: Task = quickly) -> Worker:
    return Worker(tasks={"maintenance": maintenance, "embed": quickly, "session": quickly})


def run(project: Project, worker: Worker | None = None, **asked: Any) -> dict[str, Any]:
    return foreground.run(project.runtime, worker or working(), **asked)


def plan(project: Project) -> dict[str, Any]:
    return foreground.plan(project.runtime)


def test_does_what_is_due_and_then_nothing(project: Project) -> None:
    done = run(project)
    assert [(job["kind"], job["state"]) for job in done["jobs"]] == [
        ("maintenance", "done"),
        ("embed", "done"),
    ]
    assert (done["failed"], done["stopped"], done["left"]) == (0, False, [])
    assert run(project)["jobs"] == []


def test_consolidates_now_when_asked(project: Project) -> None:
    run(project)
    (job,) = run(project, request={"change_budget": 7})["jobs"]
    assert (job["kind"], job["report"]) == ("maintenance", {"changes": 7})


def test_says_what_failed_and_tries_it_again(project: Project) -> None:
    failed = run(project, working(failing))
    assert failed["failed"] == 1
    (left,) = failed["left"]
    assert (left["state"], left["last_error"]) == ("queued", "storage_full: the disk is full")
    with pytest.raises(PhantasmError) as caught:
        run(project, retry=left["id"])
    assert caught.value.code is Code.STALE_TARGET


def test_says_when_it_was_stopped(project: Project) -> None:
    worker = Worker(tasks=working().tasks, stop=threading.Event())
    worker.stop.set()
    stopped = run(project, worker)
    assert (stopped["jobs"], stopped["stopped"]) == ([], True)


def test_plans_without_touching_anything(project: Project) -> None:
    before = plan(project)
    assert [(one["kind"], one["due"]) for one in before["schedule"]] == [
        ("maintenance", True),
        ("embed", True),
    ]
    assert before["by_state"] == {}
    run(project)
    after = plan(project)
    assert [(one["kind"], one["due"]) for one in after["schedule"]] == [
        ("maintenance", False),
        ("embed", False),
    ]
    assert after["schedule"][0]["ready_at"] == "2026-11-02T03:00:00.000000Z"
