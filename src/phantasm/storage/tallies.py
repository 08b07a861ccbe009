"""How much was written, and what became more or fewer, day by day? The journal in numbers."""

from phantasm.storage.sql import Row
from phantasm.storage.work import Work


def count_by_day(work: Work, since: str) -> list[Row]:
    """Return how many writes of each operation there were per day."""
    return work.all(
        """SELECT substr(occurred_at, 1, 10) AS day, operation, count(*) AS writes
           FROM operations WHERE occurred_at >= :since
           GROUP BY substr(occurred_at, 1, 10), operation ORDER BY 1, 2""",
        {"since": since},
    )


def moved_by_day(work: Work, object_type: str, state: str, *, after: int = 0) -> list[Row]:
    """Return by how many the objects in a state became more or fewer, per day, by the writes after one."""
    # One sum per write first: the join then meets as many rows as there are writes, not changes.
    return work.all(
        """SELECT substr(o.occurred_at, 1, 10) AS day, sum(c.moved) AS moved
           FROM (SELECT seq, sum(CASE WHEN after_state LIKE :state THEN 1 ELSE 0 END)
                           - sum(CASE WHEN before_state LIKE :state THEN 1 ELSE 0 END) AS moved
                 FROM changes
                 WHERE seq > :after AND object_type = :object_type AND change <> 'add_evidence'
                 GROUP BY seq) c
           JOIN operations o ON o.seq = c.seq
           WHERE c.moved <> 0 GROUP BY substr(o.occurred_at, 1, 10) ORDER BY 1""",
        {"object_type": object_type, "state": f"{state}%", "after": after},
    )
