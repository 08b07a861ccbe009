"""What would this change? The normalised diff of a transaction that is about to be rolled back."""

from collections.abc import Iterable

from phantasm.contracts.canonical import digest
from phantasm.contracts.envelope import DiffEntry, Preview
from phantasm.contracts.kinds import Right
from phantasm.contracts.model import JsonObject
from phantasm.state import store as state
from phantasm.storage import entries, journal
from phantasm.storage.work import Work

# A person reads a page of differences, not ten thousand; the hash covers all of them.
_SHOWN = 200


def preview_of(work: Work) -> Preview:
    """Describe the work's changes before they are rolled back."""
    changes = [journal.columns(change) for change in work.changes]
    shown = changes[:_SHOWN]
    hidden: set[str] = set()
    if not work.caller.may(Right.SENSITIVE_READ):
        hidden = state.sensitive_among(work, [str(change["object_id"]) for change in shown])
    return Preview(
        preview_hash=preview_hash(work),
        changes=len(changes),
        diff=[
            DiffEntry.model_validate(entry)
            for entry in entries.explained(work, shown, hidden=frozenset(hidden))
        ],
    )


def preview_hash(work: Work) -> str:
    """Return the hash that a confirmation can be bound to.

    Backups are left out: a dry run makes none, and the safety backup of a restore is not what it changes.
    """
    changes = [journal.columns(change) for change in work.changes if change.object_type != "backup"]
    return digest(list(_normalised(entries.explained(work, changes, hidden=frozenset()))))


def _normalised(diff: Iterable[JsonObject]) -> Iterable[JsonObject]:
    """Leave out what differs between two runs of the same request: the ids of what is created."""
    numbers: dict[object, int] = {}
    for entry in diff:
        created = entry["before"] is None
        number = numbers.setdefault(entry["object_id"], len(numbers))
        yield {**entry, "object_id": f"new-{number}" if created else entry["object_id"]}
