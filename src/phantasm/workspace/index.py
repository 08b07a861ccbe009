"""What does git's index say? Which files are tracked, with what content, and how each looked on disk.

Read directly, because starting git costs as much as everything else that is asked of it here. The format is
described in gitformat-index(5): versions 2, 3 and 4, with sha1 or sha256. Whatever is not plain (a split or a
sparse index, a damaged one) answers None, and the caller asks git itself.
"""

import re
import struct
from collections.abc import Callable
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple

from phantasm.workspace.place import git_folder, shared_folder, top_of

_HEADER = struct.Struct(">4sLL")
_STAT = struct.Struct(">10L")
_FLAGS = struct.Struct(">H")
_SIGNATURE = b"DIRC"
_VERSIONS = (2, 3, 4)
_COMPRESSED = 4
_EXTENDED = 0x4000
_STAGE = 0x3000
_ALIGNED = 8
_NANOSECONDS = 1_000_000_000
_TRUNCATED = 0xFFFFFFFF
"""The index keeps 32 bits of a size and of an inode."""
REGULAR = 0o100000
_KIND = 0o170000
_NOT_PLAIN = (b"link", b"sdir")
_SHA256 = re.compile(r"^\s*objectformat\s*=\s*sha256\s*$", re.IGNORECASE | re.MULTILINE)
_HASH_BYTES = {"sha1": 20, "sha256": 32}


class Entry(NamedTuple):
    """One tracked file."""

    blob: str
    modified: int
    """When its content was last changed, in nanoseconds; 0: the index does not say."""
    changed: int
    inode: int
    mode: int
    size: int


class Index(NamedTuple):
    """What is tracked, by path, and when that was written down."""

    entries: dict[str, Entry]
    written: int
    """In nanoseconds. A file that was changed at that moment or later may have been changed unseen."""


def object_format(folder: Path) -> str:
    """Return what names the contents of a repository: sha1 or sha256."""
    return "sha256" if _SHA256.search(_read(shared_folder(folder) / "config")) else "sha1"


def index_of(root: Path, named_by: str, ask_git: Callable[[], str]) -> Index:
    """Return what is tracked below a folder, read where the index is plain, else as git lists it."""
    folder = git_folder(root)
    if folder is None:
        return Index({}, 0)
    below = root.relative_to(top_of(root) or root).as_posix()
    plain = read_index(folder, named_by, below="" if below == "." else f"{below}/")
    return listed_index(ask_git()) if plain is None else plain


def read_index(folder: Path, named_by: str = "sha1", *, below: str = "") -> Index | None:
    """Return what the index in git's folder says; None where it is not plain, empty where there is none.

    With `below`, a folder that ends with a slash, only what lies in it, under its name there.
    """
    file = folder / "index"
    try:
        if not S_ISREG(file.stat().st_mode):  # a pipe would never end
            return None
        with file.open("rb") as opened:
            written = file.stat().st_mtime_ns
            data = opened.read()
    except FileNotFoundError:
        return Index({}, 0)
    except OSError:
        return None
    try:
        entries = _entries(data, _HASH_BYTES[named_by], below.encode())
    except (struct.error, IndexError, ValueError):
        return None
    return None if entries is None else Index(entries, written)


def listed_index(listed: str) -> Index:
    """Return what `git ls-files --stage -z` tells: contents, but not how the files looked."""
    rows = (row.partition("\t") for row in listed.split("\0") if row)
    parts = ((about.split(" "), path) for about, _, path in rows)
    merged = ((about, path) for about, path in parts if about[2] == "0")
    return Index({path: Entry(about[1], 0, 0, 0, int(about[0], 8), 0) for about, path in merged}, 0)


def is_fresh(entry: Entry, stat: tuple[int, int, int, int, int], written: int) -> bool:
    """Tell whether a file is as git saw it; `stat` is its modified, changed, inode, mode and size."""
    modified, changed, inode, mode, size = stat
    return (
        0 < modified < written
        and entry.modified == modified
        and entry.changed == changed
        and entry.size == size & _TRUNCATED
        and entry.inode == inode & _TRUNCATED
        and entry.mode & _KIND == mode & _KIND == REGULAR
    )


def _entries(data: bytes, hash_bytes: int, below: bytes) -> dict[str, Entry] | None:
    signature, version, count = _HEADER.unpack_from(data)
    if signature != _SIGNATURE or version not in _VERSIONS:
        return None
    entries: dict[str, Entry] = {}
    offset, name, fixed = _HEADER.size, b"", _STAT.size + hash_bytes + _FLAGS.size
    unpack, flags_of = _STAT.unpack_from, _FLAGS.unpack_from
    for _ in range(count):
        changed, changed_ns, modified, modified_ns, _, inode, mode, _, _, size = unpack(data, offset)
        hash_at = offset + _STAT.size
        flags = flags_of(data, hash_at + hash_bytes)[0]
        name_at = offset + fixed + (2 if flags & _EXTENDED else 0)
        if version == _COMPRESSED:
            name, offset = _shared_name(data, name_at, name)
        else:
            end = data.index(b"\0", name_at)
            name = data[name_at:end]
            offset += (end - offset) // _ALIGNED * _ALIGNED + _ALIGNED
        if flags & _STAGE == 0 and name.startswith(below):
            entries[name[len(below) :].decode("utf-8", "replace")] = Entry(
                data[hash_at : hash_at + hash_bytes].hex(),
                modified * _NANOSECONDS + modified_ns,
                changed * _NANOSECONDS + changed_ns,
                inode,
                mode,
                size,
            )
    return entries if _is_plain(data, offset, len(data) - hash_bytes) else None


def _shared_name(data: bytes, offset: int, before: bytes) -> tuple[bytes, int]:
    """Return a name that is written as how much of the one before is dropped, and what follows instead."""
    byte = data[offset]
    dropped = byte & 0x7F
    while byte & 0x80:
        offset += 1
        byte = data[offset]
        dropped = ((dropped + 1) << 7) | (byte & 0x7F)
    end = data.index(b"\0", offset + 1)
    if dropped > len(before):
        raise ValueError("a name shares more than there is")
    return before[: len(before) - dropped] + data[offset + 1 : end], end + 1


def _is_plain(data: bytes, offset: int, end: int) -> bool:
    """Tell whether no extension says that entries are kept elsewhere or stand for whole folders."""
    while offset + 8 <= end:
        signature, length = data[offset : offset + 4], int.from_bytes(data[offset + 4 : offset + 8], "big")
        if signature in _NOT_PLAIN:
            return False
        offset += 8 + length
    return offset == end


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
    except (OSError, ValueError):
        return ""
