"""Clusters narrow a search and change nothing else; without sound ones everything is scanned."""

from pathlib import Path

import numpy as np
import pytest

from phantasm.retrieval.vectors import clusters
from phantasm.retrieval.vectors.embedded import EmbeddedIndex, Sizes
from phantasm.retrieval.vectors.port import Hits, Stamp
from tests.unit.retrieval.vectors.change_log import vectors_of
from tests.unit.retrieval.vectors.conftest import Fill

CLUSTERED = Sizes(fine_rows=100, broad=300, broad_factor=4, cluster_rows=1000)
SCANNED = Sizes(fine_rows=100, broad=300, broad_factor=4, cluster_rows=1 << 40)
QUERIES = vectors_of(30, seed=2)


def agreement(one: EmbeddedIndex, other: EmbeddedIndex, limit: int = 20) -> float:
    pairs = ((one.search(query, limit).ids, other.search(query, limit).ids) for query in QUERIES)
    return float(np.mean([len(np.intersect1d(left, right)) / limit for left, right in pairs]))


def listed(hits: Hits) -> list[tuple[int, float]]:
    return list(zip(hits.ids.tolist(), hits.scores.tolist(), strict=True))


def test_finds_nearly_all_that_a_scan_finds(fill: Fill, folder: Path) -> None:
    index = fill(4000, CLUSTERED)
    assert index.clustered == 0
    assert index.build_clusters()
    assert index.clustered == 4000
    assert agreement(index, EmbeddedIndex(folder, SCANNED)) > 0.95


def test_holds_every_row_once_and_no_small_cluster(fill: Fill, folder: Path) -> None:
    index = fill(3000, CLUSTERED)
    index.build_clusters()
    with np.load(folder / clusters.FILE) as held:
        assert sorted(held["members"].tolist()) == list(range(3000))
        assert np.diff(held["starts"]).min() >= clusters.FEWEST


def test_builds_the_same_from_rows_in_another_order(tmp_path: Path, stamp: Stamp) -> None:
    rows, found = vectors_of(2000), []
    for name, order in (
        ("ascending", np.arange(2000)),
        ("mixed", np.random.default_rng(5).permutation(2000)),
    ):
        index = EmbeddedIndex(tmp_path / name, CLUSTERED)
        with index.writer() as writer:
            assert writer is not None
            writer.reset(stamp)
            writer.add(order + 1, rows[order])
            writer.commit(1)
        assert index.build_clusters()
        found.append([listed(index.search(query, 20)) for query in QUERIES])
    assert found[0] == found[1]


def test_finds_what_was_added_and_not_what_was_removed_since(fill: Fill) -> None:
    index = fill(2000, CLUSTERED)
    index.build_clusters()
    fresh = vectors_of(1, seed=50)
    gone = index.search(QUERIES[0], 5).ids
    with index.writer() as writer:
        assert writer is not None
        writer.add(np.array([2001]), fresh)
        writer.remove(gone)
        writer.commit(2)
    assert index.clustered == 2000
    assert index.search(fresh[0], 1).ids.tolist() == [2001]
    assert not np.isin(gone, index.search(QUERIES[0], 50).ids).any()


def test_filters_exactly(fill: Fill, folder: Path) -> None:
    index = fill(2000, CLUSTERED)
    index.build_clusters()
    scanned, allowed = EmbeddedIndex(folder, SCANNED), np.arange(5, 2001, 2)
    for query in QUERIES:
        assert listed(index.search(query, 9, allowed=allowed)) == listed(
            scanned.search(query, 9, allowed=allowed)
        )


def test_is_built_anew_when_much_was_added(fill: Fill) -> None:
    index = fill(2000, CLUSTERED)
    assert [index.build_clusters(), index.build_clusters()] == [True, False]
    for first, last, due in ((2001, 2200, False), (2201, 2400, True)):
        with index.writer() as writer:
            assert writer is not None
            writer.add(np.arange(first, last + 1), vectors_of(200, seed=first))
            writer.commit(first)
        assert index.build_clusters() is due
    assert index.clustered == 2400


def test_is_not_built_for_few(fill: Fill, folder: Path) -> None:
    assert not fill(900, CLUSTERED).build_clusters()
    assert not (folder / clusters.FILE).exists()


def test_is_left_aside_after_a_compaction(fill: Fill, folder: Path) -> None:
    index = fill(4000, CLUSTERED)
    index.build_clusters()
    with index.writer() as writer:
        assert writer is not None
        writer.remove(np.arange(1, 2001))
        writer.commit(2)
    assert index.clustered == 0
    assert agreement(index, EmbeddedIndex(folder, SCANNED)) == 1
    assert index.build_clusters()
    assert index.clustered == 2000


@pytest.mark.parametrize("damage", [b"", b"not an archive", None])
def test_scans_where_the_file_is_damaged(fill: Fill, folder: Path, damage: bytes | None) -> None:
    index = fill(2000, CLUSTERED)
    index.build_clusters()
    whole = (folder / clusters.FILE).read_bytes()
    (folder / clusters.FILE).write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    index.refresh()
    assert index.clustered == 0
    assert agreement(index, EmbeddedIndex(folder, SCANNED)) == 1
