"""What waits in the inbox? Events that hooks left there, each in a small file, in the order of their names.

Beside them, in `later`, stands one file for each transcript that may still grow: it is read once more when
nobody has written to it for a while.
"""

import fcntl
import hashlib
import json
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from phantasm.contracts.agent_event import OTHER, AgentEvent, from_json
from phantasm.runtime.hook_traces import waiting_in
from phantasm.storage.files import make_private_folder, write_durably

MOST_FILES: Final = 2_000
"""How many files are looked at in one go; a hook writes one, a busy day a few thousand."""
MOST_BYTES: Final = 4 * 1024 * 1024
"""The largest event, in bytes: adapters keep 40,000 characters of an output and a prompt is typed."""
MOST_QUARANTINED: Final = 1_000
"""How many damaged files are kept; beyond that something else is wrong, and the disk must not fill up."""
_UNFINISHED_AGE: Final = timedelta(hours=1)
"""A hook writes its file within milliseconds."""
_LATER: Final = "later"
_LOCK: Final = ".draining"
_NANOSECONDS: Final = 1_000_000_000


class Waiting(NamedTuple):
    """An event that nobody has taken in yet."""

    path: Path
    event: AgentEvent

    @property
    def stem(self) -> str:
        """What its file is called, without the ending: the same for as long as it waits."""
        return self.path.name.removesuffix(".json")

    @property
    def since(self) -> float:
        """When it was written, in seconds since 1970; the beginning of its name says so."""
        digits = self.stem.partition("-")[0]
        return int(digits) / _NANOSECONDS if digits.isdecimal() else 0.0


@contextmanager
def alone(folder: Path) -> Iterator[bool]:
    """Be the only one who empties an inbox; False where somebody else does already.

    The kernel lets go when a process dies. Two at once would do no harm, only the same work twice.
    """
    try:
        descriptor = _lock_file(folder / _LOCK)
    except OSError:  # no inbox, or a folder that cannot be written to
        yield False
        return
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True
    finally:
        os.close(descriptor)


def _lock_file(path: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        return os.open(path, flags, 0o600)
    except PermissionError:  # an administrator was here before, and left a file of theirs
        path.unlink(missing_ok=True)
        return os.open(path, flags, 0o600)


def read(folder: Path, names: Iterable[str], quarantine: Path) -> tuple[list[Waiting], int]:
    """Return the events of some files, and how many files were put aside because they hold none."""
    found: list[Waiting] = []
    damaged = 0
    for name in names:
        path = folder / name
        try:
            if path.lstat().st_uid != os.geteuid():
                continue  # an administrator looks at somebody's project: it is for them to take in
            event = _event(path)
        except FileNotFoundError:  # somebody else has taken it in
            continue
        except (OSError, ValueError, RecursionError):
            event = None
        if event is None:
            put_aside(path, quarantine)
            damaged += 1
        else:
            found.append(Waiting(path, event))
    return found, damaged


def put_aside(path: Path, quarantine: Path) -> None:
    """Move a file that cannot be taken in to where somebody can look at it."""
    folder = quarantine / "inbox"
    make_private_folder(quarantine)
    make_private_folder(folder)
    if sum(1 for _ in folder.iterdir()) >= MOST_QUARANTINED:
        remove([path])
        return
    with suppress(FileNotFoundError):
        path.rename(folder / path.name)


def remove(paths: Iterable[Path]) -> None:
    """Remove files whose events are in the store."""
    for path in paths:
        path.unlink(missing_ok=True)


def empty(folder: Path) -> int:
    """Remove everything that waits, unread; returns how many events that were."""
    names = waiting_in(folder)
    later = folder / _LATER
    remove([*(folder / name for name in names), *(later / name for name in waiting_in(later))])
    return len(names)


def remove_unfinished(folder: Path, now: datetime) -> None:
    """Remove what hooks left that were killed while they wrote."""
    until = (now - _UNFINISHED_AGE).timestamp()
    for path in folder.glob(".*.partial"):
        with suppress(OSError):
            if path.lstat().st_mtime < until:
                path.unlink()


def hold(folder: Path, event: AgentEvent) -> None:
    """Note that a transcript is to be read once more when it has come to rest; once for each."""
    later = folder / _LATER
    make_private_folder(later)
    path = later / f"{hashlib.sha256(event.transcript.encode('utf-8', 'replace')).hexdigest()[:32]}.json"
    if path.exists():
        return
    pointer = AgentEvent(OTHER, event.client, session=event.session)
    pointer.transcript, pointer.at, pointer.folder = event.transcript, event.at, event.folder
    write_durably(path, json.dumps(pointer.to_json()).encode())


def held(folder: Path, quarantine: Path) -> list[Waiting]:
    """Return the transcripts that are to be read once more."""
    later = folder / _LATER
    return read(later, waiting_in(later)[:MOST_FILES], quarantine)[0]


def _event(path: Path) -> AgentEvent | None:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > MOST_BYTES:
            return None
        told = json.loads(file.read(MOST_BYTES))
    event = from_json(told) if isinstance(told, dict) else None
    if event is not None:
        for name in event.__slots__:
            value = getattr(event, name)
            if isinstance(value, str):  # halves of pairs, as in the name of a folder that is no UTF-8
                setattr(event, name, value.encode("utf-8", "replace").decode())
        event.files = [name.encode("utf-8", "replace").decode() for name in event.files]
    return event
