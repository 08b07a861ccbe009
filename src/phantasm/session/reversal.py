"""What has to go back where in sessions, for some operations to be undone?

Turns and what was formed of them stay: they are what was seen. What consolidation did to episodes goes back,
and what was learned from a session counts as not learned again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from phantasm.session import aging, chronicle, store
from phantasm.session.chronicle import EpisodeState
from phantasm.storage.sql import Row
from phantasm.storage.work import Change, Work

SEEN = frozenset({"create", "update", "append", "form", "prune"})
"""Changes of a session that stay: what was seen, and what the storage bound took."""
LESSON = "lesson"
"""What the journal calls it that a session was learned from."""
_LEARNED = "learned"
_STATES: dict[str, EpisodeState] = {"live": "live", "condensed": "condensed", "archived": "archived"}


@dataclass(frozen=True, slots=True)
class EpisodeBack:
    """One episode and where it went."""

    session_id: str
    before: str
    after: str


def note_learned(work: Work, session_ids: Sequence[str]) -> None:
    """Note that everything was learned from some sessions as they are now."""
    store.set_learned(work, session_ids, work.seq)
    for name in session_ids:
        work.changed(Change(LESSON, name, "learn", after_state=_LEARNED))


def take_back(work: Work, changes: Sequence[Row]) -> list[EpisodeBack]:
    """Put episodes and lessons back to where they were before some changes, oldest change first."""
    _unlearn(work, [row for row in changes if row["object_type"] == LESSON])
    first: dict[str, Row] = {}
    last: dict[str, str | None] = {}
    for row in changes:
        if row["object_type"] == "session" and row["change"] not in SEEN:
            first.setdefault(row["object_id"], row)
            last[row["object_id"]] = row["after_state"]
    found = store.find(work, list(first))
    back = []
    for name, row in sorted(first.items()):
        state = _STATES.get(row["before_state"] or "")
        kept = found.get(name)
        # Formed anew or moved on since: it is not where these changes left it, and stays.
        if kept is None or state is None or kept.episode_state == state or kept.episode_state != last[name]:
            continue
        if state == "live" and not aging.is_whole(work, name):
            work.warn("pruned", f"of the session {name} only the brief account is left: the rest was pruned")
            continue
        chronicle.move(work, kept, state, change="undo")
        back.append(EpisodeBack(name, str(kept.episode_state), state))
    return back


def _unlearn(work: Work, rows: Sequence[Row]) -> None:
    first: dict[str, Row] = {}
    for row in rows:
        first.setdefault(row["object_id"], row)
    found = store.find(work, list(first))
    for name, row in sorted(first.items()):
        kept = found.get(name)
        if kept is None:
            continue
        learned = row["before_state"] == _LEARNED and kept.changed_seq <= row["seq"]
        store.set_learned(work, [name], work.seq if learned else 0)
        states = (None, _LEARNED) if learned else (_LEARNED, None)
        work.changed(Change(LESSON, name, "undo", before_state=states[0], after_state=states[1]))
