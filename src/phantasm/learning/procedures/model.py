"""What is a procedure that was learned, and what speaks for it? Pure."""

from dataclasses import dataclass
from typing import Literal

State = Literal["candidate", "verified", "demoted"]
"""What a procedure is held as: suggested, followed, or no longer to be followed."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A part of the commands that differs from time to time."""

    name: str
    examples: tuple[str, ...]
    """Values that were used, most frequent first."""
    in_goal: bool = False
    """Whether the user's request says it."""


@dataclass(frozen=True, slots=True)
class ProcedureStep:
    """One command of a procedure."""

    action: str
    """The command, with `{name}` for a parameter."""
    tool: str
    act: str
    """The tool and its verb: what a command is recognised by."""
    form: str
    expected: str = ""
    """What success looks like; empty where no exit code was seen."""
    optional: bool = False
    note: str = ""
    """What a user said about it."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """When a procedure is to be used."""

    words: tuple[str, ...] = ()
    """What users ask for, most telling first."""
    files: tuple[str, ...] = ()
    failing: str = ""
    """The command that fails before it, where one does."""
    error: tuple[str, ...] = ()
    """The telling words of that failure."""

    @property
    def says_something(self) -> bool:
        """Whether there is anything to recognise the occasion by."""
        return bool(self.words or self.files or self.failing)


@dataclass(frozen=True, slots=True)
class Candidate:
    """What several sessions did in the same way."""

    signature: str
    """The same however many more sessions do it."""
    title: str
    trigger: Trigger
    preconditions: tuple[str, ...]
    steps: tuple[ProcedureStep, ...]
    parameters: tuple[Parameter, ...]
    files: tuple[str, ...]
    """What is edited, with parameters; in no order, since a session does not say when."""
    anchors: tuple[str, ...]
    """The files of the repository that the steps name."""
    sessions: tuple[str, ...]
    """Who did it, oldest first."""
    text_from_untrusted: bool = False
    """Whether words of it, not commands and exit codes, come from text that nobody vouches for."""

    @property
    def acts(self) -> tuple[str, ...]:
        """What is done, in order, without what may be left out."""
        return tuple(step.act for step in self.steps if not step.optional)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One session's try at a procedure."""

    session: str
    at: str
    """When it ended, or began; empty where the transcript does not say."""
    result: Literal["success", "failure", "unknown"]
    evidence: tuple[str, ...] = ()
    """What says so: `exit_code`, `test_result`, `report`; none for words alone."""
    explained: str = ""
    """Why a failure does not speak against the procedure; empty where it does."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """What speaks for a candidate and against it."""

    successes: tuple[str, ...]
    """Sessions that succeeded, are independent of one another and have exit-code or test evidence."""
    weak: tuple[str, ...]
    """Sessions that went well by word alone, or that only repeat another."""
    failures: tuple[str, ...]
    """Sessions that failed at it, ever."""
    fresh_failures: tuple[str, ...]
    """Those after the last success that nothing explains."""
    explained: tuple[tuple[str, str], ...]
    """Failures after the last success that do not count, and why."""
    telling: tuple[str, ...]
    """The steps that may not be left out and that other work hardly ever has."""
    gone: tuple[str, ...]
    """Anchors that are no longer there."""
    replayed: float
    """The share of its steps that a candidate made without a session predicted in that session, in order."""
    replays: int
    """How many sessions were held back for it."""
    last_success: str = ""


@dataclass(frozen=True, slots=True)
class Verified:
    """It may be followed."""


@dataclass(frozen=True, slots=True)
class Waits:
    """Something is still missing."""

    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """It is no procedure, or no longer one."""

    reasons: tuple[str, ...]


Verdict = Verified | Waits | Refused


@dataclass(frozen=True, slots=True)
class Known:
    """A procedure that is held already."""

    signature: str
    acts: tuple[str, ...]
    words: tuple[str, ...] = ()
    state: State = "candidate"
    successes: int = 0
    """Uses that went well, reported or derived."""
    failures: int = 0
    fresh_failures: int = 0
    """Uses that failed since the last one that went well."""
    actions: tuple[str, ...] = ()
    """The commands as they are held, to see whether they change."""
    is_named_well: bool = True
    """Whether its name has something to do with its steps."""


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate with what speaks for it, and what follows from that."""

    candidate: Candidate
    bundle: Bundle
    verdict: Verdict
