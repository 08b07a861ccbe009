"""Is what a server answered one vector per text? Nothing else gets further."""

from __future__ import annotations

from base64 import b64decode
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sized

    from numpy.typing import NDArray

    from phantasm.capabilities.embedding.port import Vectors
    from phantasm.capabilities.endpoint import Endpoint

MAX_WIDTH = 8192
"""Numbers per vector: twice the widest model known (4,096)."""

MAX_NUMBER = 1e15
"""The largest number believed: its square still has room in the 32 bits that lengths are computed with."""

PACKED = np.dtype("<f4")
"""A number of a packed vector: four bytes, the lowest first, whatever machine the server runs on."""


def vectors_of(endpoint: Endpoint, rows: object, count: int) -> Vectors:
    """The rows of an answer as numbers, or a refusal that says what is wrong with them."""
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise endpoint.unavailable("answered without vectors")
    _check_count(endpoint, rows, count)
    if any(isinstance(part, list) for row in rows for part in row[:1]):
        raise endpoint.unavailable(
            "answered with one vector per token, as a server without pooling does;"
            " start it for embeddings with pooling, for example llama-server --embeddings --pooling mean"
        )
    width = _width(endpoint, rows)
    # By the kinds that occur, because a loop over every number took as long as reading them.
    if not set(map(type, chain.from_iterable(rows))) <= {int, float}:
        raise endpoint.unavailable("answered with vectors that are not all numbers")
    try:
        numbers = np.fromiter(chain.from_iterable(rows), np.float64, count * width)
    except OverflowError:  # a whole number of hundreds of digits
        numbers = np.full(count * width, np.inf)
    return _believed(endpoint, numbers.reshape(count, width))


def packed_vectors_of(endpoint: Endpoint, rows: list[str], count: int) -> Vectors:
    """The same of rows that are packed: numbers of 32 bits, one after the other, written in base64."""
    _check_count(endpoint, rows, count)
    try:
        found = [b64decode(row, validate=True) for row in rows]
    except ValueError as problem:
        raise endpoint.unavailable("answered with packed vectors that are not base64") from problem
    if any(len(row) % PACKED.itemsize for row in found):
        raise endpoint.unavailable("answered with packed vectors that are not of 32-bit numbers")
    numbers = [np.frombuffer(row, PACKED) for row in found]
    width = _width(endpoint, numbers)
    return _believed(endpoint, np.concatenate(numbers).reshape(count, width))


def _check_count(endpoint: Endpoint, rows: Sized, count: int) -> None:
    if len(rows) != count:
        raise endpoint.unavailable(f"answered with {len(rows)} vectors for {count} texts")


def _width(endpoint: Endpoint, rows: list[NDArray[np.float32]] | list[list[object]]) -> int:
    widths = {len(row) for row in rows}
    if len(widths) != 1 or not 0 < max(widths) <= MAX_WIDTH:
        raise endpoint.unavailable(f"answered with vectors of {sorted(widths)[:4]} numbers")
    return widths.pop()


def _believed(endpoint: Endpoint, vectors: NDArray[np.floating]) -> Vectors:
    if not (np.abs(vectors) < MAX_NUMBER).all():  # no number at all is not less than anything
        raise endpoint.unavailable("answered with numbers that are infinite, absurd or none at all")
    return vectors.astype(np.float32)
