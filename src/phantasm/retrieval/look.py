"""How does a question become a vector, and which index answers it? Outside the store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from phantasm.capabilities.embedding.embedded import SHIPPED
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval import generations
from phantasm.retrieval.gathering import Look
from phantasm.retrieval.indexer import Source, catch_up, fits, stamp_for
from phantasm.retrieval.reading import unnamed
from phantasm.storage.inspection import reader

if TYPE_CHECKING:
    from phantasm.capabilities.environment import Environment
    from phantasm.retrieval.vectors.port import Stamp

# So many new units are embedded before a search rather than left out of it: some tens of milliseconds.
_AT_ONCE = 64


@dataclass(frozen=True, slots=True)
class Sight:
    """What vectors can contribute to a search, or why they cannot."""

    look: Look | None
    stamp: Stamp | None = None
    problem: str | None = None


def look_for(environment: Environment, question: str) -> Sight:
    """Embed a question and open the index that serves; without either, say why and go on with words."""
    try:
        generation, missing = generations.serving(environment)
        index, maker = generation.index, generation.maker
        if 0 < missing <= _AT_ONCE:
            generations.keep_choice(environment, generation)
            catch_up(Source(environment.database, environment.blobs), index, maker)
        index.refresh()
        with environment.database.read() as (connection, head):
            if index.stamp is None or not fits(index.stamp, stamp_for(maker, head)):
                return Sight(None, problem="nothing has a vector yet")
            asked = unnamed(reader(connection, head), question)
        vector = maker.embedder.embed([asked], side="query", view=maker.view)[0]
    except PhantasmError as problem:
        if problem.code is not Code.PROVIDER_UNAVAILABLE:
            raise
        return Sight(None, problem=problem.message)
    except OSError as problem:
        return Sight(None, problem=f"the vector index cannot be read: {problem.strerror}")
    return Sight(Look(index, vector, maker.embedder.model.id == SHIPPED), index.stamp)
