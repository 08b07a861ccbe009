"""What was a session handed by Phantasm? A small file for each, read when its turns come.

One JSON object per line: {"at": …, "client": …, "session": …, "items": [ids], "prints": [fingerprints]}. With
`standing`, what holds for every task is among it; with `reset`, the model no longer sees what came before.
Hooks write such lines without this module: loading it takes longer than they may. Everything here is derived:
a file that is damaged or gone costs that an echo is not known for one, nothing else.
"""

import json
import os
import re
import stat
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from phantasm.contracts.agent_event import file_name
from phantasm.storage.files import make_private_folder

KEPT: Final = timedelta(days=30)
"""How long a file is kept after it was last written to: clients keep transcripts as long, by default."""
MOST_BYTES: Final = 2_000_000
"""How much of a file is read: its end. A hundred prompts with what was added to them take a third of it."""
_MOMENT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")
"""A moment in UTC with microseconds, as everywhere."""
_PRINT: Final = re.compile(r"[0-9a-f]{10}")


class Given(NamedTuple):
    """What a session was handed."""

    items: tuple[str, ...] = ()
    """Ids of what the model still sees, each once, in the order in which it was handed over."""
    standing: bool = False
    """Whether the model still sees what holds for every task."""
    handed: tuple[tuple[str, frozenset[str]], ...] = ()
    """When a text was handed over ("" where nobody says) and by what it is known again. Also what the model
    no longer sees: its transcript has it."""
    calls: frozenset[str] = frozenset()
    """The client's ids of uses of our own tools."""

    @property
    def prints(self) -> frozenset[str]:
        """By what all of the texts are known again."""
        return frozenset().union(*(prints for _, prints in self.handed))


def file_of(folder: Path, client: str, session: str) -> Path:
    """Return where it is written down what a session was handed."""
    return folder / f"{file_name(client, session)}.jsonl"


def given_to(folder: Path, client: str, session: str) -> Given:
    """Return what a session was handed, as far as it can be read."""
    items: dict[str, None] = {}
    handed: list[tuple[str, frozenset[str]]] = []
    calls: set[str] = set()
    standing = False
    for told in _lines(file_of(folder, client, session)):
        # Names of files are shortened: two sessions may have the same.
        if (told.get("client", client), told.get("session", session)) != (client, session):
            continue
        if told.get("reset") is True:
            items.clear()
            standing = False
        standing = standing or told.get("standing") is True
        items.update(dict.fromkeys(_texts(told, "items")))
        prints = frozenset(one for one in _texts(told, "prints") if _PRINT.fullmatch(one))
        at = told.get("at")
        if prints:
            handed.append((at if isinstance(at, str) and _MOMENT.fullmatch(at) else "", prints))
        calls.update(_texts(told, "calls"))
    return Given(tuple(items), standing, tuple(handed), frozenset(calls))


def note(
    folder: Path, client: str, session: str, *, at: str, prints: Sequence[str], calls: Sequence[str] = ()
) -> None:
    """Write down that a session was handed something, or used our tools."""
    told = {"at": at, "client": client, "session": session, "prints": list(prints), "calls": list(calls)}
    line = json.dumps({name: value for name, value in told.items() if value}, separators=(",", ":")) + "\n"
    make_private_folder(folder)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(file_of(folder, client, session), flags, 0o600)
    try:
        os.write(descriptor, line.encode())
    finally:
        os.close(descriptor)


def sweep(folder: Path, now: datetime) -> int:
    """Remove what was last written to longer ago than it is kept; return how many files went."""
    earliest = (now - KEPT).timestamp()
    gone = 0
    try:
        files = sorted(folder.iterdir())
    except OSError:
        return 0
    for path in files:
        try:
            if path.lstat().st_mtime < earliest:
                path.unlink()
                gone += 1
        except OSError:  # somebody else was faster, or it is a folder: nothing of ours
            continue
    return gone


def _lines(path: Path) -> Iterator[dict[str, object]]:
    """Yield what the lines of a file say; one that is damaged says nothing."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            return
        data = os.pread(descriptor, MOST_BYTES, max(0, status.st_size - MOST_BYTES))
    except OSError:  # a disk that fails
        return
    finally:
        os.close(descriptor)
    for line in data.splitlines():
        try:
            told = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(told, dict):
            yield told


def _texts(told: dict[str, object], name: str) -> list[str]:
    listed = told.get(name)
    return [one for one in listed if isinstance(one, str)] if isinstance(listed, list) else []
