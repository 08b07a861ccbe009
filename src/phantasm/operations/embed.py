"""Bring the vectors up to date with what was written."""

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Model
from phantasm.retrieval import store
from phantasm.retrieval.telling import steps_of
from phantasm.retrieval.vectors.qdrant_absence import tell_of_absence
from phantasm.storage.work import Work

if TYPE_CHECKING:
    from phantasm.retrieval.standing import Standing

KIND = Kind.MAINTENANCE
EXAMPLE: JsonObject = {}


class Params(Model):
    """Nothing to choose: what has no vector gets one."""

    dry_run: bool = Field(default=False, description="Say what is missing, and embed nothing")


class Result(Model):
    """What was done, and what is there now."""

    model: str | None = Field(default=None, description="Whose vectors they are")
    generation: str | None = Field(default=None, description="The folder under state/indexes that holds them")
    engine: Literal["embedded", "qdrant"] = Field(
        description="What keeps them: files under state/indexes, or the Qdrant server that is configured"
    )
    serving: str | None = Field(
        default=None,
        description="The folder of the vectors that answer searches now; none without an embedder",
    )
    width: int = Field(description="Numbers of a vector")
    embedded: int = Field(description="Units that got a vector now")
    removed: int = Field(description="Vectors of erased units that were overwritten")
    busy: bool = Field(description="Another process is embedding already; nothing was done here")
    vectors: int = Field(description="Units that have a vector")
    missing: int = Field(description="Units that have none yet")
    units: int = Field(description="Units that can be found by their words")
    problem: str | None = Field(
        default=None, description="Why nothing can be embedded now; only a dry run answers then"
    )


def prepare(params: Params, environment: Environment) -> "Standing":
    """Embed what is missing, in batches, while others read and write: vectors lie outside the store."""
    from phantasm.retrieval.standing import Standing, standing  # noqa: PLC0415  numpy
    from phantasm.retrieval.upkeep import keep_up  # noqa: PLC0415  numpy

    return standing(environment) if params.dry_run else Standing(keep_up(environment))


def handle(params: Params, work: Work, found: "Standing") -> Result:
    """Report what was done and what is still missing."""
    kept = found.kept
    tell_of_absence(work, kept.absence)
    work.remediation += steps_of(found.steps)
    return Result(
        model=kept.model or None,
        generation=kept.generation or None,
        engine=kept.engine,
        serving=kept.serving or None,
        width=kept.width,
        embedded=kept.embedded,
        removed=kept.removed,
        busy=kept.busy,
        vectors=kept.vectors,
        missing=store.count_after(work, kept.cursor),
        units=store.sizes(work).units,
        problem=found.problem,
    )
