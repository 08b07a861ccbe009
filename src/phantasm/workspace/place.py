"""Where is the caller? The branch and the worktree that a folder is in, without running git."""

import re
from pathlib import Path
from typing import NamedTuple

_REFERENCE = "ref: "
_BELOW = "refs/"
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_NAME = re.compile(r"(?!.*(?:\.\.|//|@\{))[^\0- \x7f~^:?*\[\\]+")
"""What git allows as the name of a branch. The files of a folder that was unpacked may say anything, and name
files anywhere: nothing else in them is believed, read or handed on."""
_BRANCH = f"{_REFERENCE}refs/heads/"
MAIN_WORKTREE = "main"
"""What the first worktree of a repository is called; git names only the linked ones."""


class Place(NamedTuple):
    """Where somebody works; None where there is no repository, or no branch is checked out."""

    branch: str | None = None
    worktree: str | None = None


def here(start: Path) -> Place:
    """Return the branch and the worktree at or above a folder."""
    folder = git_folder(start)
    if folder is None:
        return Place()
    linked = folder.parent.name == "worktrees"
    return Place(_branch(folder), folder.name if linked else MAIN_WORKTREE)


def checkout(start: Path) -> str:
    """Return where HEAD is at or above a folder, and what it says; the same as long as nobody switches."""
    folder = git_folder(start)
    return f"{folder} {_read(folder / 'HEAD') or ''}" if folder else ""


def commit_at(start: Path) -> str | None:
    """Return the commit that is checked out at or above a folder; None before the first one."""
    folder = git_folder(start)
    head = _read(folder / "HEAD") if folder else None
    if folder is None or head is None or not head.startswith(_REFERENCE):
        return _commit(head)
    name = head.removeprefix(_REFERENCE)
    if not name.startswith(_BELOW) or not _NAME.fullmatch(name):
        return None
    shared = shared_folder(folder)
    loose = _read(shared / name)
    if loose:
        return _commit(loose)
    lines = (line.split(" ") for line in (_read(shared / "packed-refs") or "").splitlines())
    return _commit(next((line[0] for line in lines if line[1:] == [name]), None))


def top_of(start: Path) -> Path | None:
    """Return the top of the working tree at or above a folder; None outside a repository."""
    return next((folder for folder in (start, *start.parents) if (folder / ".git").exists()), None)


def tree_of(project: Path, start: Path) -> Path:
    """Return the project's folder in the working tree that the caller stands in."""
    if project == start:
        return project
    top, own = top_of(project), top_of(start)
    if top is None or own is None or top == own:
        return project
    within = own / project.relative_to(top)
    return within if within.is_dir() else project


def git_folder(start: Path) -> Path | None:
    """Return where git keeps what it knows of the working tree at or above a folder."""
    for folder in (start, *start.parents):
        link = folder / ".git"
        if link.is_dir():
            return link
        if link.is_file():
            return _pointed_at(link)
    return None


def shared_folder(folder: Path) -> Path:
    """Return where all worktrees of a repository keep what they share: branches, objects, configuration."""
    return folder / (_read(folder / "commondir") or ".")


def _pointed_at(link: Path) -> Path | None:
    """Return the folder that a `.git` file names; None where it cannot be one."""
    try:
        return (link.parent / (_read(link) or "").removeprefix("gitdir:").strip()).resolve()
    except (OSError, ValueError, RuntimeError):  # a name that no file has, or links in a circle
        return None


def _branch(folder: Path) -> str | None:
    head = _read(folder / "HEAD") or ""
    name = head.removeprefix(_BRANCH) if head.startswith(_BRANCH) else ""
    return name if _NAME.fullmatch(name) else None


def _commit(text: str | None) -> str | None:
    return text if text is not None and _COMMIT.fullmatch(text) else None


def _read(file: Path) -> str | None:
    try:
        if not file.is_file():  # a pipe would never end
            return None
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except (OSError, ValueError):
        return None
