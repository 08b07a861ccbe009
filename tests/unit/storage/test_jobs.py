"""One job has one worker; a vanished worker is replaced and its late result refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest

from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.storage import jobs
from phantasm.storage.leases import Held, Lease, extend, require
from phantasm.storage.work import Caller, Work
from tests.conftest import Project

LEASE_SECONDS = 60


@contextmanager
def working(project: Project) -> Iterator[Work]:
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, head):
        now = to_timestamp(environment.clock.now())
        yield Work(connection, head, now, environment.ids, Caller("scheduler", frozenset()))


def claim(work: Work, owner: str = "a", alone: tuple[str, ...] = ()) -> Lease | None:
    return jobs.claim(work, owner, lease_seconds=LEASE_SECONDS, alone=alone)


def must_claim(work: Work, owner: str = "a", alone: tuple[str, ...] = ()) -> Lease:
    lease = claim(work, owner, alone)
    assert lease is not None
    return lease


def must_refuse(work: Work, lease: Lease) -> None:
    with pytest.raises(PhantasmError) as caught:
        require(work, Held.model_validate(lease.held()))
    assert caught.value.code is Code.STALE_TARGET


def test_gives_a_job_to_one_worker(project: Project) -> None:
    with working(project) as work:
        job = jobs.enqueue(work, "reindex", {"from": 0, "share": 0.5})
    with working(project) as work:
        lease = must_claim(work, "a")
        assert lease.job_id == job.job_id
        assert lease.params == {"from": 0, "share": 0.5}
        assert claim(work, "b") is None
    with working(project) as work:
        jobs.complete(work, lease)
        assert jobs.count_by_state(work) == {"done": 1}


def test_replaces_a_vanished_worker_and_refuses_its_late_steps(project: Project) -> None:
    with working(project) as work:
        jobs.enqueue(work, "reindex", {})
        late = must_claim(work, "a")
        require(work, Held.model_validate(late.held()))
    project.clock.advance(timedelta(seconds=LEASE_SECONDS + 1))
    with working(project) as work:
        current = must_claim(work, "b")
        must_refuse(work, late)
        with pytest.raises(PhantasmError):
            jobs.complete(work, late)
        extend(work, current, lease_seconds=LEASE_SECONDS)
        require(work, Held.model_validate(current.held()))


def test_keeps_a_lease_that_is_extended(project: Project) -> None:
    with working(project) as work:
        jobs.enqueue(work, "reindex", {})
        lease = must_claim(work)
    for _ in range(3):
        project.clock.advance(timedelta(seconds=LEASE_SECONDS - 1))
        with working(project) as work:
            assert claim(work, "b") is None
            extend(work, lease, lease_seconds=LEASE_SECONDS)


def test_lets_steps_pass_that_belong_to_no_job(project: Project) -> None:
    with working(project) as work:
        require(work, None)


def test_tells_workers_apart_when_a_restore_hands_a_fence_out_again(project: Project) -> None:
    with working(project) as work:
        jobs.enqueue(work, "reindex", {})
        lease = must_claim(work, "a")
        must_refuse(work, Lease(lease.job_id, lease.kind, "b", lease.fence, {}))


def test_retries_with_backoff_and_then_parks(project: Project) -> None:
    with working(project) as work:
        jobs.enqueue(work, "embed", {}, max_attempts=3)
    for seconds in (60, 120):
        with working(project) as work:
            lease = must_claim(work)
            assert jobs.fail(work, lease, "no model") == "queued"
            must_refuse(work, lease)
        project.clock.advance(timedelta(seconds=seconds - 1))
        with working(project) as work:
            assert claim(work) is None
        project.clock.advance(timedelta(seconds=1))
    with working(project) as work:
        assert jobs.fail(work, must_claim(work), "still no model" + "." * 1000) == "parked"
        assert claim(work) is None
        (row,) = jobs.listed(work, ["parked"], 10)
        assert row["last_error"].startswith("still no model")
        assert len(row["last_error"]) == 500
    assert project.get("health")["verdict"] == "attention"


def test_parks_a_job_over_which_every_worker_vanishes(project: Project) -> None:
    with working(project) as work:
        jobs.enqueue(work, "embed", {}, max_attempts=2)
    for _ in range(2):
        with working(project) as work:
            lease = must_claim(work)
        project.clock.advance(timedelta(seconds=LEASE_SECONDS + 1))
    with working(project) as work:
        assert jobs.is_waiting(work)
        assert claim(work) is None
        (row,) = jobs.listed(work, ["parked"], 10)
        assert row["last_error"] == "its worker vanished in the middle of it, 2 times"
        must_refuse(work, lease)


def test_puts_back_what_its_worker_could_not_finish(project: Project) -> None:
    with working(project) as work:
        jobs.enqueue(work, "embed", {}, max_attempts=1)
        lease = must_claim(work)
        jobs.release(work, lease)
        must_refuse(work, lease)
        again = must_claim(work)
        assert again.fence > lease.fence
        assert jobs.fail(work, again, "no model") == "parked"


def test_joins_the_job_that_does_the_same(project: Project) -> None:
    with working(project) as work:
        first = jobs.enqueue(work, "maintenance", {}, key="all")
        assert jobs.enqueue(work, "maintenance", {}, key="all") == jobs.Queued(first.job_id, fresh=False)
        assert jobs.enqueue(work, "session", {}, key="all").fresh
        assert jobs.enqueue(work, "maintenance", {}).fresh
        lease = must_claim(work)
        assert lease.job_id == first.job_id
        assert not jobs.enqueue(work, "maintenance", {}, key="all").fresh
        jobs.complete(work, lease)
        assert jobs.enqueue(work, "maintenance", {}, key="all").fresh


def test_does_once_more_what_was_asked_for_while_it_ran(project: Project) -> None:
    with working(project) as work:
        first = jobs.enqueue(work, "session", {"some": 1}, key="ended", again=True)
        assert not jobs.enqueue(work, "session", {"some": 1}, key="ended", again=True).fresh
        lease = must_claim(work)
        assert jobs.enqueue(work, "session", {}, key="ended", again=True) == jobs.Queued(
            first.job_id, fresh=False
        )
        jobs.complete(work, lease)
        following = must_claim(work)
        assert following.job_id != first.job_id
        assert following.params == lease.params == {"some": 1}
        jobs.complete(work, following)
        assert claim(work) is None


def test_begins_anew_with_whatever_was_asked_for_before(project: Project) -> None:
    with working(project) as work:
        jobs.enqueue(work, "session", {}, key="ended")
        lease = must_claim(work)
        jobs.enqueue(work, "session", {}, key="ended", again=True)
        jobs.release(work, lease)
        jobs.complete(work, must_claim(work))
        assert claim(work) is None


def test_replaces_what_is_parked_when_it_is_asked_for_again(project: Project) -> None:
    with working(project) as work:
        jobs.enqueue(work, "maintenance", {}, key="all", max_attempts=1)
        jobs.fail(work, must_claim(work), "disk full")
        assert jobs.enqueue(work, "maintenance", {}, key="all").fresh
        assert jobs.count_by_state(work) == {"queued": 1, "replaced": 1}


def test_revives_only_what_is_parked(project: Project) -> None:
    with working(project) as work:
        job = jobs.enqueue(work, "embed", {}, max_attempts=1)
        lease = must_claim(work)
        with pytest.raises(PhantasmError) as caught:
            jobs.revive(work, job.job_id)
        assert caught.value.code is Code.STALE_TARGET
        jobs.fail(work, lease, "no model")
        jobs.revive(work, job.job_id)
        assert must_claim(work).job_id == job.job_id
        with pytest.raises(PhantasmError) as caught:
            jobs.revive(work, "job_unknown")
        assert caught.value.code is Code.NOT_FOUND


def test_lets_only_one_job_of_some_kinds_run(project: Project) -> None:
    alone = ("maintenance", "session")
    with working(project) as work:
        for kind in ("maintenance", "session", "embed", "session"):
            jobs.enqueue(work, kind, {})
    with working(project) as work:
        first = must_claim(work, "a", alone)
        assert first.kind in alone
        assert must_claim(work, "b", alone).kind == "embed"
        assert claim(work, "c", alone) is None
    project.clock.advance(timedelta(seconds=LEASE_SECONDS + 1))
    with working(project) as work:
        # Whoever vanished is replaced first, so that it cannot come back beside somebody else.
        taken = {must_claim(work, "c", alone).job_id, must_claim(work, "d", alone).job_id}
        assert first.job_id in taken
        must_refuse(work, first)
        assert claim(work, "e", alone) is None


def test_goes_on_after_the_clock_was_put_back(project: Project) -> None:
    with working(project) as work:
        jobs.enqueue(work, "embed", {})
        jobs.enqueue(work, "reindex", {})
        late = must_claim(work)
        assert jobs.newest(work).keys() == {"embed", "reindex"}
    project.clock.advance(-timedelta(days=365))
    with working(project) as work:
        assert jobs.newest(work) == {}
        first, second = must_claim(work, "b"), must_claim(work, "c")
        assert late.job_id in {first.job_id, second.job_id}
        must_refuse(work, late)
        assert claim(work, "d") is None


def test_forgets_what_was_done_a_month_ago(project: Project) -> None:
    with working(project) as work:
        jobs.enqueue(work, "embed", {})
        jobs.complete(work, must_claim(work))
    project.clock.advance(timedelta(days=31))
    with working(project) as work:
        jobs.enqueue(work, "embed", {})
        assert jobs.count_by_state(work) == {"queued": 1}
