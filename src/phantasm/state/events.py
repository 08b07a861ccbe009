"""What was done to a record, when, by whom and why? The journal's changes as they are shown."""

from collections.abc import Sequence

from phantasm.contracts.model import Model
from phantasm.storage import entries, payloads
from phantasm.storage.work import Work


class Event(Model):
    """One thing that was done to one version."""

    record_id: str
    change: str
    before: str | None = None
    after: str | None = None
    at: str
    operation_id: str
    operation: str
    profile: str
    actor: str | None = None
    reason: str | None = None


def events(work: Work, record_ids: Sequence[str], seq: int | None = None) -> list[Event]:
    """Return what was done to some records, oldest first; with `seq`, up to that write."""
    changes = entries.changes_to(work, record_ids)
    changes = [row for row in changes if seq is None or row["seq"] <= seq]
    reasons = payloads.get_many(work, [row["note"] for row in changes if row["note"] is not None])
    return [
        Event(
            record_id=row["object_id"],
            change=row["change"],
            before=entries.shown_state(row["before_state"]),
            after=entries.shown_state(row["after_state"]),
            at=row["occurred_at"],
            operation_id=row["operation_id"],
            operation=row["operation"],
            profile=row["profile"],
            actor=row["actor"],
            reason=reasons.get(row["note"]),
        )
        for row in changes
    ]
