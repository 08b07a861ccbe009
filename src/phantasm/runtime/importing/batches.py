"""What is handed over in one go? Turns of sessions, few enough that nobody waits long for the store."""

from dataclasses import dataclass, field
from typing import Any, Final

from phantasm.contracts.model import JsonObject

MOST_TURNS: Final = 200
MOST_CHARACTERS: Final = 150_000
"""The most that one request brings. Both keep the store's lock well below a quarter of a second (measured by
`benchmarks/importing.py`); half as much is a tenth slower, twice as much no faster."""
MOST_SESSIONS: Final = 100
"""Half of what the contract takes: an entry for each session costs as much as a few turns."""


@dataclass(slots=True)
class Batch:
    """What waits to be handed over."""

    sessions: dict[str, dict[str, Any]] = field(default_factory=dict)
    turns: int = 0
    characters: int = 0

    @property
    def is_full(self) -> bool:
        """Whether it has to be handed over before anything comes to it."""
        return (
            self.turns >= MOST_TURNS
            or self.characters >= MOST_CHARACTERS
            or len(self.sessions) >= MOST_SESSIONS
        )

    def tell(self, session_id: str, fields: JsonObject) -> None:
        """Take in what is known about a session."""
        self.sessions.setdefault(session_id, {"turns": []}).update(fields)

    def add(self, session_id: str, turn: JsonObject) -> None:
        """Take in a turn of a session that was told of."""
        self.sessions[session_id]["turns"].append(turn)
        self.turns += 1
        self.characters += len(str(turn.get("text", ""))) + len(str(turn.get("command", "")))
