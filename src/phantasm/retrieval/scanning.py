"""Which texts are compared when all have to be, and where does that end? The newest, up to a bound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from phantasm.evidence.formation import PART_CHARACTERS
from phantasm.retrieval import store

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phantasm.retrieval.model import Unit
    from phantasm.storage.work import Work

BATCH = 500
"""Texts that are read at a time, newest first: often enough for a page of hits."""


@dataclass(slots=True)
class Scan:
    """How many texts may be compared, and whether that was too few. A long text counts as its parts."""

    most: int
    limited: bool = False

    def newest(self, work: Work) -> Iterator[Unit]:
        """Yield what may answer, newest first."""
        below, seen = None, 0
        while batch := store.newest(work, BATCH, below=below):
            for unit in batch:
                if seen == self.most:
                    self.limited = True
                    return
                seen += 1
                yield unit
            below = batch[-1].id

    def affordable(self, items: Iterable[Unit]) -> Iterator[Unit]:
        """Yield items as whole texts until enough are compared; the last one as far as that reaches."""
        left = self.most
        for unit in items:
            if not left:
                self.limited = True
                return
            stop = min(unit.length, left * PART_CHARACTERS)
            self.limited = self.limited or stop < unit.length
            left -= max(1, -(-stop // PART_CHARACTERS))
            yield unit._replace(start=0, stop=stop)
