"""What did the store and the tracked files last agree on? Kept for each checkout, beside the store.

It can be lost: then every file is looked at again, and what the store knows already is recognised.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.contracts.canonical import sorted_json
from phantasm.storage.database import Head
from phantasm.storage.files import make_private_folder, write_durably
from phantasm.workspace.place import here, tree_of

_VERSION = 1
_FOLDER = "tracked"
# Outside a repository there is one checkout only.
_ALONE = "main"


@dataclass(frozen=True, slots=True)
class Known:
    """One file as it was last looked at or written."""

    size: int
    changed_at: int
    """Nanoseconds, as the file system has it; with the size it tells whether to look again."""
    digest: str
    """Of its bytes, as they were looked at."""
    agreed: str | None = None
    """Of the bytes whose content the store has: what has these may be replaced."""
    lineage: str | None = None
    held: str | None = None
    """The live version that said the same then: the base of the next merge."""
    waits: str | None = None
    """The suggestion that holds what it says: until somebody has decided, the file stays as it is."""


_PARTS = tuple(part.name for part in fields(Known))


@dataclass(frozen=True, slots=True)
class Synced:
    """Where the store and one checkout's files stand."""

    store: str = ""
    epoch: int = 0
    cursor: int = 0
    """Up to which write the files follow the store."""
    commit: str | None = None
    """What was checked out when the files were last looked at."""
    files: Mapping[str, Known] = field(default_factory=dict)
    pending: tuple[str, ...] = ()
    """Lineages whose files are still to be written."""

    def of(self, head: Head) -> "Synced":
        """Return it for a store: after a restore, or in another store, nothing is followed yet."""
        if (self.store, self.epoch) == (head.store_id, head.epoch) and self.cursor <= head.seq:
            return self
        return replace(self, store=head.store_id, epoch=head.epoch, cursor=0, pending=())

    def by_lineage(self) -> dict[str, str]:
        """Return which file each lineage has."""
        return {known.lineage: name for name, known in sorted(self.files.items()) if known.lineage}


def place_for(paths: Paths, start: Path) -> Path:
    """Return where the state of the checkout that somebody stands in is kept."""
    return paths.state / _FOLDER / f"{here(tree_of(paths.root, start)).worktree or _ALONE}.json"


def read_synced(place: Path) -> Synced:
    """Return what was last agreed on; nothing where that is lost or cannot be read."""
    try:
        told = json.loads(place.read_bytes())
        if told.pop("version") != _VERSION:
            return Synced()
        files = {name: Known(*known) for name, known in told.pop("files").items()}
        return Synced(**{**told, "pending": tuple(told["pending"])}, files=files)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return Synced()


def write_synced(place: Path, synced: Synced) -> None:
    """Keep what is agreed on now."""
    make_private_folder(place.parent)
    # In rows: with thousands of files it is read and written with each of somebody's writes.
    files = {name: [getattr(known, part) for part in _PARTS] for name, known in synced.files.items()}
    told = {
        "version": _VERSION,
        "store": synced.store,
        "epoch": synced.epoch,
        "cursor": synced.cursor,
        "commit": synced.commit,
        "files": files,
        "pending": list(synced.pending),
    }
    write_durably(place, sorted_json(told).encode())
