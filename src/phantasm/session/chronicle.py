"""What did sessions come to? Their episodes: formed from turns, condensed later, found again.

An episode is derived. Forming it again replaces it; condensing puts a brief one in its place and keeps the
whole one until the storage bound takes it, so that condensing can be taken back.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from phantasm.contracts.canonical import sorted_json
from phantasm.contracts.clock import from_timestamp
from phantasm.session import store
from phantasm.session.episodes.model import Basis, Episode
from phantasm.session.episodes.shape import from_json, to_json
from phantasm.session.store import Kept
from phantasm.session.tables import FAILURES
from phantasm.storage import payloads
from phantasm.storage.sql import Row
from phantasm.storage.work import Change, Work

_OF_THE_SESSION = frozenset({"session", "client", "started_at", "ended_at", "duration_seconds", "importance"})
"""What the session itself says."""


_LETTERS = {
    "because": "b",
    "commands": "c",
    "entities": "e",
    "files": "f",
    "goal": "g",
    "corrections": "k",
    "lessons": "l",
    "models": "m",
    "outcome": "o",
    "spent": "p",
    "cited": "q",
    "summary": "s",
    "turns": "t",
    "overcome": "v",
}
"""What a brief account calls its parts: their names would be a tenth of it."""
_NAMES = {letter: name for name, letter in _LETTERS.items()}
_BASIS = ("kind", "says", "text", "evidence_id")
"""What an outcome rests on, in this order."""


def shortened(brief: Episode) -> dict[str, Any]:
    """Return a brief account as it is written down."""
    told = {name: value for name, value in to_json(brief).items() if name not in _OF_THE_SESSION}
    if brief.goal and brief.summary.startswith(brief.goal):
        # The summary begins with it: how far is enough.
        told["goal"] = len(brief.goal)
    if brief.because and all(one.turn is None for one in brief.because):
        told["because"] = [[getattr(one, name) for name in _BASIS[: _said(one)]] for one in brief.because]
    return {_LETTERS.get(name, name): value for name, value in told.items()}


def restored(written: Mapping[str, Any]) -> Episode:
    """Return an account as it was told; what its session says is not in a brief one."""
    if "session" in written:  # a whole one
        return from_json(written)
    told = {_NAMES.get(name, name): value for name, value in written.items()}
    goal, because = told.get("goal"), told.get("because")
    if isinstance(goal, int):
        told["goal"] = str(told.get("summary", ""))[:goal]
    if isinstance(because, list):
        told["because"] = [
            dict(zip(_BASIS, one, strict=False)) if isinstance(one, list) else one for one in because
        ]
    return from_json(told)


def _said(basis: Basis) -> int:
    """Return how many parts of a basis have to be written."""
    return len(_BASIS) if basis.evidence_id else len(_BASIS) - 1


def duration(started_at: str | None, ended_at: str | None) -> int | None:
    """Return how many seconds lie between a beginning and an end, as `form` counts them."""
    if started_at is None or ended_at is None:
        return None
    return max(0, round((from_timestamp(ended_at) - from_timestamp(started_at)).total_seconds()))


EpisodeState = Literal["live", "condensed", "archived"]
"""Whole, brief, or faded: brief and found only when the past is asked for."""


WHEN = "COALESCE(last_at, recorded_at)"
"""When a session was going on: its last turn, or when it came to us where no turn has a time."""
_BODIES = """
    SELECT id, client, started_at, ended_at, last_at, importance,
           CASE WHEN episode_state <> 'live' AND brief IS NOT NULL THEN brief ELSE episode END AS body
    FROM sessions WHERE id IN (:values) AND episode_state IS NOT NULL"""


def keep(work: Work, kept: Kept, episode: Episode) -> None:
    """Keep what a session came to, in place of what was kept before."""
    row = work.one("SELECT episode, brief FROM sessions WHERE id = :id", {"id": kept.session.id})
    before = row["episode"] if row else None
    body = sorted_json(to_json(episode))
    if before and payloads.get_many(work, [before]).get(before) == body:
        payload = before  # told again as it was: contexts that quote it can still be written again
    else:
        payload = payloads.put_derived(work, body)
        payloads.prune(work, [before] if before else [])
    payloads.prune(work, [row["brief"]] if row and row["brief"] else [])
    work.run(
        """UPDATE sessions SET episode = :payload, brief = NULL, episode_state = 'live', outcome = :outcome,
                  importance = :importance, formed_seq = :seq WHERE id = :id""",
        {
            "id": kept.session.id,
            "payload": payload,
            "outcome": episode.outcome,
            "importance": episode.importance,
            "seq": work.seq,
        },
    )
    if kept.episode_state is not None:
        _forget_failures(work, kept.session.id)
    _note_failures(work, episode)
    work.changed(Change("session", kept.session.id, "form", before, payload, kept.episode_state, "live"))


def set_formed(work: Work, session_id: str) -> None:
    """Note that there is nothing more to form."""
    work.run("UPDATE sessions SET formed_seq = :seq WHERE id = :id", {"id": session_id, "seq": work.seq})


def condense(work: Work, kept: Kept, brief: Episode) -> None:
    """Put a brief episode in the place of the whole one, which stays until the storage bound takes it."""
    payload = payloads.put_derived(work, sorted_json(shortened(brief)))
    _move(work, kept, "condensed", change="condense", brief=payload)


def move(work: Work, kept: Kept, state: EpisodeState, *, change: str) -> None:
    """Put an episode into another state."""
    _move(work, kept, state, change=change)


def _move(work: Work, kept: Kept, state: EpisodeState, *, change: str, brief: int | None = None) -> None:
    work.run(
        "UPDATE sessions SET episode_state = :state, brief = COALESCE(:brief, brief) WHERE id = :id",
        {"id": kept.session.id, "state": state, "brief": brief},
    )
    done = Change(
        "session", kept.session.id, change, None, brief, before_state=kept.episode_state, after_state=state
    )
    work.changed(done)


def erase(work: Work, session_id: str) -> None:
    """Erase what a session came to, its turns, and what is known about it."""
    row = work.one("SELECT about, episode, brief, state FROM sessions WHERE id = :id", {"id": session_id})
    if row is None or row["state"] == store.FORGOTTEN:
        return
    payloads.erase(work, [row[name] for name in ("about", "episode", "brief") if row[name]])
    parameters = {"id": session_id, "state": store.FORGOTTEN, "seq": work.seq}
    work.run("DELETE FROM turns WHERE session_id = :id", parameters)
    _forget_failures(work, session_id)
    work.run(
        """UPDATE sessions SET state = :state, episode_state = NULL, episode = NULL, brief = NULL,
                  outcome = NULL, importance = NULL, formed_seq = :seq, learned_seq = :seq WHERE id = :id""",
        parameters,
    )
    content = row["brief"] or row["episode"]
    work.changed(Change("session", session_id, "erase", content, None, row["state"], store.FORGOTTEN))


def blank(work: Work, kept: Kept) -> None:
    """Erase the words of an account that cannot be told anew: what is left is when it was and how it went."""
    row = work.one("SELECT episode, brief FROM sessions WHERE id = :id", {"id": kept.session.id})
    old = [row[name] for name in ("episode", "brief") if row and row[name]]
    told = Episode(
        session=kept.session.id,
        client=kept.session.client,
        summary="",
        started_at=kept.session.started_at,
        ended_at=kept.session.ended_at,
        outcome=kept.outcome or "unknown",
        importance=kept.importance or 0.0,
    )
    payload = payloads.put_derived(work, sorted_json(to_json(told)))
    payloads.erase(work, old)
    work.run(
        "UPDATE sessions SET brief = :payload WHERE id = :id", {"id": kept.session.id, "payload": payload}
    )
    _forget_failures(work, kept.session.id)
    work.changed(
        Change("session", kept.session.id, "form", None, payload, kept.episode_state, kept.episode_state)
    )


def episodes(work: Work, session_ids: Sequence[str]) -> dict[str, Episode]:
    """Return what sessions came to, as their state says: whole or brief."""
    rows = {row["id"]: row for row in work.all_of(_BODIES, session_ids) if row["body"]}
    told = as_told(work, [row["body"] for row in rows.values()])
    return {name: _whole(told[row["body"]], row) for name, row in rows.items() if row["body"] in told}


def _whole(episode: Episode, row: Row) -> Episode:
    """Return an episode with what a brief account leaves to its session."""
    if episode.session:
        return episode
    ended = max((moment for moment in (row["ended_at"], row["last_at"]) if moment), default=None)
    return replace(
        episode,
        session=row["id"],
        client=row["client"],
        started_at=row["started_at"],
        ended_at=ended,
        duration_seconds=duration(row["started_at"], ended),
        importance=row["importance"],
    )


def wholes(work: Work, session_ids: Sequence[str]) -> dict[str, Episode]:
    """Return the whole accounts of sessions, also where a brief one is told; pruned ones are left out."""
    rows = work.all_of(
        "SELECT id, episode FROM sessions WHERE id IN (:values) AND episode IS NOT NULL", session_ids
    )
    told = as_told(work, [row["episode"] for row in rows])
    return {row["id"]: told[row["episode"]] for row in rows if row["episode"] in told}


def versions(work: Work, session_ids: Sequence[str]) -> dict[str, int]:
    """Return the contents that hold what sessions came to, as their state says."""
    rows = work.all_of(_BODIES, session_ids)
    return {row["id"]: row["body"] for row in rows if row["body"]}


def contents(work: Work, session_ids: Sequence[str]) -> dict[str, set[int]]:
    """Return the contents that hold accounts of sessions, whole and brief ones."""
    rows = work.all_of("SELECT id, episode, brief FROM sessions WHERE id IN (:values)", session_ids)
    return {row["id"]: {one for one in (row["episode"], row["brief"]) if one} for row in rows}


def as_told(work: Work, contents: Sequence[int]) -> dict[int, Episode]:
    """Return episodes as they once were told, by content; what was pruned is left out."""
    bodies = payloads.get_many(work, contents)
    return {name: restored(json.loads(body)) for name, body in bodies.items()}


def counts(work: Work) -> dict[str, int]:
    """Return how many episodes there are in each state."""
    rows = work.all(
        """SELECT episode_state, count(*) AS episodes FROM sessions WHERE episode_state IS NOT NULL
           GROUP BY episode_state ORDER BY episode_state"""
    )
    return {row["episode_state"]: row["episodes"] for row in rows}


def kept_by_day(work: Work, since: str) -> list[Row]:
    """Return how many sessions that have an episode came to us, per day since a moment."""
    return work.all(
        """SELECT substr(recorded_at, 1, 10) AS day, count(*) AS moved FROM sessions
           WHERE episode_state IS NOT NULL AND recorded_at >= :since
           GROUP BY substr(recorded_at, 1, 10) ORDER BY 1""",
        {"since": since},
    )


def every(work: Work) -> list[str]:
    """Return every session that has an episode, in the order of time."""
    rows = work.all(f"SELECT id FROM sessions WHERE episode_state IS NOT NULL ORDER BY {WHEN}, id")
    return [row["id"] for row in rows]


def failures_with(work: Work, words: Sequence[str], limit: int) -> list[str]:
    """Return the sessions in which something failed with most of some words, of equals the newest first."""
    rows = work.all_of("SELECT session_id FROM failures WHERE word IN (:values)", words)
    shared: dict[str, int] = {}
    for row in rows:
        shared[row["session_id"]] = shared.get(row["session_id"], 0) + 1
    times = {
        row["id"]: row["last_at"] or ""
        for row in work.all_of("SELECT id, last_at FROM sessions WHERE id IN (:values)", list(shared))
    }
    ranked = sorted(shared, key=lambda name: (shared[name], times.get(name, ""), name), reverse=True)
    return ranked[:limit]


def word_counts(work: Work, words: Sequence[str]) -> dict[str, int]:
    """Return in how many sessions something failed with each of some words."""
    rows = work.all_of(
        "SELECT word, count(*) AS sessions FROM failures WHERE word IN (:values) GROUP BY word", words
    )
    return {row["word"]: row["sessions"] for row in rows}


def _forget_failures(work: Work, session_id: str) -> None:
    # Reads the whole table, which is small; an index for what is seldom done would be half of its size.
    work.run("DELETE FROM failures WHERE session_id = :id", {"id": session_id})


def _note_failures(work: Work, episode: Episode) -> None:
    words = {word for one in episode.overcome for word in one.signature}
    work.run_many(FAILURES.insert, [{"word": word, "session_id": episode.session} for word in sorted(words)])
