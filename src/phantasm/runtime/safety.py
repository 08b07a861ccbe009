"""Is this `.phantasm` folder ours to use? A link or somebody else's folder is refused before it is read."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.storage.driver import Error
from phantasm.storage.failures import corrupt, translate

_ANYBODY_ELSE = stat.S_IRWXG | stat.S_IRWXO


def refuse_unsafe(paths: Paths) -> None:
    """Refuse a project whose private part is a link, somebody else's, or open to anybody else.

    Bootstrap makes `state` 0700; one that came with a clone never is. So a store that somebody planted in a
    repository is refused here, at the cost of one look, before a byte of it is read.
    """
    refuse_foreign(paths)
    if paths.state.exists() and paths.state.stat().st_mode & _ANYBODY_ELSE:
        raise PhantasmError(
            Code.UNSAFE_PROJECT,
            f"{paths.state} is open to other users, or came with the repository",
            remediation=(
                Remediation(
                    "Look at what is in it; if it is yours, close it.", command="phantasm doctor --fix"
                ),
            ),
        )


def refuse_foreign(paths: Paths) -> None:
    """Refuse what is a symbolic link, belongs to another user, or is no folder or file where one must be."""
    for path in (paths.folder, *paths.private_folders()):
        _refuse_unless(path, stat.S_ISDIR, "a folder")
    store = paths.store
    for path in (store, *(store.with_name(store.name + suffix) for suffix in ("-wal", "-shm")), paths.lock):
        _refuse_unless(path, stat.S_ISREG, "a regular file")


@contextmanager
def typed_failures() -> Iterator[None]:
    """Turn what the file system or SQLite refuses into the error that a caller knows."""
    try:
        yield
    except (OSError, Error) as problem:
        # Statements of ours that the file does not understand: its tables are not those of a store.
        raise translate(problem) or corrupt(f"the store cannot be read: {problem}") from problem


def _refuse_unless(path: Path, is_expected: Callable[[int], bool], expected: str) -> None:
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return
    if stat.S_ISLNK(found.st_mode):
        raise _unsafe(path, "is a symbolic link")
    if not is_expected(found.st_mode):
        raise _unsafe(path, f"is not {expected}")
    if found.st_uid != os.geteuid():
        raise _unsafe(path, f"belongs to another user (uid {found.st_uid})")


def _unsafe(path: Path, reason: str) -> PhantasmError:
    return PhantasmError(
        Code.UNSAFE_PROJECT,
        f"{path} {reason}",
        remediation=(Remediation("Look at where it came from; remove it, then run `phantasm bootstrap`."),),
    )
