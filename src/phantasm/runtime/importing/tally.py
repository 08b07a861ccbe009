"""What came of an import? Counted on the way, and told at its end."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from phantasm.contracts.model import JsonObject

MOST_PROBLEMS: Final = 50
"""How many files are named that could not be read; their number says the rest."""


@dataclass(slots=True)
class Tally:
    """What was counted so far."""

    files: Counter[str] = field(default_factory=Counter)
    """read, unchanged, unrecognised, of another project, too old, failed."""
    clients: Counter[str] = field(default_factory=Counter)
    """Files that were read, by client."""
    sessions: set[str] = field(default_factory=set)
    turns: Counter[str] = field(default_factory=Counter)
    """added, grown, known."""
    episodes: Counter[str] = field(default_factory=Counter)
    """By outcome."""
    last_turns: dict[str, tuple[str, str]] = field(default_factory=dict)
    """When the last turn was that a session was seen to have, and whose it is."""
    lengths: Counter[str] = field(default_factory=Counter)
    """How many turns a session was seen to have."""
    left_open: int = 0
    skipped_lines: Counter[str] = field(default_factory=Counter)
    """By reason."""
    secrets: int = 0
    bytes_read: int = 0
    problems: list[JsonObject] = field(default_factory=list)

    def fail(self, file: str, message: str) -> None:
        """Note that a file could not be read."""
        self.files["failed"] += 1
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append({"file": file, "problem": message})

    def see(self, session: str, client: str, moment: str | None) -> None:
        """Note that a session of a client has a turn, and when."""
        self.lengths[session] += 1
        if moment is not None and moment > self.last_turns.get(session, ("", ""))[0]:
            self.last_turns[session] = moment, client

    def take(self, data: JsonObject) -> None:
        """Count what became of turns that were handed over."""
        told = data.get("sessions")
        for one in told if isinstance(told, list) else ():
            for name in ("added", "grown", "known"):
                self.turns[name] += one[name]
            if one.get("formed"):
                self.episodes[one.get("outcome") or "unknown"] += 1

    def to_json(self, *, seconds: float, dry_run: bool) -> JsonObject:
        """Return the whole account."""
        return {
            "files": _sorted(self.files),
            "clients": _sorted(self.clients),
            "sessions": len(self.sessions),
            "turns": _sorted(self.turns),
            "episodes": _sorted(self.episodes),
            "left_open": self.left_open,
            "skipped_lines": _sorted(self.skipped_lines),
            "secrets_masked": self.secrets,
            "bytes": self.bytes_read,
            "seconds": round(seconds, 3),
            "problems": self.problems,
            "dry_run": dry_run,
        }


def _sorted(counts: Counter[str]) -> JsonObject:
    return {name: counts[name] for name in sorted(counts) if counts[name]}
