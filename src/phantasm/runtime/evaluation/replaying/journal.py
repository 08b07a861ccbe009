"""What does the journal of a live store say, in order, and what is it about?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from phantasm.storage import entries
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

DERIVING = frozenset({"consolidate", "learn_procedures"})
"""The operations whose changes all follow from what was seen and decided before: they are run again."""
# How many entries are read at a time: a page of memory, not the whole journal.
_BATCH = 500
# No operation has more: see `state.reversal`.
_MOST_CHANGES = 1_000_000


@dataclass(frozen=True, slots=True)
class Written:
    """One entry of the journal with what it changed."""

    seq: int
    operation: str
    profile: str
    session_id: str | None
    at: str
    note: int | None
    """The content that holds the note."""
    changes: tuple[Row, ...]
    thinned: bool
    """Whether the storage bound has taken what it changed."""

    def of(self, object_type: str, change: str | None = None) -> list[Row]:
        """Return the changes to one type of object, all or of one sort, in order."""
        return [
            row
            for row in self.changes
            if row["object_type"] == object_type and change in {None, row["change"]}
        ]

    @property
    def derives(self) -> bool:
        """Tell whether all of it follows from what was there.

        Such a step notes with which parameters it ran. One that ends a run or takes it back derives nothing.
        """
        taken_back = any(row["change"] == "undo" for row in self.changes)
        return self.operation in DERIVING and self.note is not None and not taken_back


def walk(work: Work) -> Iterator[Written]:
    """Yield every entry, oldest first."""
    for first in range(1, work.head.seq + 1, _BATCH):
        seqs = range(first, min(first + _BATCH, work.head.seq + 1))
        rows = entries.page(work, entries.Filter(below=seqs[-1] + 1), len(seqs))
        yield from _written(work, sorted((row for row in rows if row["seq"] >= first), key=_place))


def entry(work: Work, seq: int) -> Written:
    """Return one entry."""
    (row,) = entries.page(work, entries.Filter(below=seq + 1), 1)
    return next(_written(work, [row]))


def _written(work: Work, rows: Sequence[Row]) -> Iterator[Written]:
    changes = entries.changes_of(work, [row["seq"] for row in rows], at_most=_MOST_CHANGES)
    for row in rows:
        found = tuple(changes[row["seq"]])
        yield Written(
            seq=row["seq"],
            operation=row["operation"],
            profile=row["profile"],
            session_id=row["session_id"],
            at=row["occurred_at"],
            note=row["note"],
            changes=found,
            thinned=len(found) < row["change_count"],
        )


def _place(row: Row) -> int:
    return int(row["seq"])
