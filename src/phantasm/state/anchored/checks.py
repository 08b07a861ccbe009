"""When was a citation last found as it was cited? Derived, and not in the journal."""

from collections.abc import Sequence

from phantasm.state import store
from phantasm.state.model import Record
from phantasm.state.tables import ANCHOR_CHECKS
from phantasm.storage.work import Work


def note(work: Work, subjects: Sequence[str]) -> None:
    """Note that some citations were found as they were cited, or some lineages' words read, here and now."""
    work.run_many(
        ANCHOR_CHECKS.insert
        + """ ON CONFLICT (subject) DO UPDATE SET
              checked_at = excluded.checked_at, commit_id = excluded.commit_id""",
        [{"subject": name, "checked_at": work.now, "commit_id": work.commit} for name in subjects],
    )


def last(work: Work, link_ids: Sequence[str]) -> dict[str, tuple[str, str | None]]:
    """Return when, and at which commit, each of some citations was last found as it was cited."""
    rows = work.all_of("SELECT * FROM anchor_checks WHERE subject IN (:values)", link_ids)
    return {row["subject"]: (row["checked_at"], row["commit_id"]) for row in rows}


def unread(work: Work, limit: int) -> list[Record]:
    """Return live records whose words were not yet read for what they cite, oldest first, with content."""
    rows = work.all(
        """SELECT * FROM records r WHERE r.state = 'live'
             AND NOT EXISTS (SELECT 1 FROM anchor_checks c WHERE c.subject = r.lineage)
             AND NOT EXISTS (SELECT 1 FROM links l WHERE l.source = r.lineage AND l.type = 'about')
           ORDER BY r.seq, r.ordinal LIMIT :limit""",
        {"limit": limit},
    )
    return store.with_bodies(work, rows)
