"""Which sessions are over? Those without a turn for a while: they are ended, so that there are episodes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.model import JsonObject
from phantasm.runtime.importing.asking import Ask, asked, listed
from phantasm.runtime.importing.tally import Tally

TURNS_AT_ONCE: Final = 300
"""How many turns the sessions have that are ended in one request, if it is more than one session: each is
read whole to become an episode, which takes a fifth of a millisecond a turn."""
ENDED_AT_ONCE: Final = 5
"""How many are ended of which nobody knows how long they are."""
_MOST_COUNTED: Final = 1_000
"""Up to how many open sessions are counted; nobody has a thousand agents at work."""


def end_idle(ask: Ask, since: datetime, tally: Tally) -> None:
    """End the sessions that had their last turn before a moment; the others go on.

    First those that were read now, of which some had ended before and went on; then what an import left open
    that was stopped.
    """
    until = to_timestamp(since)
    over = [
        {"session_id": name, "agent": client, "ended_at": last}
        for name, (last, client) in sorted(tally.last_turns.items())
        if last < until
    ]
    waiting: list[dict[str, str]] = []
    length = 0
    for one in over:
        length += tally.lengths[one["session_id"]]
        if waiting and length > TURNS_AT_ONCE:
            _end(ask, tally, waiting)
            waiting, length = [], tally.lengths[one["session_id"]]
        waiting.append(one)
    if waiting:
        _end(ask, tally, waiting)
    done: set[object] = set()
    while idle := [one for one in _open(ask, until) if one["id"] not in done]:
        done.update(one["id"] for one in idle)
        left = [
            {"session_id": one["id"], "agent": one["client"], "ended_at": one.get("last_at") or until}
            for one in idle
        ]
        _end(ask, tally, left)
    tally.left_open = len(_open(ask, None))


def _end(ask: Ask, tally: Tally, over: Sequence[Mapping[str, object]]) -> None:
    response = asked(ask, "session_append", {"sessions": [dict(one) for one in over]})
    tally.take(response.data or {})


def _open(ask: Ask, until: str | None) -> list[JsonObject]:
    """Return open sessions: some of those whose last turn is earlier, or all."""
    params: JsonObject = {"until": until, "limit": ENDED_AT_ONCE} if until else {"limit": _MOST_COUNTED}
    return listed(asked(ask, "sessions", {"state": "open", **params}), "sessions")
