"""What is a session, and a turn of it? Pure.

A turn is one thing that was said, thought, done or seen.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from phantasm.session.transcripts.terms import Role, Spent

Slot = Literal["observation", "reasoning", "action", "outcome"]
"""What a turn is to the work: what came in, what was thought of it, what was done, what that gave."""

THOUGHT = "#thought"
"""What the id of a turn ends with that was only thought."""

Outcome = Literal["success", "failure", "partial", "abandoned", "unknown"]


class Turn(NamedTuple):
    """One thing that was said, thought, done or seen, as it is kept."""

    session: str
    id: str
    """The same each time it is handed over."""
    place: int
    """Where it stands in the transcript; turns at one moment go by it."""
    at: str | None
    role: Role
    slot: Slot
    text: str = ""
    """What was said, or the output of a tool, perhaps without its middle; secrets are masked."""
    tool: str | None = None
    command: str | None = None
    """The command line of an action."""
    files: tuple[str, ...] = ()
    """What an action names."""
    call: str | None = None
    """What an action and its outcome have in common."""
    exit_code: int | None = None
    failed: bool | None = None
    """Whether an outcome is a failure; None where nobody says."""
    spent: Spent | None = None
    model: str | None = None
    agent: str | None = None
    """The subagent; None for the main line."""
    evidence_id: str | None = None
    """The evidence that holds the text, once it is kept."""


class Session(NamedTuple):
    """What is known about a session besides its turns."""

    id: str
    """The client's own id."""
    client: str
    started_at: str | None = None
    ended_at: str | None = None
    """None while it goes on."""
    continues: str | None = None
    folder: str | None = None
    branch: str | None = None
    version: str | None = None
    title: str | None = None


def timeline(turns: Iterable[Turn]) -> list[tuple[str, Turn]]:
    """Return turns in order, each with its time: by time, then place in the transcript, then id.

    A turn without a time has the time of the turn before it in the transcript, and stays behind it. Where no
    turn has one, all times are empty and the transcript alone gives the order.
    """
    placed = sorted(turns, key=lambda turn: (turn.place, turn.id))
    at = min((turn.at for turn in placed if turn.at), default="")
    found = []
    for turn in placed:
        at = turn.at or at
        found.append((at, turn))
    return sorted(found, key=lambda one: one[0])


def in_order(turns: Iterable[Turn]) -> list[Turn]:
    """Return turns in the order in which they followed one another."""
    return [turn for _, turn in timeline(turns)]
