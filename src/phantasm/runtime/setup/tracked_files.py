"""How is a file of somebody else's changed? A copy of it is kept first, and nobody ever sees half of it."""

import errno
import os
from datetime import UTC, datetime
from pathlib import Path

from phantasm.storage.files import fsync, make_private_folder, write_durably

# Ordinary for a file that is not private; the umask may make it stricter, never more open.
_ORDINARY_MODE = 0o644


def keep_copy(folder: Path, name: str, data: bytes) -> Path:
    """Keep what a file was before it is changed, in a private folder."""
    make_private_folder(folder)
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    copy = folder / f"{moment}-{name.replace('/', '__').replace('~', 'home')}"
    write_durably(copy, data)
    return copy


def replace_whole(target: Path, data: bytes, staging: Path) -> None:
    """Create or replace a file whole, with the mode it had; `target` is the file itself, no link to it."""
    staged = staging / f"{target.name}.{os.getpid()}.partial"
    _stage(staged, data, target)
    try:
        staged.replace(target)
    except OSError as problem:
        staged.unlink(missing_ok=True)
        if problem.errno != errno.EXDEV:
            raise
        # Another file system: staged beside it instead, under a name that the next attempt takes over.
        beside = target.with_name(f".{target.name}.phantasm-partial")
        _stage(beside, data, target)
        beside.replace(target)
    fsync(target.parent)


def _stage(staged: Path, data: bytes, target: Path) -> None:
    staged.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(staged, flags, _ORDINARY_MODE)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if target.exists():
                os.fchmod(file.fileno(), target.stat().st_mode & 0o7777)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        staged.unlink(missing_ok=True)
        raise
