"""Which trust decisions were made?"""

from phantasm.security.tables import TRUST_DECISIONS
from phantasm.storage.sql import Row
from phantasm.storage.work import Work


def keep_decision(work: Work, decision: dict[str, object]) -> None:
    """Store the decision behind a write, in the write's own transaction."""
    work.run(TRUST_DECISIONS.insert, decision | {"seq": work.seq})


def decisions_of(work: Work, first: int, last: int) -> dict[int, Row]:
    """Return the decisions behind a range of writes, by sequence number."""
    rows = work.all(
        "SELECT * FROM trust_decisions WHERE seq BETWEEN :first AND :last", {"first": first, "last": last}
    )
    return {row["seq"]: row for row in rows}
