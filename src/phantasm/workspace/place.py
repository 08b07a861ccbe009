"""Where is the caller? The branch and the worktree that a folder is in, without running git."""

from dataclasses import dataclass
from pathlib import Path

_BRANCH = "ref: refs/heads/"
MAIN_WORKTREE = "main"
"""What the first worktree of a repository is called; git names only the linked ones."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody works; None where there is no repository, or no branch is checked out."""

    branch: str | None = None
    worktree: str | None = None


def here(start: Path) -> Place:
    """Return the branch and the worktree at or above a folder."""
    for folder in (start, *start.parents):
        link = folder / ".git"
        if link.is_dir():
            return Place(_branch(link), MAIN_WORKTREE)
        if link.is_file():
            git_folder = _pointed_at(link)
            linked = git_folder.parent.name == "worktrees"
            return Place(_branch(git_folder), git_folder.name if linked else MAIN_WORKTREE)
    return Place()


def _pointed_at(link: Path) -> Path:
    text = link.read_text(encoding="utf-8", errors="replace").strip()
    return (link.parent / text.removeprefix("gitdir:").strip()).resolve()


def _branch(git_folder: Path) -> str | None:
    try:
        head = (git_folder / "HEAD").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return None
    return head.removeprefix(_BRANCH) if head.startswith(_BRANCH) else None
