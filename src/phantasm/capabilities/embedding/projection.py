"""How wide can a model's vectors be taken, and what stands in for matryoshka where a model has none?

The leading numbers of a matryoshka model are a vector of their own. Of any other model they are a part that
happens to come first. There the vector is turned before it is cut: every number's sign is flipped or not, a
cosine transform spreads each number over all, and the results change places. That keeps lengths and angles of
whole vectors, and the first numbers are a fair sample of the whole one, however unevenly the model fills its
own. Flips and places come from a digest, so the turn depends on the width of the model and nothing else.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from phantasm.capabilities.embedding.encoder import unit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from phantasm.capabilities.embedding.port import Vectors
    from phantasm.capabilities.embedding.prefixes import Habits

PROJECTION = "turned-cosine-1"
"""The name of the turn below. Another way to turn gets another name, and with it a new generation."""

COARSE_WIDTH, RECALL_WIDTH = 64, 256
"""Numbers of a vector for scanning broadly and for recall: the cascade of docs/embedder.md."""


@dataclass(frozen=True, slots=True)
class Cut:
    """How the vectors of one model become narrower ones."""

    native: int
    """How many numbers the model gives."""
    turned: bool
    """Whether they are turned first, because its leading numbers were not trained to stand alone."""
    centred: bool = False

    def to(self, vectors: Vectors, width: int) -> Vectors:
        """The vectors as `width` numbers of unit length; narrow ones are the beginning of wide ones."""
        if self.centred:
            vectors = vectors - vectors.mean(axis=1, keepdims=True)
        if self.turned:
            vectors = vectors @ _turn(self.native, width)
        return unit(vectors[:, :width])

    @property
    def name(self) -> str:
        """What the numbers depend on besides the model."""
        return PROJECTION if self.turned else "centred" if self.centred else "leading"


def cut_for(native: int, habits: Habits) -> Cut:
    """How vectors of a model with these habits are cut."""
    return Cut(native, turned=not habits.trained, centred=habits.centred)


def widths_for(native: int, trained: Iterable[int], dimensions: int) -> tuple[int, ...]:
    """Every width on offer: those of the cascade, the configured one, the trained ones, and the whole."""
    wanted = {COARSE_WIDTH, RECALL_WIDTH, dimensions, *trained}
    return (*sorted(width for width in wanted if width < native), native)


@lru_cache(maxsize=8)
def _turn(native: int, width: int) -> NDArray[np.float32]:
    """The first `width` columns of the orthonormal matrix that turns vectors of `native` numbers."""
    bits = hashlib.shake_128(f"{PROJECTION} signs {native}".encode()).digest(-(-native // 8))
    signs = np.unpackbits(np.frombuffer(bits, np.uint8))[:native] * 2.0 - 1
    ranks = hashlib.shake_128(f"{PROJECTION} places {native}".encode()).digest(8 * native)
    places = np.argsort(np.frombuffer(ranks, "<u8"), kind="stable")[:width]
    waves = np.cos(np.pi / native * (np.arange(native)[:, None] + 0.5) * places[None, :])
    waves *= np.where(places == 0, np.sqrt(1 / native), np.sqrt(2 / native))
    return np.asarray(signs[:, None] * waves, np.float32)
