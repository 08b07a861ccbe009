"""What is a commit? Who changed what when, and what the message says about it."""

from dataclasses import dataclass
from typing import Literal

from phantasm.workspace.history.naming import issues_in

Change = Literal["A", "M", "D", "R"]
"""Added, modified (also its type), deleted, renamed."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """What a commit did to one file."""

    change: Change
    path: str
    old_path: str | None = None
    """What it was called before a rename."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit as git tells it."""

    sha: str
    parents: tuple[str, ...]
    committed_at: str
    author: str
    """The name, as the repository's mailmap has it."""
    mail: str
    """Only ever kept as a keyed address."""
    message: str
    files: tuple[FileChange, ...] = ()
    """Against the first parent."""

    @property
    def subject(self) -> str:
        """The first paragraph on one line, as git shows it."""
        first = self.message.strip().split("\n\n", maxsplit=1)[0]
        return " ".join(first.split())

    @property
    def body(self) -> str:
        """What the message says after its subject."""
        parts = self.message.strip().split("\n\n", maxsplit=1)
        return parts[1].strip() if len(parts) > 1 else ""

    @property
    def issues(self) -> tuple[int, ...]:
        """The numbers of issues and pull requests that it mentions."""
        return tuple(issues_in(self.message))


@dataclass(frozen=True, slots=True)
class Tag:
    """A name for a commit, and when it was given."""

    name: str
    sha: str
    at: str


@dataclass(frozen=True, slots=True)
class Known:
    """One commit as the store has it; what it says is in its evidence."""

    id: int
    """Ascending in the order of taking in: those that a commit stands on come before it."""
    sha: str
    seq: int
    """The write that brought it."""
    committed_at: str
    parents: tuple[str, ...]
    author: str | None
    """Keyed addresses of the author's name and mail."""
    mail: str | None
    bot: bool
    files: int
    """How many files it changed."""
    state: Literal["kept", "unreachable", "erased"]
    """Unreachable: nothing in the repository leads to it any more, as after a rewrite."""
    evidence_id: str | None

    @property
    def is_merge(self) -> bool:
        """Whether it joins lines of work; what it changed is then told by the commits that it joins."""
        return len(self.parents) > 1
