"""An index finds what a comparison of all vectors finds, whatever happened to it before."""

import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval.vectors.embedded import EmbeddedIndex, Sizes
from phantasm.retrieval.vectors.port import STEPS, Hits, Stamp
from tests.unit.retrieval.vectors.change_log import COARSE, WIDTH, vectors_of
from tests.unit.retrieval.vectors.conftest import Fill

EVERYTHING = Sizes(fine_rows=1 << 40)
COARSELY = Sizes(fine_rows=0, broad=60, broad_factor=4, cluster_rows=1 << 40)


def listed(hits: Hits) -> list[tuple[int, float]]:
    return list(zip(hits.ids.tolist(), hits.scores.tolist(), strict=True))


def test_has_no_stamp_and_finds_nothing_before_the_first_commit(folder: Path, stamp: Stamp) -> None:
    index = EmbeddedIndex(folder)
    query = vectors_of(1)[0]
    assert index.stamp is None
    assert listed(index.search(query, 5)) == []
    assert np.isnan(index.likeness(query, np.array([1, 2]))).all()
    with index.writer() as writer:
        assert writer is not None
        assert writer.stamp is None
        writer.reset(stamp)
        writer.add(np.array([1]), vectors_of(1))
    assert index.stamp is None
    assert index.verify() == ()


def test_stamps_what_was_committed(fill: Fill, stamp: Stamp) -> None:
    assert fill(10).stamp == replace(stamp, cursor=1, count=10)


@settings(max_examples=30)  # each one writes files durably
@given(st.integers(0, 2**32 - 1), st.integers(1, 60))
def test_finds_what_floats_find(tmp_path_factory: Any, seed: int, limit: int) -> None:
    rows = vectors_of(300, seed=seed)
    query = vectors_of(1, seed=seed + 1)[0]
    index = EmbeddedIndex(tmp_path_factory.mktemp("floats"))
    with index.writer() as writer:
        assert writer is not None
        writer.reset(Stamp("m", "g", 0, WIDTH, COARSE, "s", 1))
        writer.add(np.arange(1, 301), rows)
        writer.commit(1)
    hits = index.search(query, limit)
    cosines = rows @ query
    assert len(hits.ids) == limit
    assert np.abs(hits.scores - cosines[hits.ids - 1]).max() < 0.01
    assert (hits.scores * STEPS == np.rint(hits.scores * STEPS)).all()
    left_out = np.delete(cosines, hits.ids - 1)
    assert left_out.max() <= hits.scores[-1] + 0.01
    assert listed(hits) == sorted(listed(hits), key=lambda hit: (-hit[1], hit[0]))
    assert (index.likeness(query, hits.ids) == hits.scores).all()


def test_finds_nearly_all_through_coarse_vectors(fill: Fill, folder: Path) -> None:
    fill(2000)
    exact, coarse = EmbeddedIndex(folder, EVERYTHING), EmbeddedIndex(folder, COARSELY._replace(broad=300))
    found = [
        len(np.intersect1d(exact.search(query, 20).ids, coarse.search(query, 20).ids)) / 20
        for query in vectors_of(30, seed=2)
    ]
    assert np.mean(found) > 0.95


@pytest.mark.parametrize("sizes", [EVERYTHING, COARSELY])
def test_answers_alike_however_rows_came_in(tmp_path: Path, stamp: Stamp, sizes: Sizes) -> None:
    rows = np.repeat(vectors_of(100), 5, axis=0)  # five of each: ties
    answers = []
    for name, order in (("ascending", np.arange(500)), ("mixed", np.random.default_rng(5).permutation(500))):
        index = EmbeddedIndex(tmp_path / name, sizes)
        with index.writer() as writer:
            assert writer is not None
            writer.reset(stamp)
            for part in np.array_split(order, 7 if name == "mixed" else 1):
                writer.add(part + 1, rows[part])
                writer.commit(1)
        assert index.verify() == ()
        answers.append([listed(index.search(query, 12)) for query in vectors_of(10, seed=3)])
    assert answers[0] == answers[1]


