"""What can be asked of a vector index, whichever engine keeps it?

A unit has a positive id below 2**63. Ids are handed out ascending and never name another unit within one
epoch of a store. A vector is a row of the model's width; its leading numbers are a coarse vector of their
own, and both are compared by cosine, so the length of what comes in does not matter. A row of zeros is like
nothing: it is not kept, never found, and counts as no vector.

Everything here is derived: an index that is missing, unreadable or stamped by another model, store or epoch
is reset and filled again from the change log.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    import numpy as np
    from numpy.typing import NDArray

    Ids = NDArray[np.int64]
    Floats = NDArray[np.float32]

STEPS = 65_536
"""Steps of a score between 0 and 1. A power of two, so that a score is exact as a float; finer than the error
of eight-bit vectors (about 1/1000), so that nothing is lost, and coarse enough that ties are exact."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """Whose vectors an index holds, and how far they go."""

    model: str
    """The model's id."""
    generation: str
    """The model's generation."""
    exit: int
    """After how many layers the vectors were taken."""
    width: int
    """Numbers of a vector."""
    coarse: int
    """Leading numbers of it that are scanned broadly."""
    store_id: str
    epoch: int
    """The store's: a restored store has another one, and its sequence numbers mean something else."""
    cursor: int = 0
    """Sequence number of the change log up to which everything is in."""
    count: int = 0
    """Vectors that can be found."""


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """What was found: best first, equal scores by ascending id."""

    ids: Ids
    scores: Floats
    """Cosines, in whole steps."""


class Writer(Protocol):
    """Changes an index. No addition is seen before `commit`; what is removed may be gone a moment earlier."""

    @property
    def stamp(self) -> Stamp | None:
        """What was committed last, whoever did it, or what was reset since; None means: reset first."""
        ...

    def reset(self, stamp: Stamp) -> None:
        """Start from nothing under another stamp; what was there serves until the commit."""
        ...

    def add(self, ids: Ids, vectors: Floats, terms: Sequence[Sequence[str]] | None = None) -> None:
        """Put in one row per id; a unit that is there already is replaced. Ids in one call are distinct.

        `terms` are the words of each unit, for engines that rank by them too; others ignore them.
        """
        ...

    def remove(self, ids: Ids) -> None:
        """Take units out and overwrite their numbers; ids that are not there are nothing to do."""
        ...

    def commit(self, cursor: int) -> None:
        """Make everything so far durable and visible, as the state at that sequence number."""
        ...


class VectorIndex(Protocol):
    """Finds units by likeness. Safe to read from several threads and processes while one writes."""

    @property
    def stamp(self) -> Stamp | None:
        """Whose vectors these are; None where there is nothing, or nothing readable."""
        ...

    def search(self, query: Floats, limit: int, *, allowed: Ids | None = None) -> Hits:
        """The units most like a vector; `allowed` (ascending, distinct) restricts them."""
        ...

    def likeness(self, query: Floats, ids: Ids) -> Floats:
        """The cosine of each unit, in whole steps; nan where it has no vector."""
        ...

    def vectors(self) -> int:
        """How many vectors there are, counted and not remembered."""
        ...

    def refresh(self) -> bool:
        """See what was committed elsewhere; whether there was anything new."""
        ...

    def writer(self) -> AbstractContextManager[Writer | None]:
        """The right to write, or None where somebody else has it: whoever has it does the work.

        What was not committed when the block ends is forgotten.
        """
        ...

    def verify(self) -> tuple[str, ...]:
        """Everything found wrong, in sentences; nothing where all is well."""
        ...
