"""How does a brief account stay short on disk? It leaves out what its session says, and what it says twice.

Pure. There are tens of thousands of brief accounts, and each is kept for good.
"""

from collections.abc import Mapping
from typing import Any

from phantasm.contracts.clock import from_timestamp
from phantasm.session.episodes.shape import from_json, to_json
from phantasm.session.model import Episode

_OF_THE_SESSION = frozenset({"session", "client", "started_at", "ended_at", "duration_seconds", "importance"})
"""What the session itself says."""


def shortened(brief: Episode) -> dict[str, Any]:
    """Return a brief account as it is written down."""
    told = {name: value for name, value in to_json(brief).items() if name not in _OF_THE_SESSION}
    if brief.goal and brief.summary.startswith(brief.goal):
        # The summary begins with it: how far is enough.
        told["goal"] = len(brief.goal)
    return told


def restored(told: Mapping[str, Any]) -> Episode:
    """Return an account as it was told; what its session says is not in a brief one."""
    goal = told.get("goal")
    if isinstance(goal, int):
        return from_json({**told, "goal": str(told.get("summary", ""))[:goal]})
    return from_json(told)


def duration(started_at: str | None, ended_at: str | None) -> int | None:
    """Return how many seconds lie between a beginning and an end, as `form` counts them."""
    if started_at is None or ended_at is None:
        return None
    return max(0, round((from_timestamp(ended_at) - from_timestamp(started_at)).total_seconds()))
