"""Which tracked files are there, and how are they read and written? Never through a link, never outside."""

import errno
import hashlib
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from phantasm.config.finding import FOLDER
from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.state.exchange.tracked.naming import SUFFIX
from phantasm.state.exchange.tracked.synced import Known
from phantasm.storage.files import fsync, fsync_all
from phantasm.workspace.place import tree_of

NAME = "memory"
"""The folder below `.phantasm` that git tracks."""
# As many records as one project has in years; the listing of so many takes a tenth of a second.
MAX_FILES = 50_000
# The longest statement there may be, in the longest encoding, with a payload of the same size.
MAX_BYTES = 1_000_000
_ORDINARY_MODE = 0o644


@dataclass(frozen=True, slots=True)
class Shelf:
    """The folder of tracked files in one checkout."""

    root: Path
    """The project's folder in this checkout."""
    staging: Path

    @property
    def folder(self) -> Path:
        """Where the files are."""
        return self.root / FOLDER / NAME

    def shown(self, name: str) -> str:
        """Return a file's path as people see it: from the project's folder."""
        return f"{FOLDER}/{NAME}/{name}"


@dataclass(frozen=True, slots=True)
class Listed:
    """What is in the folder."""

    stats: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The size and the time of change of each file, by name inside the folder."""
    problems: list[tuple[str, str]] = field(default_factory=list)


def shelf_of(paths: Paths, start: Path) -> Shelf:
    """Return the folder of the checkout that somebody stands in: a linked worktree has its own files."""
    return Shelf(tree_of(paths.root, start), paths.temporary)


def list_files(shelf: Shelf) -> Listed:
    """List the files; what is a link or no regular file is only told."""
    found = Listed()
    folder = shelf.folder
    if folder.parent.is_symlink() or folder.is_symlink():
        found.problems.append(("", "the folder is a symbolic link: nothing is read through it"))
        return found
    for part in _entries(folder):
        if part.is_symlink():
            found.problems.append((part.name, "a symbolic link: nothing is read through it"))
        elif part.is_dir():
            for entry in _entries(part.path):
                _note(found, f"{part.name}/{entry.name}", entry)
    return found


def stat_of(shelf: Shelf, name: str) -> tuple[int, int] | None:
    """Return one file's size and time of change; None where there is no regular file."""
    try:
        status = (shelf.folder / name).lstat()
    except OSError:
        return None
    return (status.st_size, status.st_mtime_ns) if stat.S_ISREG(status.st_mode) else None


def read_bytes(shelf: Shelf, name: str) -> bytes | None:
    """Return a file's bytes; None where it is gone, too large or no regular file."""
    try:
        descriptor = os.open(shelf.folder / name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        data = file.read(MAX_BYTES + 1)
    return data if len(data) <= MAX_BYTES else None


def write_files(shelf: Shelf, texts: Mapping[str, str | None]) -> dict[str, Known]:
    """Write or remove files whole, then make them durable; returns how they lie there now."""
    _refuse_link(shelf.folder.parent)
    written: dict[str, Known] = {}
    places: list[Path] = []
    for name, text in texts.items():
        target = shelf.folder / name
        for folder in (shelf.folder, target.parent):
            _refuse_link(folder)
        if text is None:
            target.unlink(missing_ok=True)
            _tidy(shelf.folder, target.parent)
            continue
        target.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        data = text.encode()
        _replace(target, data, shelf.staging)
        places.append(target)
        written[name] = known_of(target, data)
    fsync_all(places)
    return written


def known_of(place: Path, data: bytes) -> Known:
    """Return how a file lies there, with what it holds."""
    status = place.stat()
    return Known(status.st_size, status.st_mtime_ns, digest_of(data))


def digest_of(data: bytes) -> str:
    """Return the hex SHA-256 of a file's bytes."""
    return hashlib.sha256(data).hexdigest()


def _entries(folder: Path | str) -> Sequence["os.DirEntry[str]"]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return ()


def _note(found: Listed, name: str, entry: "os.DirEntry[str]") -> None:
    if not name.endswith(SUFFIX):
        return
    if entry.is_symlink() or not entry.is_file(follow_symlinks=False):
        found.problems.append((name, "a symbolic link, or no regular file"))
    elif len(found.stats) >= MAX_FILES:
        if len(found.stats) == MAX_FILES and not any(path == "" for path, _ in found.problems):
            found.problems.append(("", f"more than {MAX_FILES} files: the rest is not read"))
    else:
        status = entry.stat(follow_symlinks=False)
        found.stats[name] = (status.st_size, status.st_mtime_ns)


def _replace(target: Path, data: bytes, staging: Path) -> None:
    for staged in _staged(target, staging):
        staged.unlink(missing_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(staged, flags, _ORDINARY_MODE)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            staged.replace(target)
        except OSError as problem:
            staged.unlink(missing_ok=True)
            if problem.errno != errno.EXDEV:
                raise
        else:
            return


def _staged(target: Path, staging: Path) -> Iterator[Path]:
    """Yield where a file is made: out of git's sight, else (another file system) beside it."""
    yield staging / f"{target.name}.{os.getpid()}.partial"
    yield target.with_name(f".{target.name}.partial")


def _tidy(top: Path, folder: Path) -> None:
    """Remove a folder that has become empty, as git would."""
    for emptied in (folder, top):
        try:
            emptied.rmdir()
        except OSError:
            if emptied.is_dir():
                fsync(emptied)
            return


def _refuse_link(folder: Path) -> None:
    if folder.is_symlink():
        raise PhantasmError(
            Code.UNSAFE_PROJECT,
            f"{folder} is a symbolic link: nothing is written through it",
            remediation=(Remediation("Remove the link, then export again."),),
        )
