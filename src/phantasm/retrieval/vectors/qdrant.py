"""Which vectors are nearest, where a Qdrant server or cloud keeps them?

A collection holds fine and coarse vectors and, where terms are given, sparse ones for BM25. Its name says
whose it is; a small file in the folder of the index says which collection counts and up to where it goes.
Dropping a collection loses nothing: it is filled again from the change log.

What is sent is visible when it arrives, a moment before the commit; killed in between, the same is sent
again. Scores are the server's, rounded to steps; where several units tie at the last place, the server
decides which of them comes back. So rankings are promised per engine, not across engines.

The tests run on the client's local mode, which stands in for a server and is none: it compares all vectors,
in this process. Only failures to reach a server are tested over HTTP.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval.vectors import qdrant_server as server
from phantasm.retrieval.vectors.port import STEPS, Hits
from phantasm.retrieval.vectors.qdrant_writing import STATE, QdrantWriter, read_state
from phantasm.retrieval.vectors.sparse import sparse_query
from phantasm.retrieval.vectors.turns import turn
from phantasm.storage.files import make_private_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from phantasm.retrieval.vectors.port import Floats, Ids, Stamp
    from phantasm.retrieval.vectors.qdrant_writing import State

LOCK = "qdrant.lock"

BROAD, BROAD_FACTOR = 800, 32
"""Coarse candidates that the server compares again: at the least, and for each hit. As in the embedded index,
where they were measured."""


class QdrantIndex:
    """An index on a server. The client is the official one, or its local mode."""

    def __init__(self, folder: Path, client: Any) -> None:  # noqa: ANN401  # the client has no types of ours
        self._folder = folder
        self._client = client
        self._seen: bytes | None = None
        self._state: State | None = None
        self.refresh()

    @property
    def stamp(self) -> Stamp | None:
        """Whose vectors these are; None where there is nothing, here or on the server."""
        return self._state[0] if self._state else None

    def refresh(self) -> bool:
        """See what was committed elsewhere; the server is asked only where something was."""
        path = self._folder / STATE
        seen = path.read_bytes() if path.exists() else None
        if seen == self._seen:
            return False
        state = read_state(seen)
        if state:
            with server.reaching():
                state = state if self._client.collection_exists(server.collection_name(*state)) else None
        self._seen, self._state = seen, state
        return True

    def search(self, query: Floats, limit: int, *, allowed: Ids | None = None) -> Hits:
        """The units most like a vector: broadly by coarse vectors, then by fine ones, on the server."""
        if self._state is None or limit <= 0 or not query.any():
            return _hits(())
        stamp, models = self._state[0], server.load("qdrant_client.models")
        among = _only(allowed)
        broad = models.Prefetch(
            query=query[: stamp.coarse].tolist(),
            using=server.COARSE,
            limit=max(BROAD, BROAD_FACTOR * limit),
            filter=among,
        )
        return self._ask(query.tolist(), server.FINE, limit, prefetch=[broad], query_filter=among)

    def search_terms(self, terms: Iterable[str], limit: int, *, allowed: Ids | None = None) -> Hits:
        """The units that say these terms, by BM25; the scores are no cosines."""
        places, weights = sparse_query(terms)
        if self._state is None or limit <= 0 or not places:
            return _hits(())
        wanted = server.load("qdrant_client.models").SparseVector(indices=places, values=weights)
        return self._ask(wanted, server.TERMS, limit, query_filter=_only(allowed))

    def likeness(self, query: Floats, ids: Ids) -> Floats:
        """The cosine of each unit, nan where it has no vector."""
        found: dict[int, float] = {}
        length = float(np.linalg.norm(query)) or 1.0
        for start in range(0, len(ids) if self._state else 0, server.BATCH):
            with server.reaching():
                some, wanted = ids[start : start + server.BATCH].tolist(), [server.FINE]
                records = self._client.retrieve(self._name(), some, with_payload=False, with_vectors=wanted)
            for record in records:  # of unit length: a server keeps vectors for cosines that way
                found[record.id] = float(np.dot(record.vector[server.FINE], query)) / length
        scores = np.array([found.get(unit, np.nan) for unit in ids.tolist()], np.float64)
        return (np.rint(scores * STEPS) / STEPS).astype(np.float32)

    @contextmanager
    def writer(self) -> Iterator[QdrantWriter | None]:
        """The right to write, or None where another process of this machine has it."""
        if not self._folder.parent.exists():  # whoever deletes all indexes deletes it too
            make_private_folder(self._folder.parent)
        make_private_folder(self._folder)
        with turn(self._folder / LOCK) as ours:
            if ours:
                self.refresh()
            try:
                yield QdrantWriter(self._folder, self._client, self._state) if ours else None
            finally:
                self.refresh()

    def verify(self) -> tuple[str, ...]:
        """Everything found wrong, in sentences."""
        if self._state is None:
            return ("the server does not have the collection",) if self._seen else ()
        with server.reaching():
            about = self._client.get_collection(self._name()).config.params.vectors
            count = self._client.count(self._name(), exact=True).count
        stamp = self._state[0]
        problems = []
        if {each: about[each].size for each in about} != {
            server.FINE: stamp.width,
            server.COARSE: stamp.coarse,
        }:
            problems.append("the collection's vectors have other widths")
        if count != stamp.count:
            problems.append(f"{count} vectors, but {stamp.count} were committed")
        return tuple(problems)

    def _name(self) -> str:
        if self._state is None:
            raise PhantasmError(Code.INTERNAL, "an index without a stamp was asked for its collection")
        return server.collection_name(*self._state)

    def _ask(self, query: object, using: str, limit: int, **more: object) -> Hits:
        with server.reaching():
            answer = self._client.query_points(
                self._name(), query=query, using=using, limit=limit, with_payload=False, **more
            )
        return _hits((point.id, point.score) for point in answer.points)


def _only(allowed: Ids | None) -> Any:  # noqa: ANN401  # a filter of the client
    if allowed is None:
        return None
    models = server.load("qdrant_client.models")
    return models.Filter(must=[models.HasIdCondition(has_id=allowed.tolist())])


def _hits(found: Iterable[tuple[int, float]]) -> Hits:
    """Scores in whole steps, best first, ties by id."""
    rounded = sorted((-round(score * STEPS), unit) for unit, score in found)
    ids, scores = [unit for _, unit in rounded], [-steps / STEPS for steps, _ in rounded]
    return Hits(np.array(ids, np.int64), np.array(scores, np.float32))
