"""Which background work is due, and who is doing it? Leases with fencing, so that one worker has one job."""

from dataclasses import dataclass

from phantasm.contracts.canonical import canonical
from phantasm.contracts.clock import seconds_after
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.storage.sql import Row
from phantasm.storage.tables import JOBS
from phantasm.storage.work import Work

DEFAULT_MAX_ATTEMPTS = 3
# Doubles per attempt from here: a passing fault gets a quick second try, a lasting one does not burn CPU.
_FIRST_RETRY_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to work on one job until a moment; the fence tells a late worker from the current one."""

    job_id: str
    kind: str
    owner: str
    fence: int


def enqueue(work: Work, kind: str, params: JsonObject, *, max_attempts: int = DEFAULT_MAX_ATTEMPTS) -> str:
    """Add a job that is due now and return its id."""
    job_id = work.ids.new("job")
    work.run(
        JOBS.insert,
        {
            "id": job_id,
            "kind": kind,
            "params": canonical(params),
            "state": "queued",
            "attempts": 0,
            "max_attempts": max_attempts,
            "available_at": work.now,
            "lease_owner": None,
            "lease_until": None,
            "fence": 0,
            "last_error": None,
            "created_at": work.now,
            "updated_at": work.now,
        },
    )
    return job_id


def claim(work: Work, owner: str, *, lease_seconds: int) -> Lease | None:
    """Take the oldest due job, or one whose worker has vanished."""
    row = work.one(
        """SELECT id, kind, fence FROM jobs
           WHERE (state = 'queued' AND available_at <= :now) OR (state = 'running' AND lease_until <= :now)
           ORDER BY available_at, id LIMIT 1""",
        {"now": work.now},
    )
    if row is None:
        return None
    lease = Lease(row["id"], row["kind"], owner, row["fence"] + 1)
    work.run(
        """UPDATE jobs SET state = 'running', attempts = attempts + 1, lease_owner = :owner,
                  lease_until = :until, fence = :fence, updated_at = :now WHERE id = :id""",
        {
            "owner": owner,
            "until": seconds_after(work.now, lease_seconds),
            "fence": lease.fence,
            "now": work.now,
            "id": lease.job_id,
        },
    )
    return lease


def extend(work: Work, lease: Lease, *, lease_seconds: int) -> None:
    """Keep a lease alive; raises when another worker has taken the job over."""
    _require_fence(work, lease)
    work.run(
        "UPDATE jobs SET lease_until = :until, updated_at = :now WHERE id = :id",
        {"until": seconds_after(work.now, lease_seconds), "now": work.now, "id": lease.job_id},
    )


def complete(work: Work, lease: Lease) -> None:
    """Mark a job as done."""
    _require_fence(work, lease)
    work.run(
        """UPDATE jobs SET state = 'done', lease_owner = NULL, lease_until = NULL, updated_at = :now
           WHERE id = :id""",
        {"now": work.now, "id": lease.job_id},
    )


def fail(work: Work, lease: Lease, reason: str) -> str:
    """Put a job back with backoff, or park it with its reason after the last attempt; returns its state."""
    row = _require_fence(work, lease)
    state = "parked" if row["attempts"] >= row["max_attempts"] else "queued"
    work.run(
        """UPDATE jobs SET state = :state, available_at = :available, lease_owner = NULL, lease_until = NULL,
                  last_error = :reason, updated_at = :now WHERE id = :id""",
        {
            "state": state,
            "available": seconds_after(work.now, _FIRST_RETRY_SECONDS * 2 ** (row["attempts"] - 1)),
            "reason": reason,
            "now": work.now,
            "id": lease.job_id,
        },
    )
    return state


def count_by_state(work: Work) -> dict[str, int]:
    """Return how many jobs there are in each state."""
    rows = work.all("SELECT state, count(*) AS jobs FROM jobs GROUP BY state ORDER BY state")
    return {row["state"]: row["jobs"] for row in rows}


def _require_fence(work: Work, lease: Lease) -> Row:
    row = work.one(
        "SELECT state, fence, attempts, max_attempts FROM jobs WHERE id = :id", {"id": lease.job_id}
    )
    if row is None or row["state"] != "running" or row["fence"] != lease.fence:
        raise PhantasmError(Code.STALE_TARGET, f"job {lease.job_id} is no longer leased to {lease.owner}")
    return row
