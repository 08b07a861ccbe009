"""When does a deferred review come back? When the moment, record or operation it waits for has come."""

from collections.abc import Sequence

from phantasm.state import store
from phantasm.state.review.model import Review
from phantasm.storage import entries
from phantasm.storage.work import Work

OPERATION_ID = "op_"
"""What the id of one operation starts with; anything else is an operation's name."""


def awake(work: Work, found: Sequence[Review]) -> set[str]:
    """Return the ids of the deferred reviews whose wake condition holds."""
    deferred = [review for review in found if review.state == "deferred" and review.wake]
    touched = _touched(work, deferred)
    return {review.id for review in deferred if review.id in touched or _holds(work, review)}


def _holds(work: Work, review: Review) -> bool:
    wake, since = review.wake or {}, review.deferred_seq or 0
    if "until" in wake:
        return wake["until"] <= work.now
    if "operation" not in wake:
        return False
    awaited = wake["operation"]
    if awaited.startswith(OPERATION_ID):
        return entries.find(work, awaited) is not None
    return entries.happened_since(work, awaited, since)


def _touched(work: Work, deferred: Sequence[Review]) -> set[str]:
    """Return which of some reviews wait for a record whose lineage has changed since."""
    awaited = {review.id: wake["record"] for review in deferred if (wake := review.wake) and "record" in wake}
    if not awaited:
        return set()
    lines = store.version_ids(work, list(awaited.values()))
    first = min(review.deferred_seq or 0 for review in deferred if review.id in awaited)
    last = {
        row["object_id"]: row["seq"]
        for row in entries.touched_since(work, [name for line in lines.values() for name in line], first)
    }
    return {
        review.id
        for review in deferred
        if review.id in awaited
        and any(last.get(name, 0) > (review.deferred_seq or 0) for name in lines.get(awaited[review.id], ()))
    }
