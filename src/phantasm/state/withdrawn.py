"""What is no longer held: since when, by whom, and why?"""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.state.model import Record
from phantasm.storage import entries, payloads
from phantasm.storage.work import Work


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """When, by whom and why something stopped being held."""

    record_id: str
    handle: str
    state: str
    at: str
    by: str
    operation_id: str
    reason: str | None


def withdrawals(work: Work, records: Sequence[Record], seq: int | None = None) -> list[Withdrawn]:
    """Say when and by whom records were withdrawn, now or up to a write, not what they said."""
    gone = [record for record in records if record.state not in {"live", "suggested"}]
    last = {
        row["object_id"]: row
        for row in entries.changes_to(work, [record.id for record in gone])
        if row["change"] not in {"add_evidence", "verify", "shorten"} and (seq is None or row["seq"] <= seq)
    }
    reasons = payloads.get_many(work, [row["note"] for row in last.values() if row["note"] is not None])
    return [
        Withdrawn(
            record_id=record.id,
            handle=record.handle,
            state=record.state,
            at=last[record.id]["occurred_at"],
            by=last[record.id]["actor"] or last[record.id]["profile"],
            operation_id=last[record.id]["operation_id"],
            reason=reasons.get(last[record.id]["note"]),
        )
        for record in gone
        if record.id in last
    ]
