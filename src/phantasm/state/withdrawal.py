"""What happens when a record stops counting? It is closed, its reviews end, what rests on it is doubted."""

from collections.abc import Sequence

from phantasm.contracts.envelope import API_VERSION
from phantasm.contracts.model import JsonObject
from phantasm.state import cascade, keeping, links, store
from phantasm.state.model import Record
from phantasm.state.review import store as reviews
from phantasm.state.review.model import NewReview, Review, Role
from phantasm.state.standing import Standing, retracted, standing_of, superseded
from phantasm.storage import receipts
from phantasm.storage.work import Work

_TOLD = frozenset({"anchors", "warnings", "added", "written", "removed", "blocked", "waiting", "path"})
"""Fields of answers that may say what a record cites, or name its tracked file, whose name is its words."""
_MARK_CHARACTERS = 10
"""The end of an id, with which the name of a tracked file ends."""


def supersede(work: Work, record: Record, since: str) -> None:
    """Close a record because another one holds since a moment; whoever supersedes tells what rests on it."""
    keeping.move(work, record, superseded(record, since), change="close")
    if since < record.valid_from:
        _shorten(work, record, since)
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
        forget_cited(work, record.lineage, record.lineage[-_MARK_CHARACTERS:])
    receipts.blank(work, record.id[-_MARK_CHARACTERS:], _TOLD)
    settle(work, [record.id], "erased")
    if record.state == "live":
        cascade.doubt(work, [record], "rests_on_erased")


def forget_cited(work: Work, source: str, mark: str) -> None:
    """Erase what something cited, also in answers; these are known by a mark in them."""
    links.erase_references(work, source)
    receipts.blank(work, mark, _TOLD)


def erase_request(work: Work, ids: Sequence[str]) -> JsonObject:
    """Return a request that erases some records or evidence."""
    return {
        "api_version": API_VERSION,
        "operation": "set_state",
        "request_id": "erase-1",
        "client": {"profile": work.caller.profile},
        "idempotency_key": f"erase-{work.seq}-{ids[0]}",
        "params": {"action": "tombstone", "ids": list(ids)},
    }


def restore(work: Work, record: Record) -> None:
    """Hold a withdrawn record again, and take back the doubt that its withdrawal brought."""
    keeping.move(work, record, Standing("live", frozen=record.frozen), change="restore")
    cascade.settle_root(work, record, "what it rests on holds again")


def settle(work: Work, record_ids: Sequence[str], resolution: str) -> list[Review]:
    """End the reviews that are about records which no longer count."""
    ended = [
        review
        for review in reviews.waiting_about(work, record_ids, ("proposed", "subject", "held"))
        if not _still_matters(work, review, record_ids)
    ]
    for review in ended:
        reviews.resolve(work, review, resolution)
        if review.kind == "conflict":
            _ask_about_what_waits(work, review, record_ids)
    return ended


def _still_matters(work: Work, review: Review, gone: Sequence[str]) -> bool:
    """Tell whether there is still something to decide: a proposal outlives what it would replace."""
    if set(gone) & {*review.ids("proposed", "subject")}:
        return False
    if review.kind not in {"conflict", "duplicate"}:
        return True
    remaining = store.find(work, [name for name in review.ids("held") if name not in gone])
    return any(record.state in {"live", "suggested"} for record in remaining.values())


def _ask_about_what_waits(work: Work, review: Review, gone: Sequence[str]) -> None:
    """Ask on its own for what a conflict proposed: what stood against it is gone, but nobody has decided."""
    proposed = [name for name in review.ids("proposed") if name not in gone]
    for record in store.find(work, proposed).values():
        if record.state == "suggested":
            roles: list[tuple[str, Role]] = [
                (record.id, "proposed"),
                *((n, "held") for n in review.ids("held")),
            ]
            new = NewReview("suggestion", record.id, tuple(roles), review.reasons)
            reviews.open_review(work, new)


def _shorten(work: Work, record: Record, since: str) -> None:
    """Let earlier versions end where a correction of the past begins: one version is true at a time."""
    for version in store.lineage(work, record):
        if version.state == "superseded" and version.ended_at is not None and version.ended_at > since:
            standing = superseded(version, since)
            if standing != standing_of(version):
                keeping.move(work, version, standing, change="shorten")


def _close(work: Work, record: Record, standing: Standing) -> None:
    keeping.move(work, record, standing, change="close")
    settle(work, [record.id], cascade.WITHDRAWN)
    if record.state == "live":
        cascade.doubt(work, [record], "rests_on_withdrawn")
