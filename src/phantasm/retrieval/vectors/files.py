"""Which files make up an embedded index, and which of their rows count?

The manifest decides: it names a set of files by number, says how many of their rows were committed, and is
replaced in one step. Files only grow, except that a removed row is overwritten with zeros; rows past the
committed ones are leftovers of a writer that was killed. A compacted or reset index is a new set of files, so
whoever still reads the old one is not disturbed.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from phantasm.retrieval.vectors.codes import Block, scales_of
from phantasm.retrieval.vectors.port import Stamp
from phantasm.storage.files import write_durably

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from phantasm.retrieval.vectors.port import Ids

MANIFEST = "manifest.json"

FORMAT = 1
"""Version of the layout. A manifest of another version is unreadable, which means: built anew."""

PROBES = 16
"""Rows looked at when an index is opened. A file of another index or with a torn end shows in the first few;
the rest is for `verify`."""


class Part(NamedTuple):
    """One file: what a row of it is made of."""

    name: str
    suffix: str
    kind: type[np.generic]
    width: int

    @property
    def row_bytes(self) -> int:
        """Bytes of one row."""
        return self.width * np.dtype(self.kind).itemsize

    def path(self, folder: Path, number: int) -> Path:
        """Where the file of a set lies."""
        return folder / f"{self.name}-{number}.{self.suffix}"


def parts(stamp: Stamp) -> dict[str, Part]:
    """The files of a set. Scales come last: they are written after, and overwritten before, all others."""
    found = (
        Part("ids", "i64", np.int64, 1),
        Part("fine", "i8", np.int8, stamp.width),
        Part("coarse", "i8", np.int8, stamp.coarse),
        Part("coarse_scales", "f32", np.float32, 1),
        Part("scales", "f32", np.float32, 1),
    )
    return {part.name: part for part in found}


@dataclass(frozen=True, slots=True)
class Manifest:
    """What was committed."""

    stamp: Stamp
    number: int
    """Of the set of files. Each reset and each compaction starts another one."""
    rows: int
    """Committed rows, with those that were removed."""
    checksum: int
    """CRC-32 of the committed ids."""


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """One committed state, mapped into memory. Rows that are removed later turn into zeros under it."""

    manifest: Manifest
    ids: Ids
    fine: Block
    coarse: Block
    order: Ids | None
    """Rows by ascending id where they do not lie that way, else None."""

    def rows_of(self, ids: Ids) -> Ids:
        """The newest row of each id, -1 where there is none or it was removed."""
        if not len(self.ids) or not len(ids):
            return np.full(len(ids), -1, np.int64)
        # The right side, less one, is the last of equal ids: in a stable order that is the newest.
        places = np.searchsorted(self.ids, ids, side="right", sorter=self.order) - 1
        rows = places if self.order is None else self.order[places]
        there = (places >= 0) & (self.ids[rows] == ids) & (self.fine.scales[rows] > 0)
        return np.where(there, rows, -1)


def read_manifest(folder: Path) -> Manifest | None:
    """What was committed; None where nothing was, or it cannot be read."""
    try:
        whole = json.loads((folder / MANIFEST).read_bytes())
        body = whole["body"]
        if whole["checksum"] != _digest(body) or body["format"] != FORMAT:
            return None
        stamp = Stamp(**body["stamp"])
        return Manifest(stamp, body["number"], body["rows"], body["checksum"])
    except (OSError, ValueError, TypeError, KeyError):  # not there, not ours, or not whole
        return None


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Make a state the committed one, in one step."""
    body = {"format": FORMAT} | asdict(manifest)
    whole = {"body": body, "checksum": _digest(body)}
    write_durably(folder / MANIFEST, json.dumps(whole, indent=1, sort_keys=True).encode())


def checksum_of(ids: Ids, before: int = 0) -> int:
    """CRC-32 of ids, continued from that of the ids before them."""
    return zlib.crc32(np.ascontiguousarray(ids).data, before)


def _digest(body: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(body, sort_keys=True).encode())


def open_part(folder: Path, manifest: Manifest, name: str, *, mode: str = "r") -> NDArray[Any]:
    """The committed rows of one file, mapped; fails where the file is shorter."""
    part = parts(manifest.stamp)[name]
    shape = (manifest.rows, part.width) if name in {"fine", "coarse"} else (manifest.rows,)
    if not manifest.rows:  # an empty file cannot be mapped
        return np.empty(shape, part.kind)
    mapped: Any = np.memmap(part.path(folder, manifest.number), part.kind, mode=mode, shape=shape)  # type: ignore[call-overload]  # a mode is any text to it
    return np.asarray(mapped)


def open_snapshot(folder: Path) -> Snapshot | None:
    """The committed state; None where there is none, or its files are not what the manifest says."""
    while manifest := read_manifest(folder):
        try:
            snapshot = _map(folder, manifest)
        except (OSError, ValueError):  # gone or too short
            if read_manifest(folder) == manifest:
                return None
            continue  # compacted between two looks: the new manifest names other files
        return None if foreign(snapshot) else snapshot
    return None


def _map(folder: Path, manifest: Manifest) -> Snapshot:
    opened = {name: open_part(folder, manifest, name) for name in parts(manifest.stamp)}
    ids: Ids = opened["ids"]
    ascending = bool((ids[1:] > ids[:-1]).all())
    return Snapshot(
        manifest,
        ids,
        Block(opened["fine"], opened["scales"]),
        Block(opened["coarse"], opened["coarse_scales"]),
        None if ascending else np.argsort(ids, kind="stable"),
    )


def foreign(snapshot: Snapshot) -> bool:
    """Whether the files are torn or another index's: wrong ids, or rows that their scales do not fit."""
    rows = snapshot.manifest.rows
    if checksum_of(snapshot.ids) != snapshot.manifest.checksum:
        return True
    spread = np.linspace(0, max(rows - 1, 0), min(PROBES, rows)).astype(np.int64)
    # They ascend; `np.unique` would load numpy.ma, which takes longer than all the rest of opening an index.
    sample = spread[np.diff(spread, prepend=-1) > 0]
    return any(len(misfits(block, sample)) for block in (snapshot.fine, snapshot.coarse))


def misfits(block: Block, rows: Ids) -> Ids:
    """Those rows whose scale is not the one that their codes give; a removal half done is no misfit."""
    taken = block.take(rows)
    wrong: Ids = rows[(taken.scales != 0) & (taken.scales != scales_of(taken.codes))]
    return wrong
