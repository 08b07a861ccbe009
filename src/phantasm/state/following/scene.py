"""What is the situation? What the store knows about branches, and who can say what became of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from phantasm.state.following.store import Scoped
from phantasm.storage.work import Work
from phantasm.workspace.branches.judging import Judge
from phantasm.workspace.branches.model import Fate
from phantasm.workspace.branches.reverts import Reverts
from phantasm.workspace.branches.store import Known, Move

SHORT = 9
"""Characters of a commit's name that people are shown."""
Learned = Callable[[Sequence[str]], dict[str, str]]
"""Which records were learned from some commits and from nothing else, each with its commit."""


@dataclass(slots=True)
class Scene:
    """What the store knows, and who can say what became of it."""

    work: Work
    judge: Judge
    known: dict[tuple[str, str], Known]
    moves: list[Move]
    learned: Learned
    by_branch: dict[str, list[Scoped]] = field(default_factory=dict)
    by_worktree: dict[str, list[Scoped]] = field(default_factory=dict)
    noted: set[tuple[str, str, str, str]] = field(default_factory=set)
    fates: dict[str, Fate] = field(default_factory=dict)

    def is_noted(self, record_id: str, cause: str, reference: str, commit: str = "") -> bool:
        """Tell whether a record was moved for this very reason before: whoever took that back meant it."""
        if not self.noted:
            self.noted.update(one.key for one in self.moves)
        return (record_id, cause, reference, commit) in self.noted

    def fate(self, name: str) -> Fate:
        """Return what became of a branch, worked out once."""
        if name not in self.fates:
            self.fates[name] = self.judge.fate(name, self.known.get(("branch", name)))
        return self.fates[name]

    def histories(self, branch: str | None) -> list[Reverts]:
        """Return where a record's commits may have been taken back: in the trunk, and on its own branch."""
        trunk = self.judge.reverts
        own = self.judge.reverts_on(branch) if branch else None
        return [one for one in (trunk, own) if one is not None]
