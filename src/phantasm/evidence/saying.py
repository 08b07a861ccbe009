"""How is what was said in a session kept? Many small texts at once, in their rows.

A turn is a few hundred bytes and a day has thousands: a file each, with its sync, would cost more than the
text. Its id is the address of its text, so a row that was altered shows. The session's own change in the
journal speaks for all turns of a write: they have no entry of their own.
"""

from collections.abc import Sequence

from phantasm.contracts.canonical import canonical
from phantasm.evidence.model import Sighting
from phantasm.evidence.naming import is_turn, turn_id
from phantasm.evidence.store import evidence_of, row_of
from phantasm.evidence.tables import EVIDENCE
from phantasm.storage import payloads
from phantasm.storage.sql import Row
from phantasm.storage.work import Work


def keep(work: Work, said: Sequence[Sighting]) -> list[str]:
    """Keep what was said and return the ids in order; `source` is the turn, which is one within its session.

    What was erased is not brought back: who hands a transcript over again does not undo somebody's deletion.
    """
    ids = [turn_id(work, one) for one in said]
    rows_known = work.all_of("SELECT id, observed_at, erased_at FROM evidence WHERE id IN (:values)", ids)
    known = {row["id"]: row for row in rows_known}
    _date(work, [(known[name], one) for name, one in zip(ids, said, strict=True) if name in known])
    fresh = {name: one for name, one in zip(ids, said, strict=True) if name not in known}
    if not fresh:
        return ids
    # One for all of them: it says which write brought them.
    payload = payloads.put(work, canonical({"turns": len(fresh)}))
    rows = [row_of(work, name, one, payload) for name, one in fresh.items()]
    work.run_many(EVIDENCE.insert, rows)
    for row in rows:
        work.fresh[row["id"]] = evidence_of(row, row["source"], row["text"])
    work.seen += fresh
    return ids


def _date(work: Work, known: Sequence[tuple[Row, Sighting]]) -> None:
    """Date what came without a time before, and has one now."""
    for row, one in known:
        if one.observed_at and row["observed_at"] != one.observed_at and row["erased_at"] is None:
            parameters = {"id": row["id"], "at": one.observed_at}
            work.run("UPDATE evidence SET observed_at = :at WHERE id = :id", parameters)
            work.seen.append(row["id"])


def let_go(work: Work, evidence_ids: Sequence[str]) -> list[str]:
    """Drop turns on which no record rests; return which went."""
    rows = work.all_of(
        """SELECT * FROM evidence e WHERE id IN (:values) AND text IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM record_evidence r WHERE r.evidence_id = e.id)""",
        evidence_ids,
    )
    gone = sorted(row["id"] for row in rows if is_turn(work, row))
    work.run_many("DELETE FROM evidence WHERE id = :id", [{"id": name} for name in gone])
    work.dropped += gone
    return gone


def texts(work: Work, evidence_ids: Sequence[str]) -> dict[str, str]:
    """Return what was said, by id; what was erased is left out."""
    rows = work.all_of("SELECT * FROM evidence WHERE id IN (:values) AND text IS NOT NULL", evidence_ids)
    return {row["id"]: row["text"] for row in rows if is_turn(work, row)}
