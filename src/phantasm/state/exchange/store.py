"""What does the store know about the records of a file? The questions that only an exchange asks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from phantasm.state.model import Record
from phantasm.state.store import with_bodies
from phantasm.storage import entries
from phantasm.storage.work import Work

if TYPE_CHECKING:
    from phantasm.storage.sql import Row


def versions_of(work: Work, lineages: Sequence[str]) -> dict[str, list[Record]]:
    """Return every version of some lineages, oldest first, with its content."""
    rows = work.all_of("SELECT * FROM records WHERE lineage IN (:values) ORDER BY seq, ordinal", lineages)
    found: dict[str, list[Record]] = {}
    for record in with_bodies(work, rows):
        found.setdefault(record.lineage, []).append(record)
    return found


def known_versions(work: Work, lineages: Sequence[str]) -> tuple[dict[str, list[Record]], dict[str, Record]]:
    """Return every version of some lineages as `versions_of`, and apart from them, by id, what was undone."""
    found = versions_of(work, lineages)
    archived = {one.id: one for versions in found.values() for one in versions if one.state == "archived"}
    taken_back = {name: archived[name] for name in undone(work, list(archived))}
    kept = {
        lineage: [one for one in versions if one.id not in taken_back] for lineage, versions in found.items()
    }
    return {lineage: versions for lineage, versions in kept.items() if versions}, taken_back


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
    ids = [row["id"] for row in rows]
    others = were_live(work, ids) | undone(work, ids)
    return {row["content_digest"]: row["id"] for row in rows if row["id"] not in others}


def undone(work: Work, ids: Sequence[str]) -> set[str]:
    """Return which closed records or links only an undo has closed: nobody decided against what they say."""
    moves: dict[str, list[Row]] = {}
    for row in entries.changes_to(work, ids):
        if row["before_state"] != row["after_state"]:
            moves.setdefault(row["object_id"], []).append(row)
    return {
        name
        for name, rows in moves.items()
        if rows[-1]["operation"] == "undo"
        # Undoing the undo of a decision brings the decision back.
        and not any(
            row["after_state"] == rows[-1]["after_state"] and row["operation"] != "undo" for row in rows
        )
    }


def were_live(work: Work, ids: Sequence[str]) -> set[str]:
    """Return which of some records were held here at any time."""
    changes = entries.changes_to(work, ids)
    return {row["object_id"] for row in changes if (row["after_state"] or "").startswith("live")}


def were_frozen(work: Work, ids: Sequence[str]) -> set[str]:
    """Return which of some records somebody has frozen here at any time, and has not undone it since."""
    last = {
        row["object_id"]: row
        for row in entries.changes_to(work, ids)
        if "+frozen" in f"{row['before_state']}{row['after_state']}"
    }
    return {
        name for name, row in last.items() if row["operation"] != "undo" or "+frozen" in row["after_state"]
    }
