"""The store of sessions and their turns: each is kept once, whoever hands it over and however often."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from phantasm.contracts.canonical import canonical, text_digest
from phantasm.contracts.ids import EPISODE_MARK, cited, is_handle, session_handle
from phantasm.session.model import Outcome, Session, Turn, in_order
from phantasm.session.rows import columns_of, turn_of
from phantasm.session.tables import SESSIONS, TURNS
from phantasm.storage import payloads
from phantasm.storage.sql import Row
from phantasm.storage.work import Change, Work

_ABOUT = ("continues", "folder", "branch", "version", "title")
"""What is known about a session besides its times: content, which can be erased."""
FORGOTTEN = "forgotten"
"""The state of a session that somebody has erased: handing it over again does not bring it back."""
_PUT_TURN = (
    TURNS.insert
    + " ON CONFLICT (session_id, id) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in TURNS.columns[2:])
)


class Kept(NamedTuple):
    """A session as the store has it."""

    session: Session
    handle: str
    """The short name under which what it came to is cited."""
    about: int
    """The content that holds what is known about it."""
    state: str
    """`open`, `ended` or `forgotten`."""
    last_at: str | None
    recorded_at: str
    changed_seq: int
    """The write that last changed its turns."""
    formed_seq: int
    """The write up to which its episode was formed."""
    learned_seq: int
    """The write up to which something was learned from it."""
    episode_state: str | None
    outcome: Outcome | None
    importance: float | None
    sensitivity: str
    """`sensitive` where one of its turns is: so is what is told of it."""

    @property
    def is_formed(self) -> bool:
        """Whether its episode says everything that its turns say."""
        return self.episode_state is not None and self.formed_seq >= self.changed_seq


def find(work: Work, ids: Sequence[str]) -> dict[str, Kept]:
    """Return sessions by id."""
    rows = work.all_of("SELECT * FROM sessions WHERE id IN (:values)", ids)
    return {kept.session.id: kept for kept in kept_of(work, rows)}


def named(work: Work, names: Sequence[str]) -> dict[str, str]:
    """Return the ids of the sessions that some names mean: ids, or handles, also as these are cited."""
    plain = {name: cited(name) for name in names}
    rows = work.all_of("SELECT id FROM sessions WHERE id IN (:values)", list(plain.values()))
    ids = {row["id"] for row in rows}
    handles = [handle for one in plain.values() if is_handle(handle := one.removeprefix(EPISODE_MARK))]
    rows = work.all_of("SELECT id, handle FROM sessions WHERE handle IN (:values)", handles)
    by_handle = {row["handle"]: row["id"] for row in rows}
    known = {
        name: one if one in ids else by_handle.get(one.removeprefix(EPISODE_MARK))
        for name, one in plain.items()
    }
    return {name: found for name, found in known.items() if found is not None}


def kept_of(work: Work, rows: Sequence[Row]) -> list[Kept]:
    """Return rows as sessions."""
    about = payloads.get_many(work, [row["about"] for row in rows])
    return [_kept(row, json.loads(about.get(row["about"]) or "{}")) for row in rows]


def put(work: Work, session: Session, *, sensitivity: str = "normal") -> Kept:
    """Keep a session, or add to what is known about it; what is known already stays.

    Once sensitive it stays so: what is told of it is as sensitive as the most sensitive of its turns.
    """
    held = find(work, [session.id]).get(session.id)
    if held is not None and sensitivity == "sensitive" != held.sensitivity:
        work.run("UPDATE sessions SET sensitivity = 'sensitive' WHERE id = :id", {"id": session.id})
        held = held._replace(sensitivity="sensitive")
    if held is None:
        return _create(work, session, sensitivity)
    wanted = _joined(held.session, session)
    if wanted.ended_at:  # whoever says that it ended may not have seen its last turn
        wanted = wanted._replace(ended_at=_latest(wanted.ended_at, held.last_at))
    if wanted == held.session or held.state == FORGOTTEN:
        return held
    about = held.about
    if _about(wanted) != _about(held.session):
        about = payloads.put(work, canonical(_about(wanted)))
        payloads.prune(work, [held.about])
    state = "ended" if wanted.ended_at else held.state
    work.run(
        """UPDATE sessions SET about = :about, client = :client, started_at = :started_at,
                  ended_at = :ended_at, state = :state, last_at = :last_at, changed_seq = :seq
           WHERE id = :id""",
        {
            "id": session.id,
            "client": wanted.client,
            "about": about,
            "started_at": wanted.started_at,
            "ended_at": wanted.ended_at,
            "state": state,
            "last_at": _latest(held.last_at, wanted.ended_at, wanted.started_at),
            "seq": work.seq,
        },
    )
    work.changed(Change("session", session.id, "update", held.about, about, held.state, state))
    return find(work, [session.id])[session.id]


def _create(work: Work, session: Session, sensitivity: str) -> Kept:
    about = payloads.put(work, canonical(_about(session)))
    row = dict.fromkeys(SESSIONS.columns) | {
        "id": session.id,
        "handle": session_handle(session.id, work.head.salt),
        "client": session.client,
        "state": "ended" if session.ended_at else "open",
        "started_at": session.started_at,
        "ended_at": session.ended_at,
        "last_at": session.ended_at or session.started_at,
        "about": about,
        "recorded_at": work.now,
        "changed_seq": work.seq,
        "formed_seq": 0,
        "learned_seq": 0,
        "sensitivity": sensitivity,
    }
    work.run(SESSIONS.insert, row)
    work.changed(Change("session", session.id, "create", after_payload=about, after_state=row["state"]))
    return find(work, [session.id])[session.id]


def turns_of(work: Work, session_id: str, ids: Sequence[str] | None = None) -> list[Turn]:
    """Return a session's turns in order, all or those with some ids; the texts are with the evidence."""
    if ids is None:
        rows = work.all("SELECT * FROM turns WHERE session_id = :session", {"session": session_id})
    else:
        rows = work.all_of(
            "SELECT * FROM turns WHERE session_id = :session AND id IN (:values)",
            ids,
            {"session": session_id},
        )
    return in_order(map(turn_of, rows))


