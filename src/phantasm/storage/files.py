"""How are files made durable and private? Write aside, fsync, rename."""

import errno
import hashlib
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

_READ_BYTES = 1 << 20
# Files and folders up to which threads cost more than they save, and how many are made durable at once.
_FEW, _AT_ONCE = 4, 16


def create_private(path: Path) -> None:
    """Create an empty file that only its owner can read, whatever the umask."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)


def make_private_folder(path: Path) -> None:
    """Create a folder that only its owner can enter, whatever the umask; the parent exists."""
    path.mkdir(mode=0o700, exist_ok=True)
    path.chmod(0o700)


def fsync(path: Path) -> None:
    """Make a file's or a folder's content durable."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def fsync_all(paths: Sequence[Path]) -> None:
    """Make files durable, and the folders that they are in."""
    every = [*dict.fromkeys(paths), *dict.fromkeys(path.parent for path in paths)]
    if len(every) <= _FEW:
        for path in every:
            fsync(path)
        return
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  seldom needed, and slow to load

    # A file system makes what many ask for durable in one go: ten times as fast for a few hundred files.
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for done in [pool.submit(fsync, path) for path in every]:
            done.result()


def write_whole(path: Path, data: bytes) -> None:
    """Write a private file that nobody sees half; whoever needs it to last makes it durable."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    partial.unlink(missing_ok=True)
    create_private(partial)
    try:
        partial.write_bytes(data)
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise


def write_durably(path: Path, data: bytes) -> None:
    """Write a private file so that it is there whole, or not there, after any crash."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    partial.unlink(missing_ok=True)
    create_private(partial)
    try:
        with partial.open("r+b") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except OSError:
        partial.unlink(missing_ok=True)
        raise
    fsync(path.parent)


def copy_durably(source: Path, target: Path) -> None:
    """Copy a file to a new private one: by hard link where the file system can, else byte by byte."""
    try:
        os.link(source, target, follow_symlinks=False)
    except FileNotFoundError:
        raise
    except OSError:  # another device, or a file system without hard links
        create_private(target)
        with source.open("rb") as reading, target.open("r+b") as writing:
            shutil.copyfileobj(reading, writing, _READ_BYTES)
            writing.flush()
            os.fsync(writing.fileno())


def empty(folder: Path) -> None:
    """Remove the files of a folder, where there is one."""
    for path in folder.iterdir() if folder.is_dir() else ():
        path.unlink(missing_ok=True)


def is_file(path: Path) -> bool:
    """Tell whether a path leads to a file; one with a name that no file can have does not."""
    try:
        return path.is_file()
    except OSError as problem:
        if problem.errno == errno.ENAMETOOLONG:
            return False
        raise


def file_sha256(path: Path) -> str:
    """Return the hex SHA-256 of a file's bytes."""
    whole = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_READ_BYTES):
            whole.update(block)
    return whole.hexdigest()
