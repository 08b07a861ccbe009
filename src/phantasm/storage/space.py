"""Space on disk: what the store takes, what is free in its file, how it shrinks (dialect-specific: SQLite).

The store takes what `du` shows of its file and the log beside it, of the raw evidence and of the vectors.
Backups, logs and quarantine are not part of it: each has a bound of its own or is kept for a person.
"""

import os
from contextlib import suppress
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.storage.database import Database
from phantasm.storage.driver import Error
from phantasm.storage.work import Work

# What `stat` counts in on Linux and macOS, whatever the file system's own blocks are.
_BLOCK_BYTES = 512
# Pages that one step moves and cuts off: measured, up to seventy milliseconds of lock time.
_RETURNED_PAGES = 1_000


def disk_bytes(paths: Paths) -> int:
    """Return what the store takes on disk: its file and log, raw evidence and vectors."""
    return _on_disk(_store_files(paths)) + beside_bytes(paths)


def beside_bytes(paths: Paths) -> int:
    """Return what raw evidence and vectors take on disk."""
    folders = (place for top in (paths.raw, paths.indexes) for place in os.walk(top))
    return _on_disk([Path(folder, name) for folder, _, names in folders for name in names])


def file_bytes(work: Work) -> int:
    """Return how large the store's file is once its log has been folded in."""
    return int(work.value("PRAGMA page_count")) * int(work.value("PRAGMA page_size"))


def used_bytes(work: Work) -> int:
    """Return what the store's pages hold; free ones are used again before the file grows."""
    return file_bytes(work) - int(work.value("PRAGMA freelist_count")) * int(work.value("PRAGMA page_size"))


def can_shrink(work: Work) -> bool:
    """Tell whether the file can give free pages back step by step; older stores are rewritten once for it."""
    return bool(work.value("PRAGMA auto_vacuum"))


def rewrite(database: Database) -> None:
    """Rewrite the file of an older store so that it can shrink step by step from then on.

    Takes the lock for as long as what the store holds takes to be copied; needed once in a store's life.
    Where there is no room for a copy, the file stays as it is.
    """
    with suppress(Error), database.lock.hold("rewrite"):
        database.rewrite()


def fold(database: Database) -> None:
    """Fold the log into the file and empty it; readers may keep it from being done now (lock held)."""
    database.scrub()


def give_back(work: Work) -> bool:
    """Give some free pages back to the file system; tell whether there are more."""
    if not can_shrink(work):
        return False
    work.all(f"PRAGMA incremental_vacuum({_RETURNED_PAGES})")
    return int(work.value("PRAGMA freelist_count")) > 0


def _store_files(paths: Paths) -> list[Path]:
    return [paths.store.with_name(paths.store.name + suffix) for suffix in ("", "-wal", "-shm")]


def _on_disk(files: list[Path]) -> int:
    total = 0
    for path in files:
        try:
            total += path.lstat().st_blocks * _BLOCK_BYTES
        except FileNotFoundError:  # removed between two looks
            continue
    return total
