"""Does the repository track files below a folder? Asks git, where there is one."""

from pathlib import Path

from phantasm.workspace import git


def tracked_below(root: Path, folder: str) -> list[str]:
    """Return the files below `folder` that the repository at `root` tracks; empty where git cannot tell."""
    if not (root / ".git").exists():
        return []
    found = git.answer(root, "ls-files", "--cached", "-z", "--", folder)
    return [name for name in (found or "").split("\0") if name]
