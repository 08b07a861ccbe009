"""Which rows are worth scanning when there are very many? Those of the few clusters nearest to the query.

A cache: lists of row numbers by cluster, in one file of its own. It is built when asked for, over the coarse
vectors in the order of their ids and with integer arithmetic, so that the same vectors give the same clusters
on every machine. It is good as long as the rows it was built over are there: rows added since are scanned as
well, removed ones are skipped, and after a compaction there is none until it is built again.

A centre is a mean of at least a few vectors, so none of them survives in it when it is erased.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from math import ceil, sqrt
from typing import TYPE_CHECKING

import numpy as np

from phantasm.retrieval.vectors.codes import Block, best, encode, scales_of, scores
from phantasm.retrieval.vectors.files import checksum_of
from phantasm.storage.files import write_durably

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from phantasm.retrieval.vectors.files import Snapshot
    from phantasm.retrieval.vectors.port import Ids

FILE = "clusters.npz"

FORMAT = 1
"""Version of the file. Another one is no cache."""

CLUSTERS_PER_ROOT = 4
"""Clusters for the square root of the rows: 4,000 for a million. Half as many have to look through a third
more rows to find as much; building takes half a minute of one core, of two that it may."""

SAMPLE_PER_CLUSTER = 64
"""Rows per cluster that the centres are learned from."""

ROUNDS = 8
"""Rounds of learning, on a sample of a quarter of a million rows: most of the time of a build. Not tuned."""

FEWEST = 8
"""Vectors in a cluster; a smaller one is dissolved among its neighbours."""

PROBED_SHARE = 0.15
"""Share of the clusters that is looked through. With vectors of the shipped model it finds 98.8 % of the
fifty hits of the exact scan among a million texts and 98.5 % among half of them; a tenth of the clusters
finds 97.9 and 97.5 %."""

SINCE_SHARE = 0.1
"""Share of rows that came after the clusters, up to which they are not built anew. At a million rows,
scanning so many adds a tenth to a search, and building costs what thousands of searches do."""

ASSIGNED_ROWS = 2048
"""Rows compared with all centres at a time: 32 megabytes of floats with 4,000 centres."""

FIXED_POINT = 1024
"""Steps of a unit vector's numbers where means are taken, so that sums are sums of integers."""


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """Rows by cluster, and over which rows that was worked out."""

    number: int
    """Of the set of files."""
    rows: int
    checksum: int
    """Of the ids of these rows."""
    centres: Block
    starts: Ids
    """Where each cluster's members begin, and at last where they end."""
    members: NDArray[np.int32]

    def near(self, query: Block, share: float) -> Ids:
        """The rows of the clusters nearest to a coarse vector."""
        found = scores(self.centres, query)
        chosen = best(found, np.arange(len(found)), ceil(share * len(found)))
        lists = [self.members[self.starts[each] : self.starts[each + 1]] for each in chosen]
        return np.concatenate(lists, dtype=np.int64)


def build(snapshot: Snapshot) -> Clusters:
    """Cluster the coarse vectors that are there."""
    rows = np.arange(len(snapshot.ids)) if snapshot.order is None else snapshot.order
    rows = rows[snapshot.coarse.scales[rows] > 0]
    count = max(1, int(CLUSTERS_PER_ROOT * sqrt(len(rows))))
    centres = _learn(snapshot.coarse, _spread(rows, count * SAMPLE_PER_CLUSTER), count)
    labels = _assign(snapshot.coarse, rows, centres)
    sizes = np.bincount(labels, minlength=len(centres.codes))
    kept = np.flatnonzero((sizes >= FEWEST) | (sizes == sizes.max(initial=0)))
    homeless = np.flatnonzero(~np.isin(labels, kept))
    centres, labels = centres.take(kept), np.searchsorted(kept, labels)
    labels[homeless] = _assign(snapshot.coarse, rows[homeless], centres)
    grouped = np.argsort(labels, kind="stable")
    starts = np.searchsorted(labels[grouped], np.arange(len(kept) + 1))
    manifest = snapshot.manifest
    members = rows[grouped].astype(np.int32)
    return Clusters(manifest.number, manifest.rows, manifest.checksum, centres, starts, members)


def _spread(rows: Ids, count: int) -> Ids:
    """So many of the rows, evenly spread over all."""
    return rows[np.linspace(0, len(rows) - 1, count).astype(np.int64)] if count < len(rows) else rows


def _learn(block: Block, sample: Ids, count: int) -> Block:
    """Centres of a sample: each round, every row joins the nearest and the centre moves to the middle."""
    taken = block.take(sample)
    units = np.rint(taken.codes * (taken.scales * np.float32(FIXED_POINT))[:, None]).astype(np.int32)
    everyone = np.arange(len(sample))
    centres = taken.take(_spread(everyone, count))
    for _ in range(ROUNDS):
        labels = _assign(taken, everyone, centres)
        grouped = np.argsort(labels, kind="stable")
        present, starts = np.unique(labels[grouped], return_index=True)
        sums = np.add.reduceat(units[grouped], starts, axis=0)
        codes = centres.codes.copy()  # a centre that nobody joined stays where it is
        codes[present] = encode(sums.astype(np.float32)).codes
        centres = Block(codes, scales_of(codes))
    return centres


def _assign(block: Block, rows: Ids, centres: Block) -> Ids:
    """The nearest centre of each row; the first of equally near ones."""
    labels = np.empty(len(rows), np.int64)
    # Products of codes are integers that floats hold exactly, in whichever order they are added.
    across = np.ascontiguousarray(centres.codes.T.astype(np.float32))
    for start in range(0, len(rows), ASSIGNED_ROWS):
        part = np.take(block.codes, rows[start : start + ASSIGNED_ROWS], axis=0).astype(np.float32)
        found = part @ across
        found *= centres.scales
        np.argmax(found, axis=1, out=labels[start : start + ASSIGNED_ROWS])
    return labels


def save(folder: Path, clusters: Clusters) -> None:
    """Put clusters in the place of those that were there."""
    held = io.BytesIO()
    np.savez(
        held,
        about=np.array([FORMAT, clusters.number, clusters.rows, clusters.checksum]),
        centres=clusters.centres.codes,
        starts=clusters.starts,
        members=clusters.members,
    )
    write_durably(folder / FILE, held.getvalue())


def load(folder: Path, snapshot: Snapshot) -> Clusters | None:
    """The clusters of these files; None where there are none, or they are of other rows."""
    from zipfile import BadZipFile  # noqa: PLC0415  most stores are too small for clusters

    try:
        with (folder / FILE).open("rb") as file, np.load(file, allow_pickle=False) as held:
            layout, number, rows, checksum = map(int, held["about"])
            codes, starts, members = held["centres"], held["starts"], held["members"]
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):  # not there, not ours, or not whole
        return None
    same = layout == FORMAT and number == snapshot.manifest.number and rows <= snapshot.manifest.rows
    if not same or checksum_of(snapshot.ids[:rows]) != checksum or members.max(initial=0) >= max(rows, 1):
        return None
    return Clusters(number, rows, checksum, Block(codes, scales_of(codes)), starts, members)
