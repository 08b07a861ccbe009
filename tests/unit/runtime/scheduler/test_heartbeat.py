"""A lease stays alive while its work runs, and its worker learns when it has lost it."""

import time
from collections.abc import Callable
from datetime import timedelta

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.ledger import noting
from phantasm.runtime.scheduler.heartbeat import Heartbeat
from phantasm.storage import jobs
from phantasm.storage.leases import Lease
from tests.conftest import Project

# Far above what a beat takes; a test that meets it hangs.
PATIENCE_SECONDS = 60


def leased(project: Project, owner: str = "a") -> Lease:
    with noting(project.runtime.environment, "test") as work:
        jobs.enqueue(work, "session", {}, key="s1")
        lease = jobs.claim(work, owner, lease_seconds=60)
    assert lease is not None
    return lease


def beating(project: Project, lease: Lease) -> Heartbeat:
    return Heartbeat(project.runtime.environment, lease, lease_seconds=60, beat_seconds=0.01)


def until(project: Project) -> str:
    with project.runtime.environment.snapshot() as work:
        (row,) = jobs.listed(work, ["running"], 1)
        return str(row["lease_until"])


def wait_for(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_extends_the_lease_until_the_work_is_over(project: Project) -> None:
    lease = leased(project)
    with beating(project, lease) as heartbeat:
        project.clock.advance(timedelta(seconds=30))
        before = until(project)
        wait_for(lambda: until(project) > before)
        heartbeat.check()
    after = until(project)
    time.sleep(0.05)
    assert until(project) == after


def test_tells_when_somebody_else_has_the_job(project: Project) -> None:
    lease = leased(project)
    with noting(project.runtime.environment, "test") as work:
        jobs.release(work, lease)
    leased(project, "b")

    def is_lost() -> bool:
        try:
            heartbeat.check()
        except PhantasmError as problem:
            return problem.code is Code.STALE_TARGET
        return False

    with beating(project, lease) as heartbeat:
        wait_for(is_lost)
    with pytest.raises(PhantasmError):
        heartbeat.check()
