"""Whoever knows the port can use either engine."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from phantasm.retrieval.vectors.embedded import EmbeddedIndex
from phantasm.retrieval.vectors.port import Stamp, VectorIndex
from phantasm.retrieval.vectors.qdrant import QdrantIndex
from phantasm.retrieval.vectors.qdrant_server import load
from tests.unit.retrieval.vectors.change_log import vectors_of


def open_qdrant(folder: Path) -> QdrantIndex:
    """On the client's local mode, which stands in for a server."""
    return QdrantIndex(folder, load("qdrant_client").QdrantClient(":memory:"))


@pytest.mark.parametrize("engine", [EmbeddedIndex, open_qdrant])
def test_fills_searches_and_empties(
    engine: Callable[[Path], VectorIndex], folder: Path, stamp: Stamp
) -> None:
    index, rows = engine(folder), vectors_of(20)
    assert index.vectors() == 0
    with index.writer() as writer:
        assert writer is not None
        writer.reset(stamp)
        writer.reset(stamp)  # somebody who changes their mind
        writer.add(np.arange(1, 21), rows)
        writer.commit(3)
        writer.remove(np.array([5]))
        writer.commit(4)
        assert writer.stamp is not None
        assert (writer.stamp.cursor, writer.stamp.count) == (4, 19)
    assert index.stamp is not None
    assert (index.stamp.cursor, index.stamp.count, index.vectors()) == (4, 19, 19)
    hits = index.search(rows[0], 20)
    assert hits.ids[0] == 1
    assert sorted(hits.ids.tolist()) == [1, 2, 3, 4, *range(6, 21)]
    assert (np.diff(hits.scores) <= 0).all()
    assert index.verify() == ()
    assert not index.refresh()
