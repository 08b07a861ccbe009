"""Which vectors are nearest, with nothing installed and no service? Files in a folder, scanned exactly.

Up to a few thousand rows every fine vector is compared. Beyond, the coarse vectors are scanned and the best
few hundred are compared again by their fine ones. Above a measured size a cache of clusters narrows the scan;
it is a cache and nothing else: without one, or with a filter, the scan is exact.

Readers take no lock. They map the committed rows and see another commit when they ask for it.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval.vectors import checking, clusters, files
from phantasm.retrieval.vectors.codes import Block, best, encode, scan, scores
from phantasm.retrieval.vectors.port import STEPS, Hits
from phantasm.retrieval.vectors.turns import turn
from phantasm.retrieval.vectors.writing import EmbeddedWriter
from phantasm.storage.files import make_private_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from phantasm.retrieval.vectors.clusters import Clusters
    from phantasm.retrieval.vectors.files import Snapshot
    from phantasm.retrieval.vectors.port import Floats, Ids, Stamp

WRITING, CLUSTERING = "lock", "clusters.lock"
"""Lock files. Clustering takes a minute at a million rows, and indexing goes on meanwhile."""


class Sizes(NamedTuple):
    """From which size on which shortcut is taken."""

    fine_rows: int = 20_000
    """Vectors up to which all fine ones are compared: a millisecond and a half, a third of which coarse
    vectors would save. Most stores are smaller, and get exact answers."""
    broad: int = 800
    """Coarse candidates that are compared again, at the least. At a million texts, 98.8 % of the ten best by
    fine vectors are among them."""
    broad_factor: int = 32
    """Coarse candidates for each hit that was asked for. At a million texts, 98 % of the fifty best by fine
    vectors are among the 1,600 best by coarse ones, 92 % among 400; comparing 1,600 takes half a
    millisecond."""
    cluster_rows: int = 500_000
    """Vectors above which clusters are used and worth building. The exact scan takes 16 ms of one core for a
    million and 8 for half of it; clusters save two fifths to a half of that and miss one hit in sixty to
    eighty: no bargain below."""
    probed_share: float = clusters.PROBED_SHARE
    """Share of the clusters that is looked through."""


class EmbeddedIndex:
    """An index in a folder. One object may be read by several threads."""

    def __init__(self, folder: Path, sizes: Sizes | None = None) -> None:
        self._folder = folder
        self._watched = folder / files.MANIFEST, folder / clusters.FILE
        self._sizes = sizes or Sizes()
        self._seen: tuple[object, ...] = ()
        self._state: tuple[Snapshot | None, Clusters | None] = (None, None)
        self.refresh()

    @property
    def stamp(self) -> Stamp | None:
        """Whose vectors these are; None where there is nothing, or nothing readable."""
        snapshot, _ = self._state
        return snapshot.manifest.stamp if snapshot else None

    @property
    def clustered(self) -> int:
        """Rows that clusters cover; the others are scanned."""
        _, narrowed = self._state
        return narrowed.rows if narrowed else 0

    def refresh(self) -> bool:
        """Open what was committed or clustered since; the look costs microseconds."""
        # Looked at before it is read: what changes in between is seen the next time.
        seen = tuple(map(_look, self._watched))
        if seen == self._seen:
            return False
        snapshot = files.open_snapshot(self._folder)
        narrowed = clusters.load(self._folder, snapshot) if snapshot and self._is_large(snapshot) else None
        self._seen, self._state = seen, (snapshot, narrowed)
        return True

    def search(self, query: Floats, limit: int, *, allowed: Ids | None = None) -> Hits:
        """The units most like a vector, best first."""
        snapshot, narrowed = self._state
        if snapshot is None or limit <= 0:
            return Hits(np.empty(0, np.int64), np.empty(0, np.float32))
        fine = _encoded(query, snapshot, snapshot.manifest.stamp.width)
        if not fine.scales[0]:  # a query without a word is like nothing
            return Hits(np.empty(0, np.int64), np.empty(0, np.float32))
        rows = None if allowed is None else _there(snapshot, allowed)
        # Counted without removed rows: an index that was rebuilt must take the same way.
        if (snapshot.manifest.stamp.count if rows is None else len(rows)) > self._sizes.fine_rows:
            coarse = _encoded(query, snapshot, snapshot.manifest.stamp.coarse)
            if rows is None and narrowed:
                since = np.arange(narrowed.rows, len(snapshot.ids))
                rows = np.concatenate((narrowed.near(coarse, self._sizes.probed_share), since))
            broad = max(self._sizes.broad, self._sizes.broad_factor * limit)
            rows = scan(snapshot.coarse, coarse, snapshot.ids, broad, rows=rows)
        return _compare(snapshot, fine, limit, rows)

    def likeness(self, query: Floats, ids: Ids) -> Floats:
        """The cosine of each unit, nan where it has no vector."""
        out = np.full(len(ids), np.nan, np.float32)
        snapshot, _ = self._state
        if snapshot is None:
            return out
        rows = snapshot.rows_of(ids)
        there = np.flatnonzero(rows >= 0)
        fine = _encoded(query, snapshot, snapshot.manifest.stamp.width)
        found = scores(snapshot.fine.take(rows[there]), fine)
        out[there] = np.where(np.isfinite(found), found / np.float32(STEPS), np.nan)
        return out

    def vectors(self) -> int:
        """How many vectors there are."""
        snapshot, _ = self._state
        return int(np.count_nonzero(snapshot.fine.scales)) if snapshot else 0

    @contextmanager
    def writer(self) -> Iterator[EmbeddedWriter | None]:
        """The right to write, or None where another process or thread has it."""
        if not self._folder.parent.exists():  # whoever deletes all indexes deletes it too
            make_private_folder(self._folder.parent)
        make_private_folder(self._folder)
        try:
            with turn(self._folder / WRITING) as ours:
                self.refresh()  # whoever had the turn before may have committed
                yield EmbeddedWriter(self._folder) if ours else None
        finally:
            self.refresh()

    def build_clusters(self) -> bool:
        """Work out the clusters of what is committed, where that is due and nobody else is at it."""
        self.refresh()
        snapshot, narrowed = self._state
        if snapshot is None or not self._is_large(snapshot):
            return False
        if narrowed and len(snapshot.ids) - narrowed.rows <= clusters.SINCE_SHARE * len(snapshot.ids):
            return False
        with turn(self._folder / CLUSTERING) as ours:
            if ours:
                for left in self._folder.glob(f"{clusters.FILE}.*.partial"):
                    left.unlink(missing_ok=True)
                clusters.save(self._folder, clusters.build(snapshot))
        self.refresh()
        return ours

    def verify(self) -> tuple[str, ...]:
        """Everything found wrong, in sentences."""
        return checking.problems(self._folder)

    def _is_large(self, snapshot: Snapshot) -> bool:
        return snapshot.manifest.stamp.count > self._sizes.cluster_rows


def _look(path: Path) -> tuple[int, ...] | None:
    """What tells one version of a file from another; None where there is none."""
    try:
        about = path.stat()
    except OSError:
        return None
    return about.st_ino, about.st_mtime_ns, about.st_size


def _encoded(query: Floats, snapshot: Snapshot, width: int) -> Block:
    """The leading numbers of a query as codes."""
    stamp = snapshot.manifest.stamp
    if query.shape != (stamp.width,):
        raise PhantasmError(Code.INTERNAL, f"a query of shape {query.shape} for vectors of {stamp.width}")
    return encode(np.ascontiguousarray(query, np.float32)[None, :width])


def _there(snapshot: Snapshot, allowed: Ids) -> Ids:
    """The rows of those units that have one, in the order of the files: neighbours share pages."""
    rows = snapshot.rows_of(allowed)
    rows = rows[rows >= 0]
    return rows if snapshot.order is None else np.sort(rows)


def _compare(snapshot: Snapshot, query: Block, limit: int, rows: Ids | None) -> Hits:
    """The hits by fine vectors, among some rows or all."""
    if rows is None:
        block, ids = snapshot.fine, snapshot.ids
    else:
        rows = np.sort(rows)
        block, ids = snapshot.fine.take(rows), snapshot.ids[rows]
    found = scores(block, query)
    places = best(found, ids, limit)
    return Hits(ids[places], found[places] / np.float32(STEPS))
