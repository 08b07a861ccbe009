"""How are the vectors brought up to date, built anew and looked over, outside the store?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from phantasm.retrieval import generations
from phantasm.retrieval.indexer import Progressed, Source, catch_up
from phantasm.retrieval.vectors.embedded import EmbeddedIndex

if TYPE_CHECKING:
    from phantasm.capabilities.environment import Environment
    from phantasm.retrieval.indexer import Progress


@dataclass(frozen=True, slots=True)
class Kept:
    """What was done to the vectors, and where they stand now."""

    model: str
    generation: str
    width: int
    embedded: int
    removed: int
    busy: bool
    vectors: int
    cursor: int
    """The write up to which everything has a vector."""
    dropped: int = 0
    """Other generations that were removed."""


def keep_up(
    environment: Environment, *, anew: bool = False, dry_run: bool = False, progress: Progress | None = None
) -> Kept:
    """Give every unit a vector of the configured generation; older generations go once it is complete."""
    generation = generations.wanted(environment)
    index, done, dropped = generation.index, Progressed(0, 0), 0
    if not dry_run:
        generations.keep_choice(environment, generation)
        source = Source(environment.database, environment.blobs)
        done = catch_up(source, index, generation.maker, anew=anew, progress=progress)
        if not done.busy:
            if isinstance(index, EmbeddedIndex):
                index.build_clusters()
            dropped = generations.drop_others(environment, generation)
    index.refresh()
    stamp, model = index.stamp, generation.maker.embedder.model
    return Kept(
        model=model.id,
        generation=generation.folder.name,
        width=generation.maker.view.width,
        embedded=done.embedded,
        removed=done.removed,
        busy=done.busy,
        vectors=stamp.count if stamp else 0,
        cursor=stamp.cursor if stamp else 0,
        dropped=dropped,
    )


def look_over(environment: Environment) -> tuple[str, ...]:
    """Return everything that is wrong with the vectors, in sentences."""
    return generations.wanted(environment).index.verify()
