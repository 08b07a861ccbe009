"""The project of an event, and its private folder if that may be used. Standard library only, no pathlib."""

from __future__ import annotations

import os

from phantasm.config import trust
from phantasm.config.finding import FOLDER, git_folder_named_by, text_of, upwards

OFF = "PHANTASM_OFF"
"""Set to anything but 0, hooks of this session do nothing."""
_INSIDE = ("tmp", "tmp/inbox", "given", "ready", "logs")
"""The folders in which a hook writes or reads."""
FILE, _FOLDER = 0o10, 0o04
"""What the upper bits of a mode say of a regular file and of a folder; `stat` would say it with names, and
has to be loaded."""
_RESERVED = ("PHANTASM_CLIENT", "PHANTASM_HOME", OFF)


def is_off() -> bool:
    """Tell whether the person has switched hooks off for this session."""
    return os.environ.get(OFF, "0") not in ("", "0")


def is_configured_here() -> bool:
    """Tell whether variables of the environment change the configuration."""
    return any(name.startswith("PHANTASM_") and name not in _RESERVED for name in os.environ)


def folder_of(told: str) -> str:
    """Return where the client works: what it says, what it sets, or where the hook was started."""
    for folder in (told, os.environ.get("CLAUDE_PROJECT_DIR", "")):
        if folder and os.path.isdir(folder):
            return os.path.abspath(folder)
    try:
        return os.getcwd()
    except OSError:  # removed meanwhile, as worktrees are
        return ""


def head_of(start: str) -> str:
    """Return where HEAD is at or above a folder, and what it says: the worktree, and the branch in it."""
    for folder in upwards(start):
        git = git_folder_named_by(folder) or f"{folder}/.git"
        if os.path.isdir(git):
            return f"{git} {text_of(f'{git}/HEAD')}"
    return ""


def state_of(root: str) -> str:
    """Return the project's private folder; empty where no person has accepted it, or it is no folder of ours.

    A clone or an archive may bring anything in place of our folders: a memory that somebody else wrote, or
    links that lead elsewhere.
    """
    folder = f"{root}/{FOLDER}"
    state = f"{folder}/state"
    if not _is_own(folder) or not _is_own(state) or trust.doubt(root):
        return ""
    inside = (f"{state}/{name}" for name in _INSIDE)
    return state if all(_is_own(name) or not os.path.lexists(name) for name in inside) else ""


def _is_own(path: str) -> bool:
    """Tell whether a folder is a real one of this user."""
    try:
        status = os.lstat(path)
    except OSError:
        return False
    return status.st_mode >> 12 == _FOLDER and status.st_uid == os.geteuid()
