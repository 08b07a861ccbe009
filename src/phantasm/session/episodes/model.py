"""What does a session come to? An episode, derived from its turns, which can be derived again. Pure."""

from dataclasses import dataclass, field
from typing import Literal

from phantasm.session.model import Outcome
from phantasm.session.transcripts.terms import Spent


@dataclass(frozen=True, slots=True)
class Said:
    """A stretch of a turn's text."""

    turn: str
    text: str
    evidence_id: str | None = None


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that was run, and what came of it."""

    turn: str
    command: str
    exit_code: int | None = None
    failed: bool | None = None
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Basis:
    """What an outcome rests on."""

    kind: Literal["exit_code", "test_result", "words", "report"]
    says: Literal["success", "failure"]
    text: str
    turn: str | None = None
    evidence_id: str | None = None


@dataclass(frozen=True, slots=True)
class Overcome:
    """A command that failed, how, and what got past it."""

    command: str
    signature: tuple[str, ...]
    """The telling words of the error, without what changes from run to run: paths, numbers, times."""
    error: str
    """The line that tells most."""
    way: tuple[str, ...] = ()
    """The commands and edits between the failure and the first success of the command; empty: none was."""
    turn: str | None = None


@dataclass(frozen=True, slots=True)
class Episode:
    """What a session came to."""

    session: str
    client: str
    summary: str
    goal: str = ""
    started_at: str | None = None
    ended_at: str | None = None
    duration_seconds: int | None = None
    asked: tuple[Said, ...] = ()
    """What the user said, shortened."""
    answered: tuple[Said, ...] = ()
    """What the assistant said, shortened."""
    tools: tuple[tuple[str, int], ...] = ()
    """Which tools were used, how often."""
    outcome: Outcome = "unknown"
    because: tuple[Basis, ...] = ()
    """What the outcome rests on; none for `unknown`."""
    entities: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    commands: tuple[Ran, ...] = ()
    corrections: tuple[Said, ...] = ()
    lessons: tuple[Said, ...] = ()
    overcome: tuple[Overcome, ...] = ()
    cited: tuple[str, ...] = ()
    """Handles of records and procedures that the assistant cited."""
    spent: Spent = field(default_factory=Spent)
    models: tuple[str, ...] = ()
    turns: int = 0
    importance: float = 0.5
