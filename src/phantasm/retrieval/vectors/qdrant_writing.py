"""How does an index on a Qdrant server change, and where is kept which collection counts?

Changes are gathered and sent at the commit. When the server has them all, a file says so; that is the commit.
A collection that nobody reads yet gets them earlier, so that a rebuild needs no more memory than a batch.
"""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval.vectors import qdrant_server as server
from phantasm.retrieval.vectors.port import Stamp
from phantasm.storage.files import write_durably

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from phantasm.retrieval.vectors.port import Floats, Ids

STATE = "qdrant.json"

State = tuple[Stamp, int]
"""Whose vectors the collection holds, and its number."""

MOST_GATHERED = 2_048
"""Changes that are gathered before they are sent to a collection that nobody reads yet: as many as the
indexer reads at once, some twenty megabytes as Python's numbers."""


class QdrantWriter:
    """Gathers changes and sends them at the commit, in the order in which they came."""

    def __init__(self, folder: Path, client: Any, state: State | None, *, prefix: str) -> None:  # noqa: ANN401
        self._folder = folder
        self._client = client
        self._state = state
        self._prefix = prefix
        # Numbers go on where a collection was dropped behind our back: readers must notice that it is new.
        path = folder / STATE
        self._number = last[1] if (last := read_state(path.read_bytes() if path.exists() else None)) else 0
        self._is_unread = False
        """Reset since the last commit: nobody reads that collection, and others of its family go then."""
        self._changes: dict[int, Any] = {}
        """The point of each changed unit; None where it is to go."""

    @property
    def stamp(self) -> Stamp | None:
        """What was committed last, or what was reset since; None means: reset first."""
        return self._state[0] if self._state else None

    def reset(self, stamp: Stamp) -> None:
        """Start from nothing: another collection."""
        self._changes, self._is_unread = {}, True
        self._state = replace(stamp, cursor=0, count=0), self._number + 1
        with server.reaching():
            server.create(self._client, self._name(), stamp)

    def add(self, ids: Ids, vectors: Floats, terms: Sequence[Sequence[str]] | None = None) -> None:
        """Put in one row per id, with the terms of its text where the server is to rank by them too."""
        stamp = self._current()[0]
        if len(np.unique(ids)) != len(ids) or (ids <= 0).any() or vectors.shape != (len(ids), stamp.width):
            given = f"{len(ids)} ids with vectors of shape {vectors.shape}"
            raise PhantasmError(
                Code.INTERNAL, f"{given}: not distinct, not positive or not {stamp.width} wide"
            )
        self.remove(ids)
        for point in server.points(stamp, ids, vectors, terms):
            self._changes[point.id] = point
        if self._is_unread and len(self._changes) >= MOST_GATHERED:
            self._send()

    def remove(self, ids: Ids) -> None:
        """Take units out."""
        self._current()
        self._changes.update(dict.fromkeys(ids.tolist()))

    def commit(self, cursor: int) -> None:
        """Send everything, and then say that it counts."""
        stamp, number = self._current()
        self._send()
        with server.reaching():
            count = self._client.count(self._name(), exact=True).count
        self._number = number
        self._state = (replace(stamp, cursor=cursor, count=count), number)
        body = {"stamp": asdict(self._state[0]), "number": number}
        write_durably(self._folder / STATE, json.dumps(body, indent=1, sort_keys=True).encode())
        if self._is_unread:
            with server.reaching():
                server.drop_family(self._client, server.family_name(stamp, self._prefix), keep=self._name())
            self._is_unread = False

    def _send(self) -> None:
        name = self._name()
        gone = [unit for unit, point in self._changes.items() if point is None]
        there = [point for point in self._changes.values() if point is not None]
        with server.reaching():
            for start in range(0, len(gone), server.BATCH):
                self._client.delete(name, points_selector=gone[start : start + server.BATCH], wait=True)
            for start in range(0, len(there), server.BATCH):
                self._client.upsert(name, points=there[start : start + server.BATCH], wait=True)
        self._changes = {}

    def _name(self) -> str:
        return server.collection_name(*self._current(), self._prefix)

    def _current(self) -> State:
        if self._state is None:
            raise PhantasmError(Code.INTERNAL, "an index without a stamp was written to before it was reset")
        return self._state


def read_state(seen: bytes | None) -> State | None:
    """What the file says; None where there is none, or it cannot be read."""
    try:
        body = json.loads(seen or b"null")
        return Stamp(**body["stamp"]), int(body["number"])
    except (ValueError, TypeError, KeyError):  # not there, not ours, or not whole
        return None
