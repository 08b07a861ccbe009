"""Is what a server answered one vector per text? Nothing else gets further."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from phantasm.capabilities.embedding.port import Vectors
    from phantasm.capabilities.endpoint import Endpoint

MAX_WIDTH = 8192
"""Numbers per vector: twice the widest model known (4,096)."""

MAX_NUMBER = 1e15
"""The largest number believed: its square still has room in the 32 bits that lengths are computed with."""


def vectors_of(endpoint: Endpoint, rows: object, count: int) -> Vectors:
    """The rows of an answer as numbers, or a refusal that says what is wrong with them."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise endpoint.unavailable("answered without vectors")
    if len(rows) != count:
        raise endpoint.unavailable(f"answered with {len(rows)} vectors for {count} texts")
    if any(isinstance(part, list) for row in rows for part in row[:1]):
        raise endpoint.unavailable(
            "answered with one vector per token, as a server without pooling does;"
            " start it for embeddings with pooling, for example llama-server --embeddings --pooling mean"
        )
    widths = {len(row) for row in rows}
    if len(widths) != 1 or not 0 < max(widths) <= MAX_WIDTH:
        raise endpoint.unavailable(f"answered with vectors of {sorted(widths)[:4]} numbers")
    if any(type(part) not in (int, float) for row in rows for part in row):
        raise endpoint.unavailable("answered with vectors that are not all numbers")
    try:
        vectors = np.asarray(rows, np.float64)
    except OverflowError:  # a whole number of hundreds of digits
        vectors = np.full((1, 1), np.inf)
    if not (np.abs(vectors) < MAX_NUMBER).all():
        raise endpoint.unavailable("answered with numbers that are infinite, absurd or none at all")
    return vectors.astype(np.float32)
