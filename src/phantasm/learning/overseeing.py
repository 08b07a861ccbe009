"""What has a run touched? Read from the journal, for the laws that every run has to keep."""

from typing import TYPE_CHECKING

from phantasm.learning.invariants import Touched
from phantasm.state import learned, store
from phantasm.storage import entries
from phantasm.storage.work import Work

if TYPE_CHECKING:
    from phantasm.storage.sql import Row

_MOST_CHANGES = 1_000_000


def touched(work: Work, run_id: str) -> list[Touched]:
    """Return every record that a run made or moved, with where it stood before it and stands after it."""
    rows = entries.named(work, "session_id", [run_id])
    grouped = entries.changes_of(work, [row["seq"] for row in rows], at_most=_MOST_CHANGES)
    first: dict[str, Row] = {}
    last: dict[str, Row] = {}
    for seq in sorted(grouped):
        for row in grouped[seq]:
            if row["object_type"] == "record" and row["change"] != "add_evidence":
                first.setdefault(row["object_id"], row)
                last[row["object_id"]] = row
    records = store.find(work, list(first))
    decided = learned.decided(work, list(first))
    return [
        Touched(
            record_id=name,
            kind=records[name].kind,
            learned=records[name].quality.source_type == learned.SESSION,
            decided=name in decided,
            before=row["before_state"],
            after=last[name]["after_state"] or "",
            statement=content.statement if (content := records[name].content) else "",
        )
        for name, row in sorted(first.items())
        if name in records
    ]
