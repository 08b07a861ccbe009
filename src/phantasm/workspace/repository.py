"""Which project does a folder belong to? Looks upwards, without running git."""

from pathlib import Path

from phantasm.config.paths import FOLDER


def find_project(start: Path) -> Path | None:
    """Return the nearest bootstrapped folder at or above `start`; a worktree shares its main worktree's."""
    for folder in (start, *start.parents):
        if (folder / FOLDER).is_dir():
            return folder
        if (folder / ".git").exists():
            main = main_worktree(folder)
            return main if main != folder and (main / FOLDER).is_dir() else None
    return None


def find_root(start: Path) -> Path:
    """Return where a project should be bootstrapped: the repository's main worktree, else `start` itself."""
    for folder in (start, *start.parents):
        if (folder / FOLDER).is_dir():
            return folder
        if (folder / ".git").exists():
            return main_worktree(folder)
    return start


def main_worktree(folder: Path) -> Path:
    """Return the main worktree of the repository that `folder` is the top of.

    In a linked worktree `.git` is a file that points into the main repository's `worktrees` folder, and the
    `commondir` file there points back to the shared `.git` folder.
    """
    link = folder / ".git"
    if not link.is_file():
        return folder
    text = link.read_text(encoding="utf-8", errors="replace").strip()
    git_folder = (folder / text.removeprefix("gitdir:").strip()).resolve()
    try:
        common = (git_folder / "commondir").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:  # a submodule: its `.git` file points at a repository of its own
        return folder
    shared = (git_folder / common).resolve()
    return shared.parent if shared.name == ".git" else folder
