"""How does a file of the repository get new content? Made aside in our own folder, then moved into place."""

import os
from datetime import UTC, datetime
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.storage.files import fsync, make_private_folder, write_durably

# Ordinary for a tracked file; the umask may make it stricter, never more open.
_MODE = 0o644


def put_in_place(paths: Paths, target: Path, data: bytes) -> None:
    """Replace or create a file whole, with the permissions it had; nothing is ever left beside it."""
    staged = paths.temporary / f"{target.name}.{os.getpid()}.partial"
    staged.unlink(missing_ok=True)
    descriptor = os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, _MODE)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if target.exists():
                os.fchmod(file.fileno(), target.stat().st_mode & 0o7777)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        staged.replace(target)
    except OSError:
        staged.unlink(missing_ok=True)
        raise
    fsync(target.parent)


def keep_copy(paths: Paths, name: str, data: bytes) -> Path:
    """Keep what a file was before it is changed, in the private part of the project."""
    make_private_folder(paths.agent_file_copies)
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    copy = paths.agent_file_copies / f"{moment}-{name.replace('/', '__')}"
    write_durably(copy, data)
    return copy
