"""How does an embedded index change without a reader or a kill ever meeting half a change?

New rows go behind the committed ones, where nobody looks. Committing makes them durable, overwrites removed
rows with zeros, and then replaces the manifest. Killed before that, the last commit stands; the next writer
cuts the leftovers off and the change log is followed again from the old cursor. Rows that were already
overwritten stay so, which is what the log says anyway.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval.vectors.codes import Block, encode
from phantasm.retrieval.vectors.files import (
    MANIFEST,
    Manifest,
    checksum_of,
    open_part,
    open_snapshot,
    parts,
    read_manifest,
    write_manifest,
)
from phantasm.storage.files import create_private, fsync

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from phantasm.retrieval.vectors.port import Floats, Ids, Stamp

DEAD_SHARE = 0.25
"""Share of removed rows beyond which an index is compacted: so much of a scan is wasted at the most."""

COMPACTION_ROWS = 1024
"""Rows below which nothing is compacted: scanning them costs less than new files do."""

COPY_ROWS = 16_384
"""Rows copied at a time by a compaction: five megabytes where rows have 256 + 64 numbers."""


class EmbeddedWriter:
    """The one who may write. Lives as long as the index's lock is held."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._doomed: list[Ids] = []
        """Rows to overwrite at the commit."""
        snapshot = open_snapshot(folder)
        self._manifest = snapshot.manifest if snapshot else None
        self._start(np.array(snapshot.ids) if snapshot else np.empty(0, np.int64))
        self._cut()
        self._clear_strays()

    @property
    def stamp(self) -> Stamp | None:
        """What was committed last, or what was reset since; None means: reset first."""
        return self._manifest.stamp if self._manifest else None

    def reset(self, stamp: Stamp) -> None:
        """Start from nothing: another set of files."""
        self._doomed = []
        self._begin(Manifest(replace(stamp, cursor=0, count=0), self._next_number(), 0, 0))

    def add(self, ids: Ids, vectors: Floats, terms: Sequence[Sequence[str]] | None = None) -> None:  # noqa: ARG002
        """Append rows; older rows of the same units are overwritten at the commit. Words rank elsewhere."""
        stamp = self._current().stamp
        ids = np.array(ids, np.int64)
        if len(np.unique(ids)) != len(ids) or (ids <= 0).any() or vectors.shape != (len(ids), stamp.width):
            given = f"{len(ids)} ids with vectors of shape {vectors.shape}"
            raise PhantasmError(
                Code.INTERNAL, f"{given}: not distinct, not positive or not {stamp.width} wide"
            )
        self.remove(ids)
        vectors = np.ascontiguousarray(vectors, np.float32)
        fine, coarse = encode(vectors), encode(vectors[:, : stamp.coarse])
        # What is like nothing, by its leading numbers or by all, is not kept: no scan could find it.
        kept = np.flatnonzero((fine.scales > 0) & (coarse.scales > 0))
        self._append(ids[kept], fine.take(kept), coarse.take(kept))

    def remove(self, ids: Ids) -> None:
        """Doom every row of these units, also rows that a killed writer has overwritten in part."""
        self._current()
        # Ids are handed out ascending: an addition finds nothing older most of the time, and does not look.
        if len(ids) and ids.min() <= self._highest:
            self._doomed.append(np.flatnonzero(np.isin(self._all_ids(), ids)))

    def commit(self, cursor: int) -> None:
        """Make rows durable, overwrite what is doomed, compact where it is due, and name the new state."""
        manifest = self._written()
        self._settle(manifest)
        live = np.flatnonzero(open_part(self._folder, manifest, "scales"))
        if len(live) < manifest.rows * (1 - DEAD_SHARE) and manifest.rows >= COMPACTION_ROWS:
            manifest = self._compact(manifest, live)
        stamp = replace(manifest.stamp, cursor=cursor, count=len(live))
        self._manifest = replace(manifest, stamp=stamp)
        write_manifest(self._folder, self._manifest)
        self._clear_strays()

    def _current(self) -> Manifest:
        if self._manifest is None:
            raise PhantasmError(Code.INTERNAL, "an index without a stamp was written to before it was reset")
        return self._manifest

    def _start(self, ids: Ids) -> None:
        self._ids, self._rows, self._highest = [ids], len(ids), int(ids.max(initial=0))

    def _all_ids(self) -> Ids:
        """Ids of all rows, committed and not. Joined when asked for: most additions never ask."""
        if len(self._ids) > 1:
            self._ids = [np.concatenate(self._ids)]
        return self._ids[0]

    def _written(self) -> Manifest:
        """The manifest with all rows that were appended."""
        manifest, ids = self._current(), self._all_ids()
        checksum = checksum_of(ids[manifest.rows :], manifest.checksum)
        return replace(manifest, rows=len(ids), checksum=checksum)

    def _append(self, ids: Ids, fine: Block, coarse: Block) -> None:
        columns: dict[str, NDArray[np.generic]] = {
            "ids": ids,
            "fine": fine.codes,
            "coarse": coarse.codes,
            "coarse_scales": coarse.scales,
            "scales": fine.scales,
        }
        manifest = self._current()
        for name, part in parts(manifest.stamp).items():
            with part.path(self._folder, manifest.number).open("r+b") as file:
                file.seek(self._rows * part.row_bytes)
                file.write(columns[name].tobytes())
        self._ids.append(ids)
        self._rows += len(ids)
        self._highest = max(self._highest, int(ids.max(initial=0)))

    def _settle(self, manifest: Manifest) -> None:
        """Overwrite what is doomed and make all files durable."""
        doomed = np.unique(np.concatenate(self._doomed)) if self._doomed else np.empty(0, np.int64)
        # Scales first, and durably: a row without one is not found, however much of it is left.
        for name, part in reversed(parts(manifest.stamp).items()):
            if len(doomed) and name != "ids":
                open_part(self._folder, manifest, name, mode="r+")[doomed] = 0
            fsync(part.path(self._folder, manifest.number))
        self._doomed = []

    def _compact(self, manifest: Manifest, live: Ids) -> Manifest:
        """Copy the rows that are left, by ascending id, into another set of files."""
        live = live[np.argsort(self._all_ids()[live])]
        opened = {name: open_part(self._folder, manifest, name) for name in parts(manifest.stamp)}
        begun = self._begin(replace(manifest, number=self._next_number(), rows=0, checksum=0))
        for start in range(0, len(live), COPY_ROWS):
            rows = live[start : start + COPY_ROWS]
            fine = Block(opened["fine"], opened["scales"]).take(rows)
            coarse = Block(opened["coarse"], opened["coarse_scales"]).take(rows)
            self._append(opened["ids"][rows], fine, coarse)
        self._settle(begun)
        return self._written()

    def _begin(self, manifest: Manifest) -> Manifest:
        """Go on with a set of files that is empty."""
        for part in parts(manifest.stamp).values():
            create_private(part.path(self._folder, manifest.number))
        self._manifest = manifest
        self._start(np.empty(0, np.int64))
        return manifest

    def _next_number(self) -> int:
        """A number that no file has: whoever reads an old set is not disturbed."""
        numbers = (path.stem.rpartition("-")[2] for path in self._folder.glob("*-*.*"))
        return max((int(number) for number in numbers if number.isdecimal()), default=0) + 1

    def _cut(self) -> None:
        """Drop rows that were never committed: what a killed writer left may be erased by now."""
        if manifest := self._manifest:
            for part in parts(manifest.stamp).values():
                os.truncate(part.path(self._folder, manifest.number), manifest.rows * part.row_bytes)

    def _clear_strays(self) -> None:
        """Delete what no manifest names: compacted away, or left by a killed writer."""
        committed = read_manifest(self._folder)
        named = {str(manifest.number) for manifest in (committed, self._manifest) if manifest}
        for path in self._folder.glob("*-*.*"):
            if path.stem.rpartition("-")[2] not in named:
                path.unlink(missing_ok=True)
        for path in self._folder.glob(f"{MANIFEST}.*.partial"):
            path.unlink(missing_ok=True)
