"""Is an embedded index what its manifest says, row by row?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from phantasm.retrieval.vectors import files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from phantasm.retrieval.vectors.files import Manifest, Snapshot

CHECKED_ROWS = 16_384
"""Rows looked at in one go: four megabytes of codes, and eight times that while they are squared."""


def problems(folder: Path) -> tuple[str, ...]:
    """Everything found wrong, in sentences; nothing where all is well."""
    manifest = files.read_manifest(folder)
    if manifest is None:
        return ("there is no readable manifest",) if (folder / files.MANIFEST).exists() else ()
    short = tuple(_short(folder, manifest))
    if short:
        return short
    snapshot = files.open_snapshot(folder)
    if snapshot is None:
        return ("the files are not those of the manifest: ids or rows differ",)
    return tuple(_faults(snapshot))


def _short(folder: Path, manifest: Manifest) -> Iterator[str]:
    for part in files.parts(manifest.stamp).values():
        path = part.path(folder, manifest.number)
        if not path.is_file():
            yield f"{path.name} is missing"
        elif path.stat().st_size < manifest.rows * part.row_bytes:
            yield f"{path.name} is shorter than {manifest.rows} rows"


def _faults(snapshot: Snapshot) -> Iterator[str]:
    manifest, ids, live = snapshot.manifest, snapshot.ids, np.flatnonzero(snapshot.fine.scales)
    if files.checksum_of(ids) != manifest.checksum:
        yield "the ids do not have the manifest's checksum"
    if len(ids) and ids.min() <= 0:
        yield "an id is not positive"
    if len(np.unique(ids[live])) != len(live):
        yield "a unit has two vectors"
    # A writer that was killed while it removed may have overwritten rows that the manifest still counts.
    if len(live) > manifest.stamp.count:
        yield f"{len(live)} vectors, but the manifest counts {manifest.stamp.count}"
    for name, block in (("fine", snapshot.fine), ("coarse", snapshot.coarse)):
        wrong = left = 0
        for start in range(0, len(ids), CHECKED_ROWS):
            rows = np.arange(start, min(start + CHECKED_ROWS, len(ids)))
            wrong += len(files.misfits(block, rows))
            left += int(np.count_nonzero(block.codes[rows][block.scales[rows] == 0].any(axis=1)))
        if wrong:
            yield f"{wrong} {name} rows do not have the length that was kept with them"
        if left:
            yield f"{left} removed {name} rows still have content: the removal is done again when indexing"
