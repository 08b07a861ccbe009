"""Where does a store go that cannot be used? Aside, whole and named by the moment; never deleted."""

from datetime import datetime

from phantasm.config.paths import Paths
from phantasm.runtime.steps import Step
from phantasm.storage.files import fsync, make_private_folder, write_durably

# The store first: killed in between, what is left is a WAL without a store, which nobody mistakes for memory
# and which goes the same way before another store takes the place. The other way round a store could lose
# its last writes and still look sound.
_PARTS = ("", "-wal", "-shm")


def set_aside(paths: Paths, reason: str, now: datetime) -> list[Step]:
    """Move the store, or what is left of one, into quarantine (lock held)."""
    parts = [paths.store.with_name(paths.store.name + suffix) for suffix in _PARTS]
    present = [path for path in parts if path.exists()]
    if not present:
        return []
    folder = paths.quarantine / now.strftime("%Y%m%dT%H%M%S.%fZ")
    make_private_folder(paths.quarantine)
    make_private_folder(folder)
    write_durably(folder / "reason.txt", f"{reason}\n".encode())
    for path in present:
        path.rename(folder / path.name)
    fsync(folder)
    fsync(paths.state)
    return [Step("quarantine", paths.relative(folder), reason)]
