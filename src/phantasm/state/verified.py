"""When had records been checked? Verifications as they were noted."""

from collections.abc import Sequence

from phantasm.state.model import Record
from phantasm.state.rows import record_of
from phantasm.storage.work import Work


def verified_at_seq(work: Work, ids: Sequence[str], seq: int) -> dict[str, tuple[str | None, str | None]]:
    """Return when records had been checked, and were due again, as of an earlier write."""
    rows = work.all_of(
        "SELECT * FROM verifications WHERE record_id IN (:values) ORDER BY record_id, seq", ids
    )
    known: dict[str, tuple[str | None, str | None]] = {}
    for row in rows:
        before = (row["verified_before"], row["revalidate_before"])
        known.setdefault(row["record_id"], before)
        if row["seq"] <= seq:
            known[row["record_id"]] = (row["verified_at"], row["revalidate_at"])
    return known


def verified_before(work: Work, record_id: str, seq: int) -> tuple[str | None, str | None]:
    """Return when a record had been checked, and was due again, before a write that noted a verification."""
    row = work.one(
        "SELECT * FROM verifications WHERE record_id = :id AND seq = :seq", {"id": record_id, "seq": seq}
    )
    return (row["verified_before"], row["revalidate_before"]) if row else (None, None)


def never(work: Work, before: str) -> list[Record]:
    """Return the live records that no person said, nobody ever verified, and that are older than a moment."""
    rows = work.all(
        """SELECT * FROM records WHERE state = 'live' AND origin <> 'user' AND verified_at IS NULL
             AND recorded_at < :before ORDER BY seq, ordinal""",
        {"before": before},
    )
    return [record_of(row) for row in rows]


def last_checks(work: Work, ids: Sequence[str]) -> dict[str, int]:
    """Return which write noted the last verification of each record, where one did."""
    rows = work.all_of(
        """SELECT record_id, max(seq) AS seq FROM verifications
           WHERE record_id IN (:values) AND verified_at IS NOT NULL GROUP BY record_id""",
        ids,
    )
    return {row["record_id"]: row["seq"] for row in rows}
