"""Which trust decisions were made?"""

from typing import NamedTuple

from phantasm.security.tables import TRUST_DECISIONS
from phantasm.storage.sql import Conditions, Row
from phantasm.storage.work import Work


class Filter(NamedTuple):
    """Which decisions are wanted; what is left out does not narrow it."""

    profile: str | None = None
    verdict: str | None = None
    below: int | None = None
    """Only those behind writes with a lower sequence number."""


def keep_decision(work: Work, decision: dict[str, object]) -> None:
    """Store the decision behind a write, in the write's own transaction."""
    work.run(TRUST_DECISIONS.insert, decision | {"seq": work.seq})


def decisions_of(work: Work, first: int, last: int) -> dict[int, Row]:
    """Return the decisions behind a range of writes, by sequence number."""
    rows = work.all(
        "SELECT * FROM trust_decisions WHERE seq BETWEEN :first AND :last", {"first": first, "last": last}
    )
    return {row["seq"]: row for row in rows}


def page(work: Work, chosen: Filter, limit: int) -> list[Row]:
    """Return decisions, newest first."""
    conditions = Conditions()
    conditions.equal("profile", chosen.profile)
    conditions.equal("verdict", chosen.verdict)
    if chosen.below is not None:
        conditions.add("seq < :below", below=chosen.below)
    return work.all(
        f"SELECT * FROM trust_decisions {conditions.where} ORDER BY seq DESC LIMIT :limit",
        conditions.parameters | {"limit": limit},
    )


def given(work: Work, after: int) -> list[Row]:
    """Return which verdicts each profile was ever given, how often after a write, and behind which last."""
    return work.all(
        """SELECT profile, verdict, max(seq) AS last, sum(CASE WHEN seq > :after THEN 1 ELSE 0 END) AS lately
           FROM trust_decisions GROUP BY profile, verdict ORDER BY profile, verdict""",
        {"after": after},
    )
