"""What embeds in tests? Words hashed to directions: no weights, no learning.

Texts that share words are alike, nothing else is. It ships so that tests of everything above the port need no
model.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from phantasm.capabilities.embedding.embedded import check_view
from phantasm.capabilities.embedding.encoder import unit
from phantasm.capabilities.embedding.pieces import words
from phantasm.capabilities.embedding.port import Model, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from phantasm.capabilities.embedding.port import Side, Vectors

WIDTHS = (64, 128, 256)
"""The widths of the shipped model, so that one can stand in for the other."""


@lru_cache(maxsize=65_536)
def _direction(word: str) -> NDArray[np.float32]:
    """A direction of ±1 that depends on the word alone, the same on every machine."""
    bits = hashlib.shake_128(word.encode()).digest(WIDTHS[-1] // 8)
    return np.unpackbits(np.frombuffer(bits, np.uint8)).astype(np.float32) * 2 - 1


class HashingEmbedder:
    """A deterministic embedder without weights."""

    model = Model("hashing-1", "1", WIDTHS, (0,), 1024)

    def embed(self, texts: Sequence[str], *, side: Side, view: View | None = None) -> Vectors:  # noqa: ARG002  # one side
        """One row per text, of unit length."""
        view = view or self.model.fine
        check_view(self.model, view)
        out = np.zeros((len(texts), view.width), np.float32)
        for row, text in enumerate(texts):
            for word in words(text):
                out[row] += _direction(word)[: view.width]
        return unit(out)
