"""Derive the words, the vectors or both anew, or look them over."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Model
from phantasm.retrieval import checking, store
from phantasm.retrieval.vectors.qdrant_absence import tell_of_absence
from phantasm.storage.blobs import BlobStore
from phantasm.storage.work import Work

if TYPE_CHECKING:
    from phantasm.retrieval.upkeep import Kept

KIND = Kind.MAINTENANCE
EXAMPLE: JsonObject = {"indexes": ["words", "vectors"], "dry_run": True}


class Params(Model):
    """Which indexes."""

    indexes: list[Literal["words", "vectors"]] = Field(
        default=["words", "vectors"], min_length=1, description="words: the lexical index; vectors: the other"
    )
    dry_run: bool = Field(default=False, description="Only look them over and say what is wrong")


class Result(Model):
    """What was found wrong before, and what is there now."""

    problems: list[str] = Field(description="What was wrong with the indexes; empty when all was well")
    units: int = Field(description="Units whose words are indexed")
    embedded: int = Field(description="Units that got a vector now")
    vectors: int = Field(description="Units that have a vector")
    busy: bool = Field(
        default=False, description="Another process is embedding; the vectors stay as they are"
    )


@dataclass(frozen=True, slots=True)
class Prepared:
    """What was done outside the store, and the raw files for what is done inside."""

    problems: tuple[str, ...]
    kept: "Kept | None"
    blobs: BlobStore


def prepare(params: Params, environment: Environment) -> Prepared:
    """Look the vectors over and, unless it is a dry run, embed everything again."""
    if "vectors" not in params.indexes:
        return Prepared((), None, environment.blobs)
    from phantasm.retrieval import upkeep  # noqa: PLC0415  numpy

    try:
        problems = upkeep.look_over(environment)
        kept = upkeep.keep_up(environment, anew=True, dry_run=params.dry_run)
    except PhantasmError as problem:
        if problem.code is not Code.PROVIDER_UNAVAILABLE or params.indexes == ["vectors"]:
            raise
        return Prepared((f"vectors: {problem.message}",), None, environment.blobs)
    return Prepared(tuple(f"vectors: {each}" for each in problems), kept, environment.blobs)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Look the words over and, unless it is a dry run, derive them anew."""
    problems = list(prepared.problems)
    if "words" in params.indexes:
        problems += [f"words: {each}" for each in checking.problems(work)]
        if not work.dry_run:
            from phantasm.retrieval.lexicon import rebuild  # noqa: PLC0415  the stemmer

            rebuild(work, prepared.blobs)
    kept = prepared.kept
    tell_of_absence(work, kept.absence if kept else None)
    return Result(
        problems=problems,
        units=store.sizes(work).units,
        embedded=kept.embedded if kept else 0,
        vectors=kept.vectors if kept else 0,
        busy=bool(kept and kept.busy),
    )
