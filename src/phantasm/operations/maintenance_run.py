"""Ask for a consolidation now, or let a parked job be tried again; background work carries it out."""

from typing import Annotated

from pydantic import Field, model_validator

from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import Choices, JsonObject, Line, Model
from phantasm.learning.terms import Pass
from phantasm.storage import jobs
from phantasm.storage.work import Work

KIND = Kind.MAINTENANCE
EXAMPLE: JsonObject = {}
# As far as the setting goes; a run that may change more is no tidying up.
_MOST_CHANGES = 100_000


class Params(Model):
    """What to consolidate, and how much of it; or which job to try again."""

    passes: Choices[Pass] = Field(default_factory=list, description="Only these passes; all when empty")
    change_budget: Annotated[int, Field(ge=0, le=_MOST_CHANGES)] | None = Field(
        default=None, description="The most changes of this run; as configured when left out"
    )
    retry: Line | None = Field(default=None, description="A parked job to try again, instead of a new run")
    dry_run: bool = Field(default=False, description="Show what would change, and change nothing")

    @model_validator(mode="after")
    def _asks_for_one_thing(self) -> "Params":
        if self.retry and (self.passes or self.change_budget is not None):
            message = "retry goes alone: a parked job keeps the parameters that it has"
            raise ValueError(message)
        return self


class Result(Model):
    """Which job it is, and the run that its changes will belong to."""

    job_id: str
    run_id: str = Field(description="Every change of the run has this session id; `undo` takes them back")
    fresh: bool = Field(description="False: such a run waits or runs already, and this is it")


def handle(params: Params, work: Work, prepared: None) -> Result:
    """Queue the job."""
    if params.retry:
        jobs.revive(work, params.retry)
        return Result(job_id=params.retry, run_id=jobs.run_of(params.retry), fresh=True)
    chosen = {"passes": params.passes or None, "budget": params.change_budget}
    wanted: JsonObject = {name: value for name, value in chosen.items() if value is not None}
    queued = jobs.enqueue(work, jobs.MAINTENANCE, wanted, key=jobs.WHOLE)
    if wanted and not queued.fresh:
        work.warn("joined", f"{queued.job_id} waits or runs already, with parameters of its own")
    return Result(job_id=queued.job_id, run_id=jobs.run_of(queued.job_id), fresh=queued.fresh)
