"""How is a vector kept in bytes, and how are two such vectors compared the same way everywhere?

Each row is stretched until its largest number is 127 and rounded: eight bits a number. What the row was
stretched by does not matter for a cosine, so its scale is one over the length of the rounded row. A product
of two rows is a sum of integers that a 32-bit float holds exactly, in whichever order a library adds them up;
what follows is one multiplication after another. So scores do not depend on the processor, the number of
threads or the size of a chunk.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from phantasm.retrieval.vectors.port import STEPS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from phantasm.retrieval.vectors.port import Floats, Ids

    Codes = NDArray[np.int8]

LARGEST = 127
"""The largest magnitude of a code: that of a signed byte on both sides of zero."""

EXACT_WIDTH = 1024
"""Numbers whose products can be added exactly in a 32-bit float: 1024 * 127 * 127 < 2**24."""

CHUNK_NUMBERS = 262_144
"""Numbers widened to floats at a time: a megabyte, which stays in the second-level cache. Half as many are 15
to 20 % slower; four times as many were 7 to 9 % quicker on a machine with a large third-level cache, which
not every one has."""

SCAN_ROWS = 65_536
"""Rows whose scores are looked through at a time: few enough that temporary memory is a megabyte, enough that
the calls around each look cost nothing beside it."""

ABSENT = -np.inf
"""The score of a row that must not be found, below that of any row that may."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Rows of codes and one scale for each; a scale of zero marks a row that is not there."""

    codes: Codes
    scales: Floats

    def take(self, rows: Ids | slice) -> Block:
        """Some of the rows: copied where they are listed, seen where they are a span."""
        if isinstance(rows, slice):
            return Block(self.codes[rows], self.scales[rows])
        # Twice as quick as indexing with a list of rows.
        return Block(np.take(self.codes, rows, axis=0), np.take(self.scales, rows))


def encode(vectors: Floats) -> Block:
    """Vectors as codes; a row that is all zeros, or has a number that is none, gets a scale of zero."""
    largest = np.abs(vectors).max(axis=1, initial=0)
    sound = np.isfinite(largest) & (largest > 0)
    # Divided first: the quotient is at most one, whatever the row's size, and nothing overflows.
    stretched = np.divide(vectors, largest[:, None], out=np.zeros_like(vectors), where=sound[:, None])
    codes = np.rint(stretched * np.float32(LARGEST)).astype(np.int8)
    return Block(codes, scales_of(codes))


def scales_of(codes: Codes) -> Floats:
    """One over each row's length, zero for rows of zeros."""
    squares = np.einsum("ij,ij->i", codes, codes, dtype=np.int64)
    lengths = np.sqrt(squares.astype(np.float64))
    inverse: Floats = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=squares > 0).astype(
        np.float32
    )
    return inverse


def scores(block: Block, query: Block) -> Floats:
    """Cosines of all rows with the one row of `query`, as whole numbers of steps; absent rows as such."""
    found = products(block.codes, query.codes[0])
    found *= block.scales
    found *= query.scales[0] * np.float32(STEPS)
    np.rint(found, out=found)
    absent = block.scales == 0
    if absent.any():
        found[absent] = ABSENT
    return found


def products(codes: Codes, query: Codes) -> Floats:
    """Sums of products of each row with one row; the temporary floats are a chunk."""
    rows, width = codes.shape
    if width > EXACT_WIDTH:  # exact in parts, which are added in one order
        halves = (codes[:, :EXACT_WIDTH], query[:EXACT_WIDTH]), (codes[:, EXACT_WIDTH:], query[EXACT_WIDTH:])
        (left, first), (right, second) = halves
        return products(left, first) + products(right, second)
    out = np.empty(rows, np.float32)
    wide = query.astype(np.float32)
    chunk = max(1, CHUNK_NUMBERS // width)
    floats = np.empty((min(chunk, rows), width), np.float32)
    for start in range(0, rows, chunk):
        part = codes[start : start + chunk]
        np.copyto(floats[: len(part)], part)
        np.dot(floats[: len(part)], wide, out=out[start : start + len(part)])
    return out


def best(found: Floats, ids: Ids, limit: int) -> Ids:
    """The places of the best scores that are not absent: best first, equal ones by ascending id."""
    if limit < len(found):
        bar = np.partition(found, len(found) - limit)[len(found) - limit]
        places = np.flatnonzero(found >= bar)  # all that tie with the last one, so that ids decide
    else:
        places = np.arange(len(found))
    places = places[found[places] > ABSENT]
    order = np.lexsort((ids[places], -found[places]))
    return places[order[:limit]]


def scan(block: Block, query: Block, ids: Ids, limit: int, *, rows: Ids | None = None) -> Ids:
    """The rows most like the query, among some or all, in the order of `best`; a chunk at a time."""
    count = len(ids) if rows is None else len(rows)
    chunk = max(limit, SCAN_ROWS)
    bar = np.float32(ABSENT)
    kept, standing = np.empty(0, np.int64), np.empty(0, np.float32)
    for start in range(0, count, chunk):
        span = slice(start, start + chunk)
        found = scores(block.take(span if rows is None else rows[span]), query)
        if not start and len(found) > limit:  # or the whole first chunk would have to be sorted
            bar = np.partition(found, len(found) - limit)[len(found) - limit]
        places = np.flatnonzero(found >= bar)
        kept = np.concatenate((kept, places + start if rows is None else rows[start + places]))
        standing = np.concatenate((standing, found[places]))
        if len(kept) > 2 * limit or start + chunk >= count:
            chosen = best(standing, ids[kept], limit)
            kept, standing = kept[chosen], standing[chosen]
            if len(kept) == limit:
                bar = standing[-1]
    return kept
