"""One job has one worker; a vanished worker is replaced and its late result refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.storage import jobs
from phantasm.storage.work import Caller, Work
from tests.conftest import Project


@contextmanager
def working(project: Project) -> Iterator[Work]:
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, head):
        now = to_timestamp(environment.clock.now())
        yield Work(connection, head, now, environment.ids, Caller("scheduler", frozenset()))


def test_gives_a_job_to_one_worker(project: Project) -> None:
    with working(project) as work:
        job = jobs.enqueue(work, "reindex", {"from": 0})
    with working(project) as work:
        lease = jobs.claim(work, "a", lease_seconds=60)
        assert lease is not None
        assert lease.job_id == job
        assert jobs.claim(work, "b", lease_seconds=60) is None
    with working(project) as work:
        jobs.complete(work, lease)
        assert jobs.count_by_state(work) == {"done": 1}


def test_replaces_a_vanished_worker_and_refuses_its_late_result(project: Project) -> None:
    with working(project) as work:
        jobs.enqueue(work, "reindex", {})
        late = jobs.claim(work, "a", lease_seconds=60)
    assert late is not None
    project.clock.advance(timedelta(seconds=61))
    with working(project) as work:
        current = jobs.claim(work, "b", lease_seconds=60)
        assert current is not None
        with pytest.raises(PhantasmError) as caught:
            jobs.complete(work, late)
        assert caught.value.code is Code.STALE_TARGET
        jobs.extend(work, current, lease_seconds=60)


def test_retries_with_backoff_and_then_parks(project: Project) -> None:
    with working(project) as work:
        jobs.enqueue(work, "embed", {}, max_attempts=2)
        lease = jobs.claim(work, "a", lease_seconds=60)
        assert lease is not None
        assert jobs.fail(work, lease, "no model") == "queued"
        assert jobs.claim(work, "a", lease_seconds=60) is None
    project.clock.advance(timedelta(seconds=120))
    with working(project) as work:
        lease = jobs.claim(work, "a", lease_seconds=60)
        assert lease is not None
        assert jobs.fail(work, lease, "still no model") == "parked"
        assert jobs.claim(work, "a", lease_seconds=60) is None
    assert project.get("health")["verdict"] == "attention"
