"""Which background work is due, and who is doing it? Leases with fencing, so that one worker has one job.

A job is queued, running under a lease, done, parked after repeated failure, or replaced by a younger job that
does the same. Nothing here is journaled: leases say who works, never what is remembered.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from phantasm.contracts.canonical import sorted_json
from phantasm.contracts.clock import days_before, seconds_after
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject
from phantasm.storage.leases import Lease, held_row
from phantasm.storage.sql import Conditions, Row
from phantasm.storage.tables import JOBS
from phantasm.storage.work import Work

MAINTENANCE, SESSION, EMBED = "maintenance", "session", "embed"
AFTER_SESSION: JsonObject = {"passes": ["episodes", "claims", "repeats"], "prune": False}
"""What a session leaves to do at once; the night does the rest."""
"""The kinds of jobs: consolidate everything, consolidate what sessions left, make vectors."""
WHOLE = "all"
"""The key of a job about the whole project: of each kind only one waits or runs."""

# With the waits below the last try comes a quarter of an hour after the first: longer than a busy disk, a
# server that restarts or an editor that is closed and opened again.
DEFAULT_MAX_ATTEMPTS = 5
# Doubles per attempt from here: a passing fault gets a quick second try, a lasting one does not burn CPU.
_FIRST_RETRY_SECONDS = 60
_LONGEST_RETRY_SECONDS = 3600
# What was written so much later than now comes from a clock that was put back since; no two clocks of one
# machine differ by minutes.
_CLOCK_TOLERANCE_SECONDS = 300
# Finished jobs are for looking back; a month is what receipts are kept, too.
_KEPT_DAYS = 30
# A reason is a sentence with a code, not a transcript.
_LONGEST_REASON_CHARACTERS = 500
# Among a running job's parameters: it was asked for once more since it began.
_AGAIN = "again"
_SEE_PARKED = Remediation("See which jobs are parked.", command="phantasm maintenance jobs --state parked")
_VANISHED = "its worker vanished in the middle of it"


@dataclass(frozen=True, slots=True)
class Queued:
    """A job that waits or runs now, and whether it was there before."""

    job_id: str
    fresh: bool


def run_of(job_id: str) -> str:
    """Return the id of the run that a job is: the same in every attempt, so that one undo takes all back."""
    return "run_" + job_id.removeprefix("job_")


def enqueue(
    work: Work,
    kind: str,
    params: JsonObject,
    *,
    key: str | None = None,
    again: bool = False,
    max_attempts: int = DEFAULT_MAX_ATTEMPTS,
) -> Queued:
    """Add a job that is due now, or join the one of the same kind and key that waits or runs already.

    With `again` one that runs already is followed by another: it may be past what has changed just now.
    """
    same = {"kind": kind, "key": key, "now": work.now}
    waiting = work.one(
        """SELECT id, state, params FROM jobs
           WHERE kind = :kind AND key = :key AND state IN ('queued', 'running')""",
        same,
    )
    if waiting is not None:
        if again and waiting["state"] == "running":
            marked = sorted_json(json.loads(waiting["params"]) | {_AGAIN: True})
            work.run(
                "UPDATE jobs SET params = :params WHERE id = :id", {"id": waiting["id"], "params": marked}
            )
        return Queued(waiting["id"], fresh=False)
    # One that failed for good gives way: what it should have done is tried anew.
    work.run(
        """UPDATE jobs SET state = 'replaced', updated_at = :now
           WHERE kind = :kind AND key = :key AND state = 'parked'""",
        same,
    )
    work.run(
        "DELETE FROM jobs WHERE state IN ('done', 'replaced') AND updated_at < :oldest",
        {"oldest": days_before(work.now, _KEPT_DAYS)},
    )
    job_id = work.ids.new("job")
    nobody = {"lease_owner": None, "lease_until": None, "last_error": None, "attempts": 0, "fence": 0}
    times = {"available_at": work.now, "created_at": work.now, "updated_at": work.now}
    about = {"id": job_id, "kind": kind, "key": key, "params": sorted_json(params), "state": "queued"}
    work.run(JOBS.insert, about | nobody | times | {"max_attempts": max_attempts})
    return Queued(job_id, fresh=True)


def claim(work: Work, owner: str, *, lease_seconds: float, alone: Collection[str] = ()) -> Lease | None:
    """Take a job whose worker has vanished, or the oldest that is due; of the kinds `alone` only one runs."""
    while (row := _claimable(work, alone)) is not None:
        # A worker may vanish for reasons of its own; a job that every worker vanishes over is the reason.
        if row["state"] == "running" and row["attempts"] >= row["max_attempts"]:
            _move(work, row, "parked", f"{_VANISHED}, {row['attempts']} times")
            continue
        params = _without_again(row)  # who begins now sees whatever has changed
        lease = Lease(row["id"], row["kind"], owner, row["fence"] + 1, params)
        work.run(
            """UPDATE jobs SET state = 'running', attempts = attempts + 1, lease_owner = :owner,
                      lease_until = :until, fence = :fence, params = :params, updated_at = :now
               WHERE id = :id""",
            {
                "params": sorted_json(params),
                "owner": owner,
                "until": seconds_after(work.now, lease_seconds),
                "fence": lease.fence,
                "now": work.now,
                "id": lease.job_id,
            },
        )
        return lease
    return None


def is_waiting(work: Work, alone: Collection[str] = ()) -> bool:
    """Tell whether a worker would find something to claim or to park."""
    return _claimable(work, alone) is not None


def complete(work: Work, lease: Lease, *, warning: str | None = None) -> None:
    """Mark a job as done, with what did not work in it, and ask for another where that was wished for."""
    row = held_row(work, lease.job_id, lease.fence, lease.owner)
    _move(work, row, "done", warning)
    if _AGAIN in json.loads(row["params"]):
        enqueue(work, row["kind"], _without_again(row), key=row["key"], max_attempts=row["max_attempts"])


def fail(work: Work, lease: Lease, reason: str) -> Literal["queued", "parked"]:
    """Put a job back with backoff, or park it with its reason after the last attempt; returns its state."""
    row = held_row(work, lease.job_id, lease.fence, lease.owner)
    state: Literal["queued", "parked"] = "parked" if row["attempts"] >= row["max_attempts"] else "queued"
    wait = min(_FIRST_RETRY_SECONDS * 2 ** (row["attempts"] - 1), _LONGEST_RETRY_SECONDS)
    _move(work, row, state, reason, wait=wait)
    return state


def release(work: Work, lease: Lease) -> None:
    """Put a job back because its worker has to end; that was no failure and is not counted as an attempt."""
    row = held_row(work, lease.job_id, lease.fence, lease.owner)
    _move(work, row, "queued", row["last_error"])
    work.run("UPDATE jobs SET attempts = attempts - 1 WHERE id = :id", {"id": lease.job_id})


def revive(work: Work, job_id: str) -> None:
    """Let a parked job be tried again, from now on and as often as a new one."""
    row = work.one("SELECT id, kind, key, state, fence FROM jobs WHERE id = :id", {"id": job_id})
    if row is None:
        raise PhantasmError(Code.NOT_FOUND, f"there is no job {job_id!r}", remediation=(_SEE_PARKED,))
    if row["state"] != "parked":
        message = f"job {job_id} is {row['state']}, not parked"
        raise PhantasmError(Code.STALE_TARGET, message, remediation=(_SEE_PARKED,))
    _move(work, row, "queued", None)
    work.run("UPDATE jobs SET attempts = 0 WHERE id = :id", {"id": job_id})


def count_by_state(work: Work) -> dict[str, int]:
    """Return how many jobs there are in each state."""
    rows = work.all("SELECT state, count(*) AS jobs FROM jobs GROUP BY state ORDER BY state")
    return {row["state"]: row["jobs"] for row in rows}


def newest(work: Work) -> dict[str, str]:
    """Return by kind when a job was last asked for; what a clock ahead of now has written does not count."""
    rows = work.all(
        "SELECT kind, max(created_at) AS asked_at FROM jobs WHERE created_at <= :now GROUP BY kind",
        {"now": work.now},
    )
    return {row["kind"]: row["asked_at"] for row in rows}


def listed(work: Work, states: Collection[str], limit: int) -> list[Row]:
    """Return jobs, what needs somebody first: parked, running, queued, then the rest, the newest first."""
    conditions = Conditions()
    if states:
        conditions.among("state", states)
    return work.all(
        f"""SELECT id, kind, key, state, attempts, max_attempts, available_at, lease_owner, lease_until,
                   fence, last_error, created_at, updated_at FROM jobs {conditions.where}
            ORDER BY CASE state WHEN 'parked' THEN 0 WHEN 'running' THEN 1 WHEN 'queued' THEN 2 ELSE 3 END,
                     updated_at DESC, id LIMIT :limit""",
        {**conditions.parameters, "limit": limit},
    )


def _claimable(work: Work, alone: Collection[str]) -> Row | None:
    """Return the job to hand out next: one whose lease has run out, else the oldest that is due."""
    ahead = seconds_after(work.now, _CLOCK_TOLERANCE_SECONDS)
    running = work.all(
        """SELECT id, kind, params, fence, state, attempts, max_attempts, lease_until, updated_at FROM jobs
           WHERE state = 'running' ORDER BY id"""
    )
    for row in running:
        if row["lease_until"] <= work.now or row["updated_at"] > ahead:
            return row
    conditions = Conditions()
    conditions.add("state = 'queued'")
    conditions.add("(available_at <= :now OR updated_at > :ahead)", now=work.now, ahead=ahead)
    if any(row["kind"] in alone for row in running):
        named = {f"kind_{place}": kind for place, kind in enumerate(sorted(alone))}
        conditions.add(f"kind NOT IN ({', '.join(f':{name}' for name in named)})", **named)
    return work.one(
        f"""SELECT id, kind, params, fence, state, attempts, max_attempts FROM jobs {conditions.where}
            ORDER BY available_at, id LIMIT 1""",
        conditions.parameters,
    )


def _without_again(row: Row) -> JsonObject:
    return {name: value for name, value in json.loads(row["params"]).items() if name != _AGAIN}


def _move(work: Work, row: Row, state: str, reason: str | None, *, wait: float = 0) -> None:
    """Take a job out of its worker's hands; the fence moves on, so that nobody's late step counts."""
    work.run(
        """UPDATE jobs SET state = :state, available_at = :available, lease_owner = NULL, lease_until = NULL,
                  fence = :fence, last_error = :reason, updated_at = :now WHERE id = :id""",
        {
            "state": state,
            "available": seconds_after(work.now, wait),
            "fence": row["fence"] + 1,
            "reason": None if reason is None else reason[:_LONGEST_REASON_CHARACTERS],
            "now": work.now,
            "id": row["id"],
        },
    )
