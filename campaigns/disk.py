"""What is left on a disk when the power goes? A disk that forgets what was not synced.

Built from the shim's record. A write is safe once its file was synced, a name once its folder was. At a
power cut each write since then is kept, dropped or torn at sectors, in any combination; of the changes to
names in one folder, only the latest ones may be missing, since file systems journal them in order.
"""

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path, PurePosixPath

_HEADER = struct.Struct("<IIQQ")
# What a disk writes as a whole; larger writes can be torn between two of these.
SECTOR_BYTES = 512


class Kind(IntEnum):
    """What happened, by the numbers of faultshim.c."""

    WRITE = 1
    SYNC = 2
    TRUNCATE = 3
    CREATE = 4
    UNLINK = 5
    RENAME = 6
    MARK = 7
    MKDIR = 8


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of the record."""

    kind: Kind
    path: str
    offset: int
    data: bytes


def read_record(path: Path) -> Iterator[Event]:
    """Yield every event in order."""
    with path.open("rb") as file:
        while header := file.read(_HEADER.size):
            kind, path_bytes, offset, data_bytes = _HEADER.unpack(header)
            name = file.read(path_bytes).decode()
            yield Event(Kind(kind), name, offset, file.read(data_bytes))


@dataclass(slots=True)
class _File:
    """One file: what is safe, and what was written since."""

    safe: bytearray = field(default_factory=bytearray)
    pending: list[Event] = field(default_factory=list)

    def sync(self) -> None:
        for event in self.pending:
            _apply(self.safe, event)
        self.pending.clear()

    def after_a_cut(self, chance: random.Random) -> bytes:
        content = bytearray(self.safe)
        for event in self.pending:
            fate = chance.randrange(3)
            if fate == 0:
                continue
            if fate == 1 or event.kind is Kind.TRUNCATE:
                _apply(content, event)
            else:
                for sector in _sectors(event):
                    if chance.random() < 0.5:
                        _apply(content, sector)
        return bytes(content)


@dataclass(slots=True)
class Disk:
    """Files by name, as programs see them and as they are safe."""

    names: dict[str, _File | None] = field(default_factory=dict)
    """What programs see; None stands for a folder."""
    safe_names: dict[str, _File | None] = field(default_factory=dict)
    pending: dict[str, list[Event]] = field(default_factory=dict)
    """Changes to names since the last sync, by folder."""

    def load(self, folder: Path) -> None:
        """Take what a folder has as safe."""
        for path in sorted(folder.rglob("*")):
            self.names[str(path)] = _File(bytearray(path.read_bytes())) if path.is_file() else None
        self.names[str(folder)] = None
        self.safe_names = dict(self.names)

    def take(self, event: Event) -> None:
        """Let one event happen."""
        match event.kind:
            case Kind.WRITE | Kind.TRUNCATE:
                found = self.names.get(event.path)
                if found is not None:
                    found.pending.append(event)
            case Kind.SYNC:
                self._sync(event.path)
            case Kind.MARK:
                pass
            case _:
                event = _bound(event, self.names)
                _rename(self.names, event)
                self.pending.setdefault(_folder(event.path), []).append(event)

    def after_a_cut(self, chance: random.Random) -> dict[str, bytes | None]:
        """Return one of the states that a power cut could leave now, by name; None stands for a folder."""
        names = dict(self.safe_names)
        for changes in self.pending.values():
            for event in changes[: chance.randrange(len(changes) + 1)]:
                _rename(names, event)
        contents = {id(file): file.after_a_cut(chance) for file in names.values() if file is not None}
        return {name: None if file is None else contents[id(file)] for name, file in names.items()}

    def _sync(self, path: str) -> None:
        found = self.names.get(path)
        if found is not None:
            found.sync()
        for event in self.pending.pop(path, ()):
            _rename(self.safe_names, event)


@dataclass(frozen=True, slots=True)
class _Bound(Event):
    """A change to names, with the file that it names: names move, files stay."""

    file: _File | None


def _bound(event: Event, names: dict[str, _File | None]) -> _Bound:
    file = _File() if event.kind is Kind.CREATE else names.get(event.path)
    return _Bound(event.kind, event.path, event.offset, event.data, file)


def _rename(names: dict[str, _File | None], event: Event) -> None:
    file = event.file if isinstance(event, _Bound) else None
    match event.kind:
        case Kind.CREATE | Kind.MKDIR:
            names[event.path] = file
        case Kind.UNLINK:
            names.pop(event.path, None)
        case Kind.RENAME:
            names.pop(event.path, None)
            names[event.data.decode()] = file


def _apply(content: bytearray, event: Event) -> None:
    if event.kind is Kind.TRUNCATE:
        del content[event.offset :]
        content.extend(bytes(event.offset - len(content)))
        return
    content.extend(bytes(max(0, event.offset - len(content))))
    content[event.offset : event.offset + len(event.data)] = event.data


def _sectors(event: Event) -> Iterator[Event]:
    start = 0
    while start < len(event.data):
        length = SECTOR_BYTES - (event.offset + start) % SECTOR_BYTES
        yield Event(event.kind, event.path, event.offset + start, event.data[start : start + length])
        start += length


def _folder(path: str) -> str:
    return str(PurePosixPath(path).parent)
