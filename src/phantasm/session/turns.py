"""Which turns hold which evidence, how many are there, and what were they to the work?"""

from collections.abc import Sequence

from phantasm.storage.work import Work


def slots_of(work: Work, evidence_ids: Sequence[str]) -> dict[str, str]:
    """Return what turns were to the work, by the evidence that holds them."""
    rows = work.all_of("SELECT evidence_id, slot FROM turns WHERE evidence_id IN (:values)", evidence_ids)
    return {row["evidence_id"]: row["slot"] for row in rows}


def holding(work: Work, evidence_ids: Sequence[str]) -> list[tuple[str, str]]:
    """Return which turns of which sessions some evidence holds."""
    rows = work.all_of("SELECT session_id, id FROM turns WHERE evidence_id IN (:values)", evidence_ids)
    return sorted((row["session_id"], row["id"]) for row in rows)


def evidence_behind(work: Work, turns: Sequence[tuple[str, str]]) -> list[str]:
    """Return the evidence that holds some turns."""
    found: list[str] = []
    for session_id, turn_id in turns:
        name = work.value(
            "SELECT evidence_id FROM turns WHERE session_id = :session AND id = :id",
            {"session": session_id, "id": turn_id},
        )
        found += [name] if name else []
    return found


def count(work: Work, session_id: str) -> int:
    """Return how many turns a session has."""
    return int(work.value("SELECT count(*) FROM turns WHERE session_id = :id", {"id": session_id}))