@pytest.mark.parametrize("sizes", [EVERYTHING, COARSELY])
def test_keeps_to_the_allowed_ones(fill: Fill, folder: Path, sizes: Sizes) -> None:
    fill(500)
    index, query = EmbeddedIndex(folder, sizes), vectors_of(1, seed=4)[0]
    allowed = np.array([3, 50, 51, 499, 500, 501, 10_000])
    hits = index.search(query, 10, allowed=allowed)
    assert sorted(hits.ids.tolist()) == [3, 50, 51, 499, 500]
    assert listed(index.search(query, 10, allowed=np.empty(0, np.int64))) == []
    assert listed(index.search(query, 9, allowed=np.arange(1, 501))) == listed(index.search(query, 9))


def test_finds_nothing_by_nothing(fill: Fill) -> None:
    index = fill(10)
    assert listed(index.search(np.zeros(WIDTH, np.float32), 5)) == []
    assert listed(index.search(vectors_of(1)[0], 0)) == []


def test_keeps_no_vector_of_zeros(fill: Fill) -> None:
    index = fill(10)
    with index.writer() as writer:
        assert writer is not None
        writer.add(np.array([11, 12]), np.stack((np.zeros(WIDTH, np.float32), vectors_of(1)[0])))
        writer.commit(2)
    assert index.stamp is not None
    assert index.stamp.count == 11
    for query in (vectors_of(1)[0], np.zeros(WIDTH, np.float32)):  # the latter asks only what is there
        assert np.isnan(index.likeness(query, np.array([11, 12]))).tolist() == [True, False]


def test_refuses_a_query_of_another_width(fill: Fill) -> None:
    with pytest.raises(PhantasmError) as caught:
        fill(10).search(np.ones(WIDTH + 1, np.float32), 5)
    assert caught.value.code is Code.INTERNAL


def test_sees_a_commit_of_another_one_when_asked_to(fill: Fill, folder: Path) -> None:
    index, reader = fill(10), EmbeddedIndex(folder)
    assert not reader.refresh()
    with index.writer() as writer:
        assert writer is not None
        writer.add(np.array([11]), vectors_of(1, seed=9))
        writer.commit(2)
    query = vectors_of(1, seed=9)[0]
    assert np.isnan(reader.likeness(query, np.array([11]))).all()
    assert reader.refresh()
    assert reader.search(query, 1).ids.tolist() == [11]


def test_lets_one_write_at_a_time(fill: Fill, folder: Path) -> None:
    index, other = fill(10), EmbeddedIndex(folder)
    with index.writer() as writer, other.writer() as refused:
        assert writer is not None
        assert refused is None
    with other.writer() as writer:
        assert writer is not None


def test_knows_inside_the_turn_what_was_committed_before_it(fill: Fill, folder: Path) -> None:
    other = EmbeddedIndex(folder)
    fill(10)
    assert other.stamp is None
    with other.writer() as writer:
        assert writer is not None
        assert writer.stamp == other.stamp
        assert np.isfinite(other.likeness(vectors_of(1)[0], np.array([10]))).all()


def test_is_private_whatever_the_umask(fill: Fill, folder: Path) -> None:
    fill(10)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}


@pytest.mark.parametrize("name", ["ids-1.i64", "fine-1.i8", "coarse-1.i8", "scales-1.f32", "manifest.json"])
def test_takes_a_torn_or_foreign_file_for_nothing(fill: Fill, folder: Path, stamp: Stamp, name: str) -> None:
    index = fill(100)
    before = listed(index.search(vectors_of(1)[0], 5))
    whole = (folder / name).read_bytes()
    for damage in (whole[: len(whole) // 2], bytes(reversed(whole)), None):
        (folder / name).unlink(missing_ok=True)
        if damage is not None:
            (folder / name).write_bytes(damage)
        assert EmbeddedIndex(folder).stamp is None
    again = EmbeddedIndex(folder)
    with again.writer() as writer:
        assert writer is not None
        assert writer.stamp is None
        writer.reset(stamp)
        writer.add(np.arange(1, 101), vectors_of(100))
        writer.commit(1)
    assert listed(again.search(vectors_of(1)[0], 5)) == before
    assert again.verify() == ()
