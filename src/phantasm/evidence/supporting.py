"""Which pieces of evidence speak for a record besides those it was made from?

Each such support has an entry in the journal, so that taking back what found it takes it back as well.
"""

from collections.abc import Iterable, Sequence

from phantasm.evidence.store import link
from phantasm.storage.sql import Row
from phantasm.storage.work import Change, Work

SUPPORT = "support"
"""What the journal calls it."""
_KEPT, _GONE = "kept", "gone"


def support(work: Work, record_id: str, evidence_ids: Sequence[str]) -> int:
    """Let evidence speak for a record; return how many pieces did not yet."""
    known = {
        row["evidence_id"]
        for row in work.all(
            "SELECT evidence_id FROM record_evidence WHERE record_id = :id", {"id": record_id}
        )
    }
    fresh = [name for name in dict.fromkeys(evidence_ids) if name not in known]
    for name in fresh:
        link(work, record_id, [name])
        change = Change(SUPPORT, f"{record_id}:{name}", "create", after_state=_KEPT)
        work.changed(change)
    return len(fresh)


def withdraw(work: Work, pairs: Iterable[tuple[str, str]]) -> None:
    """Let evidence speak for records no longer."""
    for record_id, evidence_id in pairs:
        _remove(work, record_id, evidence_id)
        name = f"{record_id}:{evidence_id}"
        work.changed(Change(SUPPORT, name, "close", before_state=_KEPT, after_state=_GONE))


def said_in(work: Work, session_id: str) -> list[tuple[str, str]]:
    """Return the records for which something speaks that was said in a session, with that evidence."""
    rows = work.all(
        """SELECT r.record_id, r.evidence_id FROM record_evidence r JOIN evidence e ON e.id = r.evidence_id
           WHERE e.session_id = :session ORDER BY r.record_id, r.evidence_id""",
        {"session": session_id},
    )
    return [(row["record_id"], row["evidence_id"]) for row in rows]


def sessions_behind(work: Work, record_ids: Sequence[str]) -> dict[str, list[str]]:
    """Return in which sessions each of some records was said."""
    rows = work.all_of(
        """SELECT DISTINCT r.record_id, e.session_id
           FROM record_evidence r JOIN evidence e ON e.id = r.evidence_id
           WHERE r.record_id IN (:values) AND e.session_id IS NOT NULL""",
        record_ids,
    )
    found: dict[str, list[str]] = {}
    for record_id, session_id in sorted((row["record_id"], row["session_id"]) for row in rows):
        found.setdefault(record_id, []).append(session_id)
    return found


def said_after(work: Work, record_id: str, moment: str) -> dict[str, str]:
    """Return the turns after a moment that speak for a record, each with its session, in order."""
    rows = work.all(
        """SELECT e.id, e.session_id FROM record_evidence r JOIN evidence e ON e.id = r.evidence_id
           WHERE r.record_id = :record AND e.observed_at > :moment AND e.session_id IS NOT NULL
           ORDER BY e.observed_at, e.id""",
        {"record": record_id, "moment": moment},
    )
    return {row["id"]: row["session_id"] for row in rows}


def sensitive_among(work: Work, evidence_ids: Sequence[str]) -> frozenset[str]:
    """Return which of some pieces of evidence not everybody may read."""
    rows = work.all_of(
        "SELECT id FROM evidence WHERE id IN (:values) AND sensitivity = 'sensitive'", evidence_ids
    )
    return frozenset(row["id"] for row in rows)


def payloads_of(work: Work, session_ids: Sequence[str]) -> set[int]:
    """Return the contents by which the texts of some sessions' turns have their place in the journal."""
    rows = work.all_of(
        "SELECT DISTINCT payload FROM evidence WHERE session_id IN (:values) AND blob IS NULL", session_ids
    )
    return {row["payload"] for row in rows}


def last_said(work: Work, record_ids: Sequence[str]) -> dict[str, str]:
    """Return when each of some records was last said."""
    rows = work.all_of(
        """SELECT r.record_id, max(e.observed_at) AS last_at
           FROM record_evidence r JOIN evidence e ON e.id = r.evidence_id
           WHERE r.record_id IN (:values) GROUP BY r.record_id""",
        record_ids,
    )
    return {row["record_id"]: row["last_at"] for row in rows}


def take_back(work: Work, changes: Iterable[Row]) -> int:
    """Put supports back to where they were before some changes, oldest change first."""
    before: dict[str, str | None] = {}
    for row in changes:
        if row["object_type"] == SUPPORT:
            before.setdefault(row["object_id"], row["before_state"])
    moved = 0
    for name, state in sorted(before.items()):
        record_id, _, evidence_id = name.partition(":")
        is_there = bool(
            work.value(
                "SELECT 1 FROM record_evidence WHERE record_id = :record AND evidence_id = :evidence",
                {"record": record_id, "evidence": evidence_id},
            )
        )
        if (state == _KEPT) is is_there:
            continue
        if state != _KEPT:
            withdraw(work, [(record_id, evidence_id)])
        elif work.value("SELECT 1 FROM evidence WHERE id = :id", {"id": evidence_id}):
            link(work, record_id, [evidence_id])
            change = Change(SUPPORT, name, "undo", before_state=_GONE, after_state=_KEPT)
            work.changed(change)
        moved += 1
    return moved


def _remove(work: Work, record_id: str, evidence_id: str) -> None:
    work.run(
        "DELETE FROM record_evidence WHERE record_id = :record AND evidence_id = :evidence",
        {"record": record_id, "evidence": evidence_id},
    )
