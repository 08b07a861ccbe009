"""Which episodes lag behind or have grown old, and what of them may go?

What goes is the turns and the whole account of episodes of which a brief one is kept. It does not come back.
"""

from collections.abc import Sequence

from phantasm.session import store
from phantasm.session.chronicle import EpisodeState
from phantasm.session.store import Kept
from phantasm.storage import payloads
from phantasm.storage.work import Change, Work, first_payload_id


def is_whole(work: Work, session_id: str) -> bool:
    """Tell whether the whole account of a session is still kept."""
    statement = "SELECT 1 FROM sessions WHERE id = :id AND episode IS NOT NULL"
    return bool(work.value(statement, {"id": session_id}))


def whole(work: Work) -> int:
    """Return of how many sessions the whole account is still kept."""
    return int(work.value("SELECT count(*) FROM sessions WHERE episode IS NOT NULL"))


def unlearned(work: Work, limit: int) -> list[Kept]:
    """Return sessions with an episode from which not everything was learned, oldest first."""
    rows = work.all(
        """SELECT * FROM sessions WHERE learned_seq < changed_seq AND episode_state IS NOT NULL
           ORDER BY COALESCE(last_at, recorded_at), id LIMIT :limit""",
        {"limit": limit},
    )
    return store.kept_of(work, rows)


def unformed(work: Work, limit: int, *, idle_since: str) -> list[Kept]:
    """Return sessions whose episode lags behind, and that have ended or were idle since a moment."""
    rows = work.all(
        """SELECT * FROM sessions WHERE formed_seq < changed_seq
           AND (state = 'ended' OR COALESCE(last_at, recorded_at) < :idle_since)
           ORDER BY COALESCE(last_at, recorded_at), id LIMIT :limit""",
        {"limit": limit, "idle_since": idle_since},
    )
    return store.kept_of(work, rows)


def older(work: Work, state: EpisodeState, before: str, limit: int) -> list[Kept]:
    """Return the oldest sessions whose episode is in a state and that ended before a moment."""
    rows = work.all(
        """SELECT * FROM sessions WHERE episode_state = :state AND COALESCE(last_at, recorded_at) < :before
           ORDER BY COALESCE(last_at, recorded_at), id LIMIT :limit""",
        {"state": state, "before": before, "limit": limit},
    )
    return store.kept_of(work, rows)


def faint(work: Work, before: str, *, at_most: float, limit: int) -> list[Kept]:
    """Return the oldest condensed sessions that ended before a moment and matter no more than so much."""
    rows = work.all(
        """SELECT * FROM sessions WHERE episode_state = 'condensed' AND last_at < :before
             AND COALESCE(importance, 0) <= :at_most
           ORDER BY last_at, id LIMIT :limit""",
        {"before": before, "at_most": at_most, "limit": limit},
    )
    return store.kept_of(work, rows)


def prunable(work: Work, before: str, limit: int, *, condensed_by: int, learns: bool = True) -> list[str]:
    """Return the oldest sessions that ended before a moment and of which more is kept than a brief account.

    Only those that were condensed by the writes up to one. What was not learned from yet is left, where
    anything is to be learned: its turns are still needed.
    """
    rows = work.all(
        """SELECT id FROM sessions
           WHERE episode_state IN ('condensed', 'archived') AND episode IS NOT NULL AND brief IS NOT NULL
             AND COALESCE(last_at, recorded_at) < :before AND brief < :first_brief
             AND formed_seq >= changed_seq AND (learned_seq >= changed_seq OR :learns = 0)
           ORDER BY COALESCE(last_at, recorded_at), id LIMIT :limit""",
        # The brief account was written when it was condensed, and its number says by which write.
        {
            "before": before,
            "limit": limit,
            "first_brief": first_payload_id(condensed_by + 1),
            "learns": int(learns),
        },
    )
    return [row["id"] for row in rows]


def evidence_of(work: Work, session_ids: Sequence[str]) -> list[str]:
    """Return the evidence that holds the texts of some sessions' turns."""
    rows = work.all_of(
        "SELECT evidence_id FROM turns WHERE session_id IN (:values) AND evidence_id IS NOT NULL", session_ids
    )
    return sorted({row["evidence_id"] for row in rows})


def prune(work: Work, session_ids: Sequence[str]) -> int:
    """Let go of turns and whole accounts; the brief ones stay. Returns how many turns went."""
    rows = work.all_of("SELECT id, episode, episode_state FROM sessions WHERE id IN (:values)", session_ids)
    turns = 0
    for row in rows:
        turns += work.run("DELETE FROM turns WHERE session_id = :id", {"id": row["id"]})
        work.run("UPDATE sessions SET episode = NULL WHERE id = :id", {"id": row["id"]})
        state = row["episode_state"]
        # Without the content that goes: the journal would hold on to what is left of it.
        work.changed(Change("session", row["id"], "prune", before_state=state, after_state=state))
    payloads.prune(work, [row["episode"] for row in rows if row["episode"]])
    return turns


def pruned_among(work: Work, session_ids: Sequence[str]) -> set[str]:
    """Return of which of some sessions the storage bound has taken the turns."""
    rows = work.all_of(
        """SELECT id FROM sessions WHERE id IN (:values) AND episode IS NULL AND brief IS NOT NULL
             AND episode_state IS NOT NULL""",
        session_ids,
    )
    return {row["id"] for row in rows}