def turns_with_calls(work: Work, session_id: str, calls: Sequence[str]) -> list[Turn]:
    """Return the actions and answers of some calls, in order; the texts are with the evidence."""
    statement = "SELECT * FROM turns WHERE session_id = :session AND call IN (:values)"
    return in_order(turn_of(row) for row in work.all_of(statement, calls, {"session": session_id}))


def add(work: Work, session_id: str, turns: Sequence[Turn]) -> None:
    """Keep turns, each in the place of what was kept under its id."""
    if not turns:
        return
    work.run_many(_PUT_TURN, [columns_of(turn) for turn in turns])
    times = [turn.at for turn in turns if turn.at]
    work.run(
        """UPDATE sessions SET changed_seq = :seq,
                  started_at = CASE WHEN started_at IS NULL OR :first < started_at
                                    THEN COALESCE(:first, started_at) ELSE started_at END,
                  last_at = CASE WHEN last_at IS NULL OR :last > last_at
                                 THEN COALESCE(:last, last_at) ELSE last_at END,
                  ended_at = CASE WHEN :last > ended_at THEN :last ELSE ended_at END
           WHERE id = :session""",
        {
            "seq": work.seq,
            "session": session_id,
            "first": min(times, default=None),
            "last": max(times, default=None),
        },
    )
    brought = text_digest("\n".join(sorted(turn.id for turn in turns)), salt=work.head.salt)
    work.changed(Change("session", session_id, "append", after_state=f"{len(turns)} {brought[:32]}"))


def end(work: Work, kept: Kept, at: str | None) -> Kept:
    """End a session, at a moment that was told or with its last turn; ended twice, the later end counts."""
    if at is None and kept.state != "open":
        return kept
    return put(work, kept.session._replace(ended_at=at or kept.last_at or work.now))


def next_place(work: Work, session_id: str) -> int:
    """Return the place behind all turns of a session."""
    last = work.value("SELECT max(place) FROM turns WHERE session_id = :id", {"id": session_id})
    return 0 if last is None else int(last) + 1


def set_learned(work: Work, session_ids: Sequence[str], seq: int) -> None:
    """Note up to which write something was learned from sessions; 0 = nothing counts any more."""
    work.run_many(
        "UPDATE sessions SET learned_seq = :seq WHERE id = :id",
        [{"id": name, "seq": seq} for name in session_ids],
    )


def forgotten_ids(work: Work) -> list[str]:
    """Return the sessions that somebody has erased."""
    rows = work.all("SELECT id FROM sessions WHERE state = :state ORDER BY id", {"state": FORGOTTEN})
    return [row["id"] for row in rows]


def count(work: Work) -> int:
    """Return how many sessions there are."""
    return int(work.value("SELECT count(*) FROM sessions"))


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


def count_turns(work: Work, session_id: str) -> int:
    """Return how many turns a session has."""
    return int(work.value("SELECT count(*) FROM turns WHERE session_id = :id", {"id": session_id}))


def _kept(row: Row, about: dict[str, str]) -> Kept:
    session = Session(
        id=row["id"],
        client=row["client"],
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        **{name: about.get(name) for name in _ABOUT},
    )
    rest = {name: row[name] for name in Kept._fields if name != "session"}
    return Kept(session, **rest)


def _about(session: Session) -> dict[str, str]:
    return {name: value for name in _ABOUT if (value := getattr(session, name))}


def _joined(held: Session, told: Session) -> Session:
    """Return what two accounts of a session say together; the same whichever came first."""
    pairs: dict[str, Any] = {
        name: min((one for one in (getattr(held, name), getattr(told, name)) if one), default=None)
        for name in (*_ABOUT, "started_at")
    }
    ended = max((one for one in (held.ended_at, told.ended_at) if one), default=None)
    return held._replace(**pairs, client=min(held.client, told.client), ended_at=ended)


def _latest(*moments: str | None) -> str | None:
    return max((one for one in moments if one), default=None)
