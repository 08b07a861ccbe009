"""What happens when a record stops counting? It is closed, its reviews end, what rests on it is doubted."""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.state import cascade, keeping, links, store
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.state.review.model import Review
from phantasm.state.standing import Standing, retracted, superseded
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


def supersede(work: Work, record: Record, since: str) -> None:
    """Close a record because another one holds since a moment; whoever supersedes tells what rests on it."""
    keeping.move(work, record, superseded(record, since), change="close")
    settle(work, [record.id], "superseded")


def archive(work: Work, record: Record) -> None:
    """Take a record out of use; it was true until now."""
    _close(work, record, Standing("archived", frozen=record.frozen, ended_at=work.now))


def retract(work: Work, record: Record) -> None:
    """Take a record back: it was never true."""
    _close(work, record, retracted(record))


def erase(work: Work, record: Record) -> None:
    """Erase what a record said, wherever it is kept, and leave a stub."""
    keeping.erase(work, record)
    if not store.other_versions(work, [record.id]):
        links.erase_references(work, record.lineage)
    settle(work, [record.id], "erased")
    if record.state == "live":
        cascade.doubt(work, [record], "rests_on_erased")


def restore(work: Work, record: Record) -> None:
    """Hold a withdrawn record again, and take back the doubt that its withdrawal brought."""
    keeping.move(work, record, Standing("live", frozen=record.frozen), change="restore")
    cascade.settle_root(work, record, "what it rests on holds again")


def settle(work: Work, record_ids: Sequence[str], resolution: str) -> list[Review]:
    """End the reviews that are about records which no longer count."""
    ended = [
        review
        for review in reviews.waiting_about(work, record_ids, ("proposed", "subject", "held"))
        # A proposal outlives what it would replace.
        if review.kind in {"conflict", "duplicate"} or set(record_ids) & {*review.ids("proposed", "subject")}
    ]
    for review in ended:
        reviews.resolve(work, review, resolution)
    return ended


def withdrawals(work: Work, records: Sequence[Record]) -> list[Withdrawn]:
    """Say when and by whom records were withdrawn, without saying what they said."""
    gone = [record for record in records if record.state not in {"live", "suggested"}]
    last = {
        row["object_id"]: row
        for row in entries.changes_to(work, [record.id for record in gone])
        if row["change"] not in {"add_evidence", "verify"}
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


def _close(work: Work, record: Record, standing: Standing) -> None:
    keeping.move(work, record, standing, change="close")
    settle(work, [record.id], cascade.WITHDRAWN)
    if record.state == "live":
        cascade.doubt(work, [record], "rests_on_withdrawn")
