"""Which vectors are nearest, where a Qdrant server or cloud keeps them?

A collection holds fine and coarse vectors and, where terms are given, sparse ones for BM25. Its name says
whose it is; a small file in the folder of the index says which collection counts and up to where it goes.
Dropping a collection loses nothing: it is filled again from the change log.

Our own searches find words in the store, where they are in with the write that brought them. The sparse
vectors are for whoever has the server and not the store (docs/embedders-external.md).

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


IDS = 2_048
"""Ids per call where no vectors travel: some tens of kilobytes of JSON. A search looks at a few hundred."""


class QdrantIndex:
    """An index on a server. The client is the official one, or its local mode."""

    def __init__(self, folder: Path, client: Any, *, prefix: str = server.PREFIX) -> None:  # noqa: ANN401
        self._folder = folder
        self._client = client
        self._prefix = prefix
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
                name = server.collection_name(*state, self._prefix)
                state = state if self._client.collection_exists(name) else None
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
        """The units that say these terms, by BM25; the scores are no cosines.

        The terms are those of the store's own index: stems, as `retrieval/tokens.py` cuts them.
        """
        places, weights = sparse_query(terms)
        if self._state is None or limit <= 0 or not places:
            return _hits(())
        wanted = server.load("qdrant_client.models").SparseVector(indices=places, values=weights)
        return self._ask(wanted, server.TERMS, limit, query_filter=_only(allowed))

    def likeness(self, query: Floats, ids: Ids) -> Floats:
        """The cosine of each unit, nan where it has no vector."""
        out = np.full(len(ids), np.nan, np.float32)
        for start in range(0, len(ids) if self._state else 0, IDS):
            some = ids[start : start + IDS]
            found = self._compared(query, some) if query.any() else self._there(some)
            out[start : start + IDS] = [found.get(unit, np.nan) for unit in some.tolist()]
        return out

    def vectors(self) -> int:
        """How many vectors the collection has."""
        if self._state is None:
            return 0
        with server.reaching():
            return int(self._client.count(self._name(), exact=True).count)

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
                yield self._write() if ours else None
            finally:
                self.refresh()

    def verify(self) -> tuple[str, ...]:
        """Everything found wrong, in sentences."""
        if self._state is None:
            return ("the server does not have the collection",) if self._seen else ()
        with server.reaching():
            params = self._client.get_collection(self._name()).config.params
        count = self.vectors()
        stamp, about = self._state[0], params.vectors
        problems = []
        if server.TERMS not in (params.sparse_vectors or {}):
            problems.append("the collection has no place for words")
        if {each: about[each].size for each in about} != {
            server.FINE: stamp.width,
            server.COARSE: stamp.coarse,
        }:
            problems.append("the collection's vectors have other widths")
        if count != stamp.count:
            problems.append(f"{count} vectors, but {stamp.count} were committed")
        return tuple(problems)

    def beside(self, folder: Path) -> QdrantIndex:
        """The index of another generation on the same server."""
        return QdrantIndex(folder, self._client, prefix=self._prefix)

    def drop(self) -> None:
        """Remove the collection; the folder stays."""
        if self._state:
            with server.reaching():
                server.drop_family(self._client, server.family_name(self._state[0], self._prefix))

    def _compared(self, query: Floats, ids: Ids) -> dict[int, float]:
        """The cosines of those units that have a vector; the vectors stay on the server."""
        exactly = server.load("qdrant_client.models").SearchParams(exact=True)
        hits = self._ask(
            query.tolist(), server.FINE, len(ids), query_filter=_only(ids), search_params=exactly
        )
        return dict(zip(hits.ids.tolist(), hits.scores.tolist(), strict=True))

    def _there(self, ids: Ids) -> dict[int, float]:
        """Nought for each unit that has a vector: a question without a word is like nothing."""
        with server.reaching():
            records = self._client.retrieve(self._name(), ids.tolist(), with_payload=False)
        return dict.fromkeys((record.id for record in records), 0.0)

    def _write(self) -> QdrantWriter:
        return QdrantWriter(self._folder, self._client, self._state, prefix=self._prefix)

    def _name(self) -> str:
        if self._state is None:
            raise PhantasmError(Code.INTERNAL, "an index without a stamp was asked for its collection")
        return server.collection_name(*self._state, self._prefix)

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
