"""How much was seen, and when did it come and go?"""

from phantasm.storage.sql import Row
from phantasm.storage.work import Work


def count(work: Work) -> int:
    """Return how many pieces of evidence are kept."""
    return int(work.value("SELECT count(*) FROM evidence WHERE erased_at IS NULL"))


def moved_by_day(work: Work, since: str) -> list[Row]:
    """Return by how many the pieces that are kept became more or fewer, per day since a moment."""
    return work.all(
        """SELECT day, sum(moved) AS moved FROM (
               SELECT substr(recorded_at, 1, 10) AS day, count(*) AS moved FROM evidence
               WHERE recorded_at >= :since GROUP BY substr(recorded_at, 1, 10)
               UNION ALL
               SELECT substr(erased_at, 1, 10) AS day, -count(*) AS moved FROM evidence
               WHERE erased_at >= :since GROUP BY substr(erased_at, 1, 10)
           ) AS moves GROUP BY day ORDER BY day""",
        {"since": since},
    )
