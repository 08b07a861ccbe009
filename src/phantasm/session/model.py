"""What is a session, a turn of it, and an episode? Pure.

A turn is one thing that was said, thought, done or seen. An episode is what a session comes to: it is derived
from the turns and can be derived again.
"""

from dataclasses import dataclass, field
from typing import Literal

from phantasm.session.transcripts.terms import Role, Spent

Slot = Literal["observation", "reasoning", "action", "outcome"]
"""What a turn is to the work: what came in, what was thought of it, what was done, what that gave."""

THOUGHT = "#thought"
"""What the id of a turn ends with that was only thought."""

Outcome = Literal["success", "failure", "partial", "abandoned", "unknown"]


@dataclass(frozen=True, slots=True)
class Turn:
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


@dataclass(frozen=True, slots=True)
class Session:
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
