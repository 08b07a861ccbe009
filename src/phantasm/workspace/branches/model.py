"""What is known of a branch, a worktree and a repository? Frozen pictures of what git said at one moment."""

from dataclasses import dataclass, field
from typing import Literal

BranchState = Literal["active", "merged", "renamed", "abandoned", "unknown"]
"""`merged`: the trunk has what it did; `abandoned`: gone without that; `unknown`: git cannot tell."""
How = Literal["merge", "fast-forward", "squash", "rebase"]


@dataclass(frozen=True, slots=True)
class Rename:
    """Somebody gave a branch another name."""

    old: str
    new: str
    at: int
    """Seconds since 1970, as reflogs count."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What the reflogs tell about one branch, also about one that is gone."""

    tip: str | None = None
    """Where it was last seen."""
    start: str | None = None
    """Where the branch that has the name now began; None where nobody noted it."""
    created_at: int | None = None
    """When the branch that has the name now was made, in seconds since 1970."""
    own: tuple[str, ...] = ()
    """Commits that were made on it, oldest first."""
    visited: bool = False
    """Whether a reflog saw somebody work on it, so that what it does not tell did not happen."""
    former: "Trace | None" = None
    """An earlier branch with this name, as far as it was seen."""


@dataclass(frozen=True, slots=True)
class Repository:
    """Branches, worktrees and the trunk, as git has them now."""

    trunk: str | None
    """The name of the default branch."""
    trunk_tips: tuple[str, ...]
    """Where it is: here, and where it was last fetched from."""
    heads: dict[str, str]
    """The tip of every local branch."""
    remotes: dict[str, str]
    """The tip of every branch of a remote, by the name that it has there."""
    worktrees: frozenset[str]
    traces: dict[str, Trace] = field(default_factory=dict)
    renames: tuple[Rename, ...] = ()
    merged_names: frozenset[str] = frozenset()
    """The branches that somebody merged into another one here."""
    shallow: bool = False
    """Whether the history was cut off: what is not there may have been."""

    @property
    def renamed_from(self) -> frozenset[str]:
        """The names that branches had before."""
        return frozenset(one.old for one in self.renames)


@dataclass(frozen=True, slots=True)
class Landing:
    """How what a branch did came into the trunk."""

    commit: str
    """The commit with which the trunk had it."""
    how: How
    tip: str
    """Up to where the branch came in."""
    base: str = ""
    """Where the trunk's own commits of it begin, for what came in as more than one; else empty."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a branch."""

    state: BranchState
    name: str
    tip: str | None = None
    landing: Landing | None = None
    """Where it was merged; of an active one, the part that was."""
    renamed_to: str | None = None
    into: str | None = None
    """The branch that has it: the trunk, or another one that a gone branch went into."""
    own: bool = False
    """Whether it had commits of its own."""
