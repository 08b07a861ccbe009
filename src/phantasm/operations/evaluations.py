"""Tell how the evaluations that were kept with this project went over time."""

from typing import Annotated

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind, MeasureName
from phantasm.contracts.model import Choices, JsonObject, Model
from phantasm.storage.evaluations import MOST_RUNS, EvaluationRun, kept
from phantasm.storage.work import Work

KIND = Kind.READ
EXAMPLE: JsonObject = {"measured": ["retrieval"], "limit": 100}


class Params(Model):
    """Which runs."""

    measured: Choices[MeasureName] = Field(default=[], description="Only runs that measured this")
    limit: Annotated[int, Field(ge=1, le=MOST_RUNS)] = Field(
        default=100, description="At most so many, the newest ones"
    )


class Result(Model):
    """The runs, newest last; empty where nothing was measured here."""

    runs: list[EvaluationRun]
    total: int = Field(description="How many runs there are of what was asked for")


def prepare(params: Params, environment: Environment) -> list[EvaluationRun]:
    """Read what earlier runs left."""
    return kept(environment.paths.evaluations)


def handle(params: Params, work: Work, runs: list[EvaluationRun]) -> Result:
    """Return the newest of those that were asked for."""
    chosen = [run for run in runs if not params.measured or run.measured in params.measured]
    return Result(runs=chosen[-params.limit :], total=len(chosen))
