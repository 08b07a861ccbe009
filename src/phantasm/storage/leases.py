"""Whose job is it? The lease of a worker, and the check that refuses a late worker's steps.

Every step of a job carries its lease in its parameters and checks it in its own transaction. Whoever was
replaced meanwhile (a process that was stopped, a laptop that slept) is refused there, not before: between a
check and a write anything may happen, inside the transaction nothing.
"""

from dataclasses import dataclass

from pydantic import Field

from phantasm.contracts.clock import seconds_after
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import MAX_COUNT, JsonObject, Line, Model
from phantasm.storage.sql import Row
from phantasm.storage.work import Work


class Held(Model):
    """Under which lease a step of a job is done; the step's own transaction checks it."""

    job_id: Line = Field(description="The job that the step belongs to")
    fence: int = Field(
        ge=1, le=MAX_COUNT, description="The number of the lease; it grows with every hand-over"
    )
    owner: Line = Field(description="The worker")


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to work on one job until a moment; the fence tells a late worker from the current one."""

    job_id: str
    kind: str
    owner: str
    fence: int
    params: JsonObject

    def held(self) -> JsonObject:
        """Return what travels in the parameters of every step; `Held` reads it."""
        return {"job_id": self.job_id, "fence": self.fence, "owner": self.owner}


def require(work: Work, held: Held | None) -> None:
    """Refuse a step whose worker no longer has the job; one that belongs to no job is nobody's to refuse."""
    if held is not None:
        held_row(work, held.job_id, held.fence, held.owner)


def extend(work: Work, lease: Lease, *, lease_seconds: float) -> None:
    """Keep a lease alive; raises when another worker has taken the job over."""
    held_row(work, lease.job_id, lease.fence, lease.owner)
    work.run(
        "UPDATE jobs SET lease_until = :until, updated_at = :now WHERE id = :id",
        {"until": seconds_after(work.now, lease_seconds), "now": work.now, "id": lease.job_id},
    )


def held_row(work: Work, job_id: str, fence: int, owner: str) -> Row:
    """Return a running job's row if it is still this worker's; raises otherwise."""
    row = work.one(
        """SELECT id, kind, key, params, state, fence, attempts, max_attempts, lease_owner, last_error
           FROM jobs WHERE id = :id""",
        {"id": job_id},
    )
    # The owner, too: a restored store may hand out a fence again that somebody has already.
    is_held = row is not None and row["state"] == "running" and row["fence"] == fence
    if row is None or not is_held or row["lease_owner"] != owner:
        raise PhantasmError(Code.STALE_TARGET, f"job {job_id} is no longer leased to {owner}")
    return row
