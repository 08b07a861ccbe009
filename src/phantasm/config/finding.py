"""Project finder: the nearest `.phantasm` at or above a folder; a linked worktree shares its main worktree's.

Without running git, and with strings and the standard library only: hooks ask this for every event.
"""

from __future__ import annotations

import os

from phantasm.config.environment import variable

# Type checkers take this for true; the one of `typing` takes longer to load than all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FOLDER = ".phantasm"
_CHOICE = "PHANTASM_WORKSPACE__WORKTREES"
_OWN = "own"
_CONFIG_BYTES = 64 * 1024
"""The most that a configuration file may have; config.files says the same."""
_FILE = 0o10
"""What the upper bits of a mode say of a regular file."""


def find_project(start: Path) -> Path | None:
    """Return the nearest bootstrapped folder at or above `start`; a worktree shares its main worktree's."""
    from pathlib import Path  # noqa: PLC0415  hooks do without

    found = find(str(start))
    return Path(found) if found else None


def find_root(start: Path) -> Path:
    """Return where a project should be bootstrapped: the repository's main worktree, else `start` itself."""
    from pathlib import Path  # noqa: PLC0415  hooks do without

    root, twin_root = str(start), ""
    for folder, twin in _upwards(str(start)):
        root, twin_root = folder, twin
        if _has_folder(folder) or (twin and _has_folder(twin)):
            break
    else:
        root = root if os.path.exists(f"{root}/.git") else str(start)
    return Path(root if not twin_root or _has_store(root) or _keep_own(twin_root) else twin_root)


def find(start: str) -> str:
    """Return the same as `find_project`, as a text: empty where there is none."""
    if not start:
        return ""
    for folder, twin in _upwards(start):
        if twin and _has_folder(twin) and not _has_store(folder) and not _keep_own(twin):
            return twin
        if _has_folder(folder):
            return folder
    return ""


def main_worktree(folder: str) -> str:
    """Return the main worktree of a repository by one of its linked worktrees; empty where `folder` is none.

    Anybody can write a `.git` file that points into another project. So the folder that it names has to be
    one of that repository's own `worktrees`, and git's note in it has to point back here: git wrote both when
    the worktree was made. The `.git` file of a submodule points to a repository of its own.
    """
    git = git_folder_named_by(folder)
    shared = os.path.realpath(os.path.join(git, text_of(f"{git}/commondir") or ".")) if git else ""
    if os.path.basename(shared) != ".git" or os.path.dirname(git) != f"{shared}/worktrees":
        return ""
    back = os.path.join(git, text_of(f"{git}/gitdir"))
    is_known = os.path.basename(back) == ".git" and os.path.realpath(os.path.dirname(back)) == (
        os.path.realpath(folder)
    )
    return os.path.dirname(shared) if is_known else ""


def upwards(start: str) -> Iterator[str]:
    """Yield a folder and those above it."""
    yield start
    while (above := os.path.dirname(start)) != start:
        yield above
        start = above


def git_folder_named_by(folder: str) -> str:
    """Return the folder that a `.git` file names; empty where there is no such file."""
    said = text_of(f"{folder}/.git")
    try:
        return os.path.realpath(os.path.join(folder, said.removeprefix("gitdir:").strip())) if said else ""
    except ValueError:  # a name that no file has
        return ""


def text_of(path: str, most: int = 4096) -> str:
    """Return a small regular file's text; empty for a link, a pipe and whatever cannot be read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return ""
    try:
        if os.fstat(descriptor).st_mode >> 12 != _FILE:
            return ""
        return os.read(descriptor, most).decode("utf-8", "replace").strip()
    except OSError:
        return ""
    finally:
        os.close(descriptor)


def _upwards(start: str) -> Iterator[tuple[str, str]]:
    """Yield the folders up to the top of the repository; in a linked worktree also the main one's of each."""
    folders = []
    for folder in upwards(start):
        folders.append(folder)
        if os.path.exists(f"{folder}/.git"):
            break
    top = folders[-1]
    main = main_worktree(top)
    for folder in folders:
        yield folder, f"{main}{folder[len(top) :]}" if main else ""


def _has_folder(root: str) -> bool:
    return os.path.isdir(f"{root}/{FOLDER}")


def _has_store(root: str) -> bool:
    """Tell whether a memory was set up here; a checkout brings its tracked files only."""
    return os.path.isdir(f"{root}/{FOLDER}/state")


def _keep_own(root: str) -> bool:
    """Tell whether each worktree of a project keeps a memory of its own."""
    chosen = variable(_CHOICE)
    if chosen is not None:
        return chosen.strip("\"'") == _OWN
    # Whoever opens the project will say what is wrong with the file.
    text = text_of(f"{root}/{FOLDER}/phantasm.toml", _CONFIG_BYTES)
    if "worktrees" not in text or _OWN not in text.replace('"', "'").split("'"):
        return False
    import tomllib  # noqa: PLC0415  few choose it

    try:
        section = tomllib.loads(text).get("workspace")
    except (ValueError, RecursionError):
        return False
    return isinstance(section, dict) and section.get("worktrees") == _OWN
