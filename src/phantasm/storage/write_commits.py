"""Which writes happened at which commit? What the journal says about all of them."""

from phantasm.storage.sql import Row
from phantasm.storage.work import Work


def commits(work: Work) -> list[str]:
    """Return every commit at which something was written."""
    rows = work.all(
        "SELECT DISTINCT commit_id FROM operations WHERE commit_id IS NOT NULL ORDER BY commit_id"
    )
    return [row["commit_id"] for row in rows]


def writes(work: Work) -> list[Row]:
    """Return when and at which commit each write happened, oldest first."""
    return work.all("SELECT seq, commit_id, occurred_at FROM operations ORDER BY seq")
