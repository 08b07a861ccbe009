"""Which project does an event belong to, and may anything be done there? The standard library only.

The same questions as workspace.repository and config.paths answer for everybody else, with strings: a hook
that only reads a file must not pay for pathlib. A test holds the two against each other.
"""

from __future__ import annotations

import os

FOLDER = ".phantasm"
OFF = "PHANTASM_OFF"
"""Set to anything but 0, hooks of this session do nothing."""
_INSIDE = ("tmp", "tmp/inbox", "given", "ready", "logs")
"""The folders in which a hook writes or reads."""
FILE, _FOLDER = 0o10, 0o04
"""What the upper bits of a mode say of a regular file and of a folder; `stat` would say it with names, and
has to be loaded."""
_OWN = "own"
_CONFIG_BYTES = 64 * 1024
"""The most that a config file may have; config.files says the same."""
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


def find_root(start: str) -> str:
    """Return the nearest bootstrapped folder at or above `start`; a worktree shares its main worktree's."""
    if not start:
        return ""
    folders = []
    for folder in _upwards(start):
        folders.append(folder)
        if os.path.exists(f"{folder}/.git"):
            break
    top = folders[-1]
    main = _main_worktree(top)
    for folder in folders:
        twin = f"{main}{folder[len(top) :]}" if main else ""
        has_store = os.path.isdir(f"{folder}/{FOLDER}/state")
        if twin and os.path.isdir(f"{twin}/{FOLDER}") and not has_store and not _keep_own(twin):
            return twin
        if os.path.isdir(f"{folder}/{FOLDER}"):
            return folder
    return ""


def head_of(start: str) -> str:
    """Return where HEAD is at or above a folder, and what it says: the worktree, and the branch in it."""
    for folder in _upwards(start):
        git = f"{folder}/.git"
        if os.path.isfile(git):
            git = _pointed_at(folder)
        if os.path.isdir(git):
            return f"{git} {_read(f'{git}/HEAD')}"
    return ""


def state_of(root: str) -> str:
    """Return the project's private folder; empty where it is not the user's own, or not private.

    A clone may bring anything in place of our folders: links that lead elsewhere, or a memory that somebody
    else wrote. Git makes neither folders nor files that only their owner may read.
    """
    folder = f"{root}/{FOLDER}"
    state = f"{folder}/state"
    if not _is_own(folder) or not _is_own(state, forbidden=0o077):
        return ""
    inside = (f"{state}/{name}" for name in _INSIDE)
    return state if all(_is_own(name) or not os.path.lexists(name) for name in inside) else ""


def _is_own(path: str, *, forbidden: int = 0) -> bool:
    """Tell whether a folder is a real one of this user, with none of the forbidden permissions."""
    try:
        status = os.lstat(path)
    except OSError:
        return False
    return (
        status.st_mode >> 12 == _FOLDER and status.st_uid == os.geteuid() and not status.st_mode & forbidden
    )


def user_folder() -> str:
    """Return where the user keeps what no repository may bring; config.environment says the same."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return os.environ.get("PHANTASM_HOME") or f"{base}/phantasm"


def _upwards(start: str) -> list[str]:
    found = [start]
    while (above := os.path.dirname(found[-1])) != found[-1]:
        found.append(above)
    return found


def _main_worktree(folder: str) -> str:
    if not os.path.isfile(f"{folder}/.git"):
        return ""
    git = _pointed_at(folder)
    common = _read(f"{git}/commondir")
    if not common:
        return ""
    shared = os.path.realpath(os.path.join(git, common))
    return os.path.dirname(shared) if os.path.basename(shared) == ".git" else ""


def _keep_own(root: str) -> bool:
    """Tell whether each worktree of a project keeps a memory of its own."""
    chosen = os.environ.get("PHANTASM_WORKSPACE__WORKTREES")
    if chosen is not None:
        return chosen.strip("\"'") == _OWN
    text = _read(f"{root}/{FOLDER}/phantasm.toml", _CONFIG_BYTES)
    if "worktrees" not in text or _OWN not in text.replace('"', "'").split("'"):
        return False
    import tomllib  # noqa: PLC0415  few choose it

    try:
        section = tomllib.loads(text).get("workspace")
    except (ValueError, RecursionError):
        return False
    return isinstance(section, dict) and section.get("worktrees") == _OWN


def _pointed_at(folder: str) -> str:
    told = _read(f"{folder}/.git").removeprefix("gitdir:").strip()
    return os.path.realpath(os.path.join(folder, told))


def _read(path: str, most: int = 4096) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(most).strip()
    except OSError:
        return ""
