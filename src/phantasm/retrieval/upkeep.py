"""How are the vectors brought up to date, built anew and looked over, outside the store?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from phantasm.contracts.errors import PhantasmError
from phantasm.retrieval import covering, generations
from phantasm.retrieval.findings import BUILD, REBUILD_VECTORS, Finding
from phantasm.retrieval.indexer import Progressed, Source, catch_up, fits, forget, stamp_for_source
from phantasm.retrieval.vectors.embedded import EmbeddedIndex
from phantasm.retrieval.vectors.qdrant_choice import missed
from phantasm.retrieval.vectors.qdrant_server import ServerUnavailableError

if TYPE_CHECKING:
    from phantasm.capabilities.environment import Environment
    from phantasm.retrieval.generations import Engine, Generation
    from phantasm.retrieval.indexer import Progress


# Units that are embedded on the way: the shipped model takes one to two milliseconds for each.
_SECONDS_OF_UNITS = 2_000


@dataclass(frozen=True, slots=True)
class Kept:
    """What was done to the vectors, and where they stand now."""

    model: str
    generation: str
    """Its folder; empty, like the model, where there are none and nobody can make any."""
    width: int
    embedded: int
    removed: int
    busy: bool
    vectors: int
    cursor: int
    """The write up to which everything has a vector."""
    engine: Engine
    serving: str
    """The folder of the vectors that answer searches now; empty where no question can be embedded."""
    dropped: int = 0
    """Other generations that were removed."""
    absence: str | None = None
    """Why the configured server does not keep these vectors: it did not answer."""


def keep_up(
    environment: Environment, *, anew: bool = False, dry_run: bool = False, progress: Progress | None = None
) -> Kept:
    """Give every unit a vector of the configured generation; older generations go once it is complete.

    Where the configured server does not answer, or stops to, the embedded vectors are brought up to date.
    """
    generation = generations.wanted(environment, insist=True)
    try:
        return _keep(environment, generation, None if dry_run else _Run(anew, progress))
    except ServerUnavailableError as problem:
        absence = missed(environment, problem).why
        generation = generations.wanted(environment, absence=absence)
        return _keep(environment, generation, None if dry_run else _Run(anew, progress))


def follow_at_once(environment: Environment) -> int:
    """Embed what has no vector where that takes seconds; return how many units are left without one.

    For what brings many units at once: a restored store, the commits of a repository.
    """
    try:
        missing = generations.waiting(environment, generations.wanted(environment))
        if not 0 < missing <= _SECONDS_OF_UNITS:
            return missing
        keep_up(environment)
        return generations.waiting(environment, generations.wanted(environment))
    except (PhantasmError, OSError):  # who makes vectors is not there: a search says so and how to go on
        return 0


def look_over(environment: Environment) -> list[Finding]:
    """Return everything that is wrong with the vectors, by themselves and held against the store."""
    generation = generations.wanted(environment, insist=True)
    try:
        return _findings(environment, generation)
    except ServerUnavailableError as problem:
        absence = missed(environment, problem).why
        return _findings(environment, generations.wanted(environment, absence=absence))


def _findings(environment: Environment, generation: Generation) -> list[Finding]:
    found = [Finding(problem, REBUILD_VECTORS) for problem in generation.index.verify()]
    # What cannot be read at all says nothing about units.
    if generation.index.stamp is not None or not found:
        found += covering.findings(environment, generation)
    return [*([Finding(generation.absence, BUILD)] if generation.absence else []), *found]


@dataclass(frozen=True, slots=True)
class _Run:
    anew: bool
    progress: Progress | None


def _keep(environment: Environment, generation: Generation, run: _Run | None) -> Kept:
    index, done, dropped = generation.index, Progressed(0, 0), 0
    if run:
        source = Source(environment.database, environment.blobs)
        done = catch_up(source, index, generation.maker, anew=run.anew, progress=run.progress)
        if not done.busy:
            if isinstance(index, EmbeddedIndex):
                index.build_clusters()
            dropped = generations.drop_others(environment, generation)
        if spare := generations.spare(generation):
            forget(source, spare.index)
    index.refresh()
    serving = generations.serving(environment, absence=generation.absence).generation
    stamp, model = index.stamp, generation.maker.embedder.model
    if not fits(stamp, stamp_for_source(Source(environment.database, environment.blobs), generation.maker)):
        stamp = None  # another store's, or from before it was restored: nothing of it counts here
    return Kept(
        model=model.id,
        generation=generation.folder.name,
        width=generation.maker.view.width,
        embedded=done.embedded,
        removed=done.removed,
        busy=done.busy,
        vectors=stamp.count if stamp else 0,
        cursor=stamp.cursor if stamp else 0,
        engine=generation.engine,
        serving=serving.folder.name,
        dropped=dropped,
        absence=generation.absence,
    )
