"""Show background work: what waits, runs, is done or has failed for good, and why."""

from typing import Annotated, Literal

from pydantic import Field

from phantasm.contracts.envelope import NextStep
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import Choices, JsonObject, Model
from phantasm.storage import jobs
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {"states": ["parked"]}


class Params(Model):
    """Which jobs."""

    states: Choices[Literal["queued", "running", "parked", "done", "replaced"]] = Field(
        default_factory=list, description="Only jobs in these states; all when empty"
    )
    limit: Annotated[int, Field(ge=1, le=1000)] = Field(default=50, description="At most so many")


class Job(Model):
    """One piece of background work."""

    id: str
    kind: str = Field(description="maintenance, session or embed")
    about: str | None = Field(
        default=None, description="What it is about: `all`, or the session; one job per kind and this waits"
    )
    state: str = Field(
        description="queued, running, done, parked after repeated failure, or replaced by a younger one"
    )
    run_id: str = Field(description="The session id of everything it writes; `undo` takes that back")
    attempts: int
    max_attempts: int
    next_try_at: str | None = Field(default=None, description="queued: not before this moment")
    worker: str | None = Field(default=None, description="running: who has it")
    leased_until: str | None = Field(
        default=None, description="running: from then on another worker takes over, unless it is extended"
    )
    reason: str | None = Field(
        default=None, description="Why the last attempt failed; done: what did not work in it"
    )
    asked_at: str
    changed_at: str


class Result(Model):
    """Jobs, what needs somebody first: parked, running, queued, the rest; the newest first."""

    jobs: list[Job]
    by_state: dict[str, int] = Field(description="How many there are in each state")


def handle(params: Params, work: Work, prepared: None) -> Result:
    """List the jobs, with the way out for those that are parked."""
    found = jobs.listed(work, params.states, params.limit)
    work.remediation += [
        NextStep(
            message=f"{row['kind']} failed {row['attempts']} times; try it again when its reason is gone.",
            command=f"phantasm maintenance run --retry {row['id']}",
        )
        for row in found
        if row["state"] == "parked"
    ]
    return Result(jobs=[_shown(row) for row in found], by_state=jobs.count_by_state(work))


def _shown(row: Row) -> Job:
    return Job(
        id=row["id"],
        kind=row["kind"],
        about=row["key"],
        state=row["state"],
        run_id=jobs.run_of(row["id"]),
        attempts=row["attempts"],
        max_attempts=row["max_attempts"],
        next_try_at=row["available_at"] if row["state"] == "queued" else None,
        worker=row["lease_owner"],
        leased_until=row["lease_until"],
        reason=row["last_error"],
        asked_at=row["created_at"],
        changed_at=row["updated_at"],
    )
