"""Which records were learned from sessions, and has anybody but background work touched them?"""

from collections.abc import Sequence

from phantasm.state import links, store
from phantasm.state.model import Record, State
from phantasm.storage import entries
from phantasm.storage.sql import Row
from phantasm.storage.work import Work

SESSION = "session"
"""The source type of what was learned from a session."""
PROCEDURE = "procedure"
"""The source type of what was learned from how sessions went."""
SOURCES = frozenset({SESSION, PROCEDURE})
"""The source types of all that background work learns, and may archive while nobody has decided about it."""
BACKGROUND = "scheduler"
"""The profile of background work; whatever another profile did was somebody's decision."""


def older(work: Work, state: State, before: str) -> list[Record]:
    """Return the learned records in a state that hold since before a moment, oldest first, with content."""
    rows = work.all(
        """SELECT * FROM records WHERE state = :state AND source_type = :source AND frozen = 0
             AND valid_from < :before ORDER BY valid_from, id""",
        {"state": state, "source": SESSION, "before": before},
    )
    found = store.with_bodies(work, rows)
    # Ids are drawn: of two that were learned in one moment the words decide, the same in every store.
    return sorted(
        found, key=lambda one: (one.valid_from, one.kind, one.content.statement if one.content else "")
    )


def decided(work: Work, record_ids: Sequence[str]) -> set[str]:
    """Return which of some records somebody has decided about, checked or changed."""
    return {row["object_id"] for row in _changes(work, record_ids) if row["profile"] != BACKGROUND}


def relied_upon(work: Work, lineages: Sequence[str]) -> set[str]:
    """Return on which of some lineages something rests."""
    return {basis for _, basis in links.resting_on(work, lineages)}


def last_changes(work: Work, record_ids: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return what was last done to each of some records, and by which profile."""
    return {row["object_id"]: (row["change"], row["profile"]) for row in _changes(work, record_ids)}


def _changes(work: Work, record_ids: Sequence[str]) -> list[Row]:
    """Return what was done to records; that one was used is under its name, too, and is no decision."""
    return [row for row in entries.changes_to(work, record_ids) if row["object_type"] == "record"]
