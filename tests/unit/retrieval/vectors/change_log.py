"""A change log that tests follow in processes of their own, and the vectors of its units."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from phantasm.retrieval.vectors.embedded import EmbeddedIndex
from phantasm.retrieval.vectors.port import Stamp

WIDTH, COARSE = 32, 8

GROUPS = 40


def vectors_of(count: int, *, seed: int = 1) -> NDArray[np.float32]:
    """Unit rows around a few directions whose leading numbers say most, as those of texts do."""
    draw = np.random.default_rng(seed)
    middles = np.random.default_rng(0).standard_normal((GROUPS, WIDTH))
    rows = middles[draw.integers(0, GROUPS, count)] + 0.6 * draw.standard_normal((count, WIDTH))
    rows /= np.arange(1, WIDTH + 1)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype(np.float32)


def change(cursor: int) -> tuple[range, range]:
    """What step `cursor` of a change log adds and removes: thirty units in, a third of older ones out."""
    first = cursor * 30
    return range(first - 29, first + 1), range(first - 89, first - 59, 3) if cursor > 2 else range(0)


def vector(number: int) -> NDArray[np.float32]:
    """The vector of one unit."""
    row: NDArray[np.float32] = vectors_of(1, seed=number)[0]
    return row


def follow(folder: Path, until: int, every: int = 3) -> None:
    """Index a change log from wherever the index stands, and commit every few steps."""
    index = EmbeddedIndex(folder)
    with index.writer() as writer:
        if writer is None:
            return
        if writer.stamp is None:
            writer.reset(Stamp("m", "g", 0, WIDTH, COARSE, "s", 1))
        assert writer.stamp is not None
        for cursor in range(writer.stamp.cursor + 1, until + 1):
            added, removed = change(cursor)
            writer.add(np.array(added), np.stack([vector(number) for number in added]))
            writer.remove(np.array(removed, np.int64))
            if cursor % every == 0 or cursor == until:
                writer.commit(cursor)


def held(until: int) -> set[int]:
    """The units that are there after a step."""
    there: set[int] = set()
    for cursor in range(1, until + 1):
        added, removed = change(cursor)
        there = (there | set(added)) - set(removed)
    return there
