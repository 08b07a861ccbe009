"""Which records belong to branches and worktrees, and which commits were they written at?"""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.contracts.clock import from_timestamp
from phantasm.state import links
from phantasm.storage import entries
from phantasm.storage.work import Work


@dataclass(frozen=True, slots=True)
class Scoped:
    """A live record, and where and when it was written."""

    id: str
    scope: str
    scope_ref: str
    recorded: int
    """Seconds since 1970, as git counts."""
    commit: str | None
    """What was checked out then."""
    seq: int


def scoped(work: Work) -> list[Scoped]:
    """Return the live records that belong to a branch or a worktree, in the order of writing."""
    rows = work.all(
        """SELECT id, scope, scope_ref, recorded_at, seq FROM records
           WHERE state = 'live' AND scope IN ('branch', 'worktree') ORDER BY seq, ordinal"""
    )
    commits = entries.commits_of(work, [row["seq"] for row in rows])
    return [
        Scoped(
            row["id"],
            row["scope"],
            row["scope_ref"],
            int(from_timestamp(row["recorded_at"]).timestamp()),
            commits.get(row["seq"]),
            row["seq"],
        )
        for row in rows
    ]


def about_commits(work: Work, names: Sequence[str]) -> dict[str, str]:
    """Return which lineages are about one of some commits, however far their names are written out."""
    addresses = {
        links.address(work, f"commit:{name[:length]}"): name
        for name in names
        for length in range(_SHORTEST, len(name) + 1)
    }
    return {
        link.source: addresses[link.target]
        for link in links.incoming(work, list(addresses))
        if link.closed_at is None and link.type == "about"
    }


def last_changes(work: Work, record_ids: Sequence[str]) -> dict[str, int]:
    """Return which write last moved each of some records in its life cycle."""
    return {
        row["object_id"]: row["seq"]
        for row in entries.changes_to(work, record_ids)
        if row["change"] not in {"add_evidence", "verify", "shorten"}
    }


_SHORTEST = 7
"""Characters of a commit's name that a reference has at least."""
