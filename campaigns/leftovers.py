"""What is left of processes that have ended? Others of theirs, locks, sockets, staged files."""

import os
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.storage.database import Database


def processes_in(root: Path) -> list[tuple[int, str]]:
    """Return the processes that work in the project: their folder tells them apart from everybody's."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            inside = (entry / "cwd").readlink().is_relative_to(root)
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if inside or str(root) in command:
            found.append((int(entry.name), command.strip()))
    return found


def locked(paths: Paths) -> list[str]:
    """Return what keeps the write lock, if anything does."""
    try:
        with Database(paths.store, lock_timeout=1.0).lock.hold("campaign"):
            return []
    except Exception as problem:  # noqa: BLE001  whatever it is, the lock is not free
        return [f"the write lock is held: {problem}"]


def sockets_in(paths: Paths) -> list[str]:
    """Return the sockets in the project's state."""
    return [f"{path} is a socket" for path in paths.state.rglob("*") if path.is_socket()]


def unfinished_in(paths: Paths) -> list[str]:
    """Return the files that were staged and never put in their place; a hidden one is a lock and stays."""
    left = [path for path in paths.temporary.rglob("[!.]*") if path.is_file()]
    return [f"{path} was left" for path in left]
