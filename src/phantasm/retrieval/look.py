"""How does a question become a vector, and which index answers it? Outside the store."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from phantasm.capabilities.embedding.embedded import SHIPPED, shipped
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval import generations, store
from phantasm.retrieval.gathering import Look
from phantasm.retrieval.indexer import Source, catch_up, fits, stamp_for
from phantasm.retrieval.kindred import Words
from phantasm.retrieval.reading import names_somebody, unnamed
from phantasm.retrieval.search import search
from phantasm.retrieval.vectors.qdrant_choice import missed
from phantasm.retrieval.vectors.qdrant_server import ServerUnavailableError
from phantasm.storage.inspection import reader

if TYPE_CHECKING:
    from phantasm.capabilities.environment import Environment
    from phantasm.contracts.errors import Remediation
    from phantasm.retrieval.generations import Serving
    from phantasm.retrieval.hits import Found, Wanted
    from phantasm.retrieval.vectors.port import Stamp
    from phantasm.storage.work import Work


class Sight(NamedTuple):
    """What vectors can contribute to a search, or why they cannot."""

    look: Look | None
    stamp: Stamp | None = None
    problem: str | None = None
    steps: tuple[Remediation, ...] = ()
    """What helps, as whoever failed says it; nothing where bringing the vectors up to date does."""
    absence: str | None = None
    """Why the configured server does not answer; the embedded index does."""
    spare: Sight | None = None
    """What is left where the server stops to answer before the search is done."""


def look_for(environment: Environment, question: str) -> Sight:
    """Embed a question and open the index that serves; without either, say why and go on with words."""
    absence = None
    try:
        try:
            serving = generations.serving(environment)
            absence = serving.generation.absence
            return _look(environment, question, serving)
        except ServerUnavailableError as problem:  # it was there a moment ago
            absence = missed(environment, problem).why
            return _look(environment, question, generations.serving(environment, absence=absence))
    except PhantasmError as problem:
        if problem.code is not Code.PROVIDER_UNAVAILABLE:
            raise
        return Sight(None, problem=problem.message, steps=problem.remediation, absence=absence)
    except OSError as problem:
        return Sight(None, problem=f"the vector index cannot be read: {problem.strerror}", absence=absence)


def find(work: Work, wanted: Wanted, sight: Sight | None) -> tuple[Found, Sight | None]:
    """Search with what vectors contribute; all over again with the embedded ones where the server goes."""
    try:
        return search(work, wanted, sight.look if sight else None), sight
    except ServerUnavailableError as problem:
        left = (sight.spare if sight else None) or Sight(None, problem=_no_vector(store.sizes(work).units))
        return search(work, wanted, left.look), left._replace(absence=problem.message)


def _no_vector(units: int) -> str:
    return f"none of {units} units has a vector yet"


def _look(environment: Environment, question: str, serving: Serving) -> Sight:
    generation = serving.generation
    index, maker = generation.index, generation.maker
    if 0 < serving.missing <= generations.AT_ONCE:
        catch_up(Source(environment.database, environment.blobs), index, maker)
        index.refresh()  # somebody else may be at it
    other = generations.spare(generation)
    ours = stamp_for(maker, serving.head)
    if index.stamp is None or not fits(index.stamp, ours):
        return Sight(None, problem=_no_vector(serving.missing), absence=generation.absence)
    asked = question
    if names_somebody(question):
        with environment.database.read() as (connection, head):
            asked = unnamed(reader(connection, head), question)
    vector = maker.embedder.embed([asked], side="query", view=maker.view)[0]
    is_shipped = maker.embedder.model.id == SHIPPED
    words = Words(environment.blobs, shipped().likest) if is_shipped else None
    look, spare = Look(index, vector, is_shipped, words), None
    if other and fits(other.index.stamp, ours):
        spare = Sight(replace(look, index=other.index), other.index.stamp)
    return Sight(look, index.stamp, absence=generation.absence, spare=spare)
