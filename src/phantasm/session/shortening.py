"""How does a brief account stay short on disk? It leaves out what its session says, and what it says twice.

Pure. There are tens of thousands of brief accounts, and each is kept for good.
"""

from collections.abc import Mapping
from typing import Any

from phantasm.contracts.clock import from_timestamp
from phantasm.session.episodes.model import Basis, Episode
from phantasm.session.episodes.shape import from_json, to_json

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
