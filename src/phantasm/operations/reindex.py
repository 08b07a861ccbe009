"""Derive the words, the vectors or both anew, or look them over."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from phantasm.capabilities.environment import Environment
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import Choices, JsonObject, Model
from phantasm.retrieval import checking, store
from phantasm.retrieval.findings import REBUILD_WORDS
from phantasm.retrieval.findings import Finding as Found
from phantasm.retrieval.vectors.qdrant_absence import tell_of_absence
from phantasm.storage.blobs import BlobStore
from phantasm.storage.inspection import reader
from phantasm.storage.work import Work

if TYPE_CHECKING:
    from phantasm.retrieval.upkeep import Kept

KIND = Kind.MAINTENANCE
EXAMPLE: JsonObject = {"indexes": ["words", "vectors"], "dry_run": True}


class Params(Model):
    """Which indexes."""

    indexes: Choices[Literal["words", "vectors"]] = Field(
        default=["words", "vectors"], min_length=1, description="words: the lexical index; vectors: the other"
    )
    dry_run: bool = Field(default=False, description="Only look them over and say what is wrong")


class Finding(Model):
    """One thing about an index, and what helps."""

    index: Literal["words", "vectors"]
    message: str
    command: str | None = Field(description="What mends it")
    is_problem: bool = Field(
        description="Something is wrong or lost; else it only has not happened yet, or was chosen so"
    )


class Result(Model):
    """What was found wrong before, and what is there now."""

    problems: list[str] = Field(description="What was wrong with the indexes; empty when all was well")
    findings: list[Finding] = Field(
        default=[], description="The same with what mends it, and what is worth knowing and not wrong"
    )
    units: int = Field(description="Units whose words are indexed")
    embedded: int = Field(description="Units that got a vector now")
    vectors: int = Field(description="Units that have a vector")
    busy: bool = Field(
        default=False, description="Another process is embedding; the vectors stay as they are"
    )


@dataclass(frozen=True, slots=True)
class Prepared:
    """What was done outside the store, and the raw files for what is done inside."""

    findings: tuple[Finding, ...]
    kept: "Kept | None"
    blobs: BlobStore


def prepare(params: Params, environment: Environment) -> Prepared:
    """Look the indexes over on a snapshot and, unless it is a dry run, embed everything again."""
    found: list[Finding] = []
    kept = None
    if "vectors" in params.indexes:
        found, kept = _vectors(params, environment)
    if "words" in params.indexes:
        with environment.database.read() as (connection, head):
            problems = checking.problems(reader(connection, head), environment.blobs)
        found += [_told("words", Found(problem, REBUILD_WORDS)) for problem in problems]
    return Prepared(tuple(found), kept, environment.blobs)


def handle(params: Params, work: Work, prepared: Prepared) -> Result:
    """Unless it is a dry run, derive the words anew; report."""
    findings = list(prepared.findings)
    if "words" in params.indexes:
        if not checking.READS_PAGES:
            findings += [_told("words", Found(problem, REBUILD_WORDS)) for problem in checking.damage(work)]
        if not work.dry_run:
            from phantasm.retrieval.lexicon import rebuild  # noqa: PLC0415  the stemmer

            rebuild(work, prepared.blobs)
    kept = prepared.kept
    tell_of_absence(work, kept.absence if kept else None)
    return Result(
        problems=[f"{one.index}: {one.message}" for one in findings if one.is_problem],
        findings=findings,
        units=store.sizes(work).units,
        embedded=kept.embedded if kept else 0,
        vectors=kept.vectors if kept else 0,
        busy=bool(kept and kept.busy),
    )


def _vectors(params: Params, environment: Environment) -> "tuple[list[Finding], Kept | None]":
    """Look the vectors over and make them anew; where nobody can, say so."""
    from phantasm.retrieval import upkeep  # noqa: PLC0415  numpy

    try:
        found = upkeep.look_over(environment)
        kept = upkeep.keep_up(environment, anew=True, dry_run=params.dry_run)
    except PhantasmError as problem:
        is_all_there_is = params.indexes == ["vectors"] and not params.dry_run
        if problem.code is not Code.PROVIDER_UNAVAILABLE or is_all_there_is:
            raise
        # Switched off is what somebody chose; a server that does not answer is not.
        is_chosen = environment.config.settings.embedding.provider == "none"
        command = next((step.command for step in problem.remediation if step.command), None)
        return [_told("vectors", Found(problem.message, command, is_problem=not is_chosen))], None
    return [_told("vectors", one) for one in found], kept


def _told(index: Literal["words", "vectors"], found: Found) -> Finding:
    return Finding(index=index, **found._asdict())
