"""What can be asked of an embedder, whichever it is?

A vector's first numbers are a vector of their own (matryoshka by width), and a model may answer from fewer
layers (matryoshka by depth). A cheap look takes the shallowest exit and few numbers, a careful one the
deepest and all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]
    """One row per text, of unit length; a text without any word is all zeros and like nothing."""

Side = Literal["query", "document"]
"""Whether a text asks or is to be found: some models want to be told."""


@dataclass(frozen=True, slots=True)
class Model:
    """What tells vectors of one embedder from those of another, and what it offers."""

    id: str
    """Name and version. Vectors of two ids are never compared."""
    generation: str
    """What the numbers depend on: a digest of weights and vocabulary. A change means embedding anew."""
    widths: tuple[int, ...]
    """How many leading numbers can be taken, fewest first."""
    exits: tuple[int, ...]
    """After how many layers it can stop, shallowest first; one entry where there is no choice."""
    batch: int
    """Texts per call that suit it."""

    @property
    def coarse(self) -> View:
        """The cheapest vector: after the fewest layers, of the fewest numbers."""
        return View(self.exits[0], self.widths[0])

    @property
    def fine(self) -> View:
        """The best vector."""
        return View(self.exits[-1], self.widths[-1])


class View(NamedTuple):
    """How deep and how wide a vector is taken."""

    exit: int
    width: int


class Embedder(Protocol):
    """Texts in, vectors out. Safe to use from several threads; the same text always gives the same vector."""

    @property
    def model(self) -> Model:
        """Who answers."""
        ...

    def embed(self, texts: Sequence[str], *, side: Side, view: View | None = None) -> Vectors:
        """One row per text, in order. Without a view, the finest; one that the model lacks is refused."""
        ...
