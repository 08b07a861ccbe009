"""What was done, when, by whom and why? The journal's writes and changes as they are shown."""

from collections.abc import Mapping, Sequence
from typing import Any

from phantasm.contracts.model import Model
from phantasm.storage import entries, payloads
from phantasm.storage.sql import Row
from phantasm.storage.work import Work


class WriteView(Model):
    """One write: which operation, for whom and when."""

    id: str
    seq: int
    operation: str
    profile: str
    actor: str | None = None
    session_id: str | None = None
    request_id: str
    occurred_at: str


class ChangeView(Model):
    """One thing that an operation changed, without what it says."""

    object_type: str
    object_id: str
    change: str
    before: str | None = None
    after: str | None = None


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


def written(row: Row) -> dict[str, Any]:
    """Return what `WriteView` shows of an entry of the journal."""
    return {name: row[name] for name in WriteView.model_fields}


def change_view(change: Mapping[str, Any]) -> ChangeView:
    """Return one change as it is shown."""
    return ChangeView(
        object_type=change["object_type"],
        object_id=change["object_id"],
        change=change["change"],
        before=entries.shown_state(change["before_state"]),
        after=entries.shown_state(change["after_state"]),
    )


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
