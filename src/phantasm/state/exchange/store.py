"""What does the store know about the records of a file? The questions that only an exchange asks."""

from collections.abc import Sequence

from phantasm.state.model import Record
from phantasm.state.store import with_bodies
from phantasm.storage import entries
from phantasm.storage.work import Work


def versions_of(work: Work, lineages: Sequence[str]) -> dict[str, list[Record]]:
    """Return every version of some lineages, oldest first, with its content."""
    rows = work.all_of("SELECT * FROM records WHERE lineage IN (:values) ORDER BY seq, ordinal", lineages)
    found: dict[str, list[Record]] = {}
    for record in with_bodies(work, rows):
        found.setdefault(record.lineage, []).append(record)
    return found


def lineage_of(work: Work, ids: Sequence[str]) -> dict[str, str]:
    """Return which lineage each of some records belongs to; unknown ids are left out."""
    rows = work.all_of("SELECT id, lineage FROM records WHERE id IN (:values)", ids)
    return {row["id"]: row["lineage"] for row in rows}


def taken_handles(work: Work, handles: Sequence[str]) -> set[str]:
    """Return which of some handles a record has already."""
    rows = work.all_of("SELECT handle FROM records WHERE handle IN (:values)", handles)
    return {row["handle"] for row in rows}


def turned_down(work: Work, digests: Sequence[str]) -> dict[str, str]:
    """Return, by what they say, the suggestions that somebody has turned down: closed and never live."""
    rows = work.all_of(
        """SELECT id, content_digest FROM records
            WHERE content_digest IN (:values) AND state || '' IN ('archived', 'superseded')
            ORDER BY seq, ordinal""",
        digests,
    )
    held = were_live(work, [row["id"] for row in rows])
    return {row["content_digest"]: row["id"] for row in rows if row["id"] not in held}


def were_live(work: Work, ids: Sequence[str]) -> set[str]:
    """Return which of some records were held here at any time."""
    changes = entries.changes_to(work, ids)
    return {row["object_id"] for row in changes if (row["after_state"] or "").startswith("live")}


def were_frozen(work: Work, ids: Sequence[str]) -> set[str]:
    """Return which of some records somebody has frozen here at any time."""
    return {
        row["object_id"]
        for row in entries.changes_to(work, ids)
        if "+frozen" in f"{row['before_state']}{row['after_state']}"
    }
