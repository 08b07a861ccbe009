"""What happened in git that concerns records? One event, and what is to be done about it."""

from dataclasses import dataclass, field

from phantasm.workspace.branches.model import Fate
from phantasm.workspace.branches.store import Cause, Known, Move


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in git, and the records that it concerns."""

    cause: Cause
    reference: str
    """The branch, the worktree, or the commit that was taken back."""
    why: str
    """For people and the journal."""
    records: tuple[str, ...]
    returns: bool = False
    """Whether the reason has passed, so that what was retired holds again."""
    commit: str | None = None
    """The commit with which it happened, where there is one."""
    base: str = ""
    to_branch: str | None = None
    """The branch that the records go to."""
    settled: tuple[Move, ...] = ()
    """What was noted about it and no longer counts."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that is to be followed, in order, and what was seen on the way."""

    events: tuple[Event, ...] = ()
    seen: tuple[Known, ...] = ()
    fates: dict[str, Fate] = field(default_factory=dict)
    trunk: str | None = None
    worktrees: frozenset[str] = frozenset()
    known: tuple[Known, ...] = ()
    """What was known before, also of branches to which nothing belongs any more."""
