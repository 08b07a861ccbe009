"""What is a turn of a transcript, whichever client wrote it? Pure."""

from dataclasses import dataclass, field
from typing import Literal

from phantasm.session.transcripts.terms import Role, Spent


@dataclass(frozen=True, slots=True)
class Call:
    """A tool that was asked for."""

    id: str
    name: str
    arguments: str
    """As JSON where the client has it so, else as it stands."""
    command: str | None = None
    """The command line, where the tool runs one."""
    files: tuple[str, ...] = ()
    """The files that it names."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool gave back."""

    call: str
    """The id of the call."""
    text: str
    exit_code: int | None = None
    failed: bool | None = None
    """Whether the client says that it failed; None where it does not say."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing that was said, thought, done or seen."""

    session: str
    """The client's own id of the session."""
    id: str
    """The client's id of the turn, or where it stands: the same each time it is read."""
    role: Role
    text: str
    """What was said, verbatim; without thoughts, calls and answers."""
    at: str | None = None
    """When, in UTC with microseconds; None where the transcript does not say."""
    parent: str | None = None
    """The turn that it follows, where the transcript is a tree."""
    thought: str = ""
    """What was thought, where the transcript has it."""
    calls: tuple[Call, ...] = ()
    answers: tuple[Answer, ...] = ()
    model: str | None = None
    spent: Spent | None = None
    folder: str | None = None
    branch: str | None = None
    agent: str | None = None
    """The subagent that speaks; None for the main line."""
    is_machine: bool = False
    """Whether no person or model said it: reminders, hook output, summaries of what was compacted."""


@dataclass(frozen=True, slots=True)
class Began:
    """A session, or after compaction another segment of one, begins here."""

    session: str
    at: str | None = None
    continues: str | None = None
    """The session that it goes on with."""
    folder: str | None = None
    branch: str | None = None
    version: str | None = None
    """The client's version."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line that is no turn: malformed, of an unknown type, or too long to be held."""

    why: Literal["malformed", "unknown", "too_long", "unfinished"]
    detail: str = field(default="", compare=False)


Event = Turn | Began | Unreadable
"""What a reader yields for a line."""
