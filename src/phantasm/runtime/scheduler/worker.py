"""How is one job done? Claimed, kept alive, carried out step by step, and its end noted.

The scheduler is one of the two places that catch everything (architecture §1.11): whatever a task raises ends
up as the job's reason, and the job is tried again later or parked.
"""

import logging
import os
import threading
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from phantasm.capabilities.environment import Environment
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.runtime.ledger import noting
from phantasm.runtime.scheduler.agenda import planned
from phantasm.runtime.scheduler.heartbeat import BEAT_SECONDS, LEASE_SECONDS, Heartbeat
from phantasm.runtime.scheduler.tasks import ALONE, TASKS, Beat, Task
from phantasm.security.redaction import redact
from phantasm.storage import jobs
from phantasm.storage.leases import Lease
from phantasm.storage.work import Work
from phantasm.telemetry.events import DefectMet, emit

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime

State = Literal["done", "queued", "parked", "released", "lost"]
"""What became of a job: done; put back after a failure; parked; put back because we end; somebody else's."""


class StoppedError(Exception):
    """The owner of this worker ends; raised between two steps, and no failure of the job."""


@dataclass(frozen=True, slots=True)
class Worker:
    """Who works, on what terms, and until when."""

    tasks: Mapping[str, Task] = field(default_factory=lambda: TASKS)
    opened_at: datetime | None = None
    """Since when it waits for slots; None: it does what is due now, and does not spread."""
    stop: threading.Event = field(default_factory=threading.Event)
    watch: Callable[[str, int], None] | None = None
    """Told of every step: the kind of the job, and which step of it."""
    lease_seconds: float = LEASE_SECONDS
    beat_seconds: float = BEAT_SECONDS


@dataclass(frozen=True, slots=True)
class Ended:
    """How one job ended."""

    job_id: str
    kind: str
    run_id: str
    state: State
    reason: str | None = None
    report: JsonObject = field(default_factory=dict)


def drain(runtime: "Runtime", worker: Worker) -> tuple[Ended, ...]:
    """Do everything that is due, one job after another, until nothing is or the owner ends."""
    ended: list[Ended] = []
    while not worker.stop.is_set():
        one = work_once(runtime, worker)
        if one is None:
            break
        ended.append(one)
    return tuple(ended)


def work_once(runtime: "Runtime", worker: Worker) -> Ended | None:
    """Do one job that is due; None when there is none, or when another process is at it."""
    environment = runtime.environment
    lease = _take(environment, worker)
    if lease is None:
        return None
    beating = Heartbeat(
        environment, lease, lease_seconds=worker.lease_seconds, beat_seconds=worker.beat_seconds
    )
    with beating:
        return _carry_out(runtime, worker, lease, beating)


def _take(environment: Environment, worker: Worker) -> Lease | None:
    """Claim what waits, or else what the schedule asks for now; only looks when there is neither."""
    with environment.snapshot() as work:
        is_due = any(one.is_due for one in planned(environment, work, worker.opened_at))
        if not is_due and not jobs.is_waiting(work, ALONE):
            return None
    owner = f"pid-{os.getpid()}-{environment.ids.handle()}"
    with noting(environment, "schedule") as work:
        lease = jobs.claim(work, owner, lease_seconds=worker.lease_seconds, alone=ALONE)
        # Looked at again: another process may have asked for it in between.
        for one in planned(environment, work, worker.opened_at) if lease is None else ():
            if one.is_due:
                jobs.enqueue(work, one.kind, {}, key=jobs.WHOLE)
                lease = jobs.claim(work, owner, lease_seconds=worker.lease_seconds, alone=ALONE)
            if lease is not None:
                break
        return lease


def _carry_out(runtime: "Runtime", worker: Worker, lease: Lease, beating: Heartbeat) -> Ended:
    environment, run_id = runtime.environment, jobs.run_of(lease.job_id)
    about = (lease.job_id, lease.kind, run_id)
    params = lease.params | {"run_id": run_id, "lease": lease.held()}
    try:
        report = _task(worker, lease.kind)(runtime, params, _beat(worker, lease, beating))
    except StoppedError:
        return Ended(*about, _note(environment, lease, _release), "its worker was asked to end")
    except PhantasmError as problem:
        reason = redact(f"{problem.code.value}: {problem.message}")[0]
    except Exception as problem:  # noqa: BLE001  whatever it is: the job says so, and the others go on
        reason = _defect(lease, problem)
    except BaseException:
        _note(environment, lease, _release)
        raise
    else:
        warning = redact(str(report["warning"]))[0] if report.get("warning") else None
        state = _note(environment, lease, lambda work, held: _complete(work, held, warning))
        return Ended(*about, state, warning, report)
    return Ended(*about, _note(environment, lease, lambda work, held: jobs.fail(work, held, reason)), reason)


def _task(worker: Worker, kind: str) -> Task:
    task = worker.tasks.get(kind)
    if task is None:
        raise PhantasmError(Code.UNKNOWN_OPERATION, f"nobody here knows jobs of the kind {kind!r}")
    return task


def _beat(worker: Worker, lease: Lease, beating: Heartbeat) -> Beat:
    """Return what a task calls between two steps."""
    steps = count(1)

    def beat() -> None:
        if worker.stop.is_set():
            raise StoppedError
        beating.check()
        if worker.watch is not None:
            worker.watch(lease.kind, next(steps))

    return beat


def _note(environment: Environment, lease: Lease, end: Callable[[Work, Lease], State]) -> State:
    """Note how a job ended; it may be somebody else's by now, who will note it then."""
    try:
        with noting(environment, "schedule") as work:
            return end(work, lease)
    except PhantasmError as problem:
        if problem.code is not Code.STALE_TARGET:
            raise
        return "lost"


def _complete(work: Work, lease: Lease, warning: str | None) -> State:
    jobs.complete(work, lease, warning=warning)
    return "done"


def _release(work: Work, lease: Lease) -> State:
    jobs.release(work, lease)
    return "released"


def _defect(lease: Lease, problem: Exception) -> str:
    """Say where a defect is, never its message, which may hold content."""
    frame = traceback.extract_tb(problem.__traceback__)[-1]
    place = f"{Path(frame.filename).name}:{frame.lineno}"
    emit(DefectMet(f"job {lease.kind}", lease.job_id, type(problem).__name__, place), level=logging.ERROR)
    return f"a defect in Phantasm: {type(problem).__name__} at {place}"
