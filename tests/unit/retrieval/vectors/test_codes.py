"""Codes compare as the vectors they stand for, the same way in chunks of any size."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.retrieval.vectors import codes
from phantasm.retrieval.vectors.codes import ABSENT, Block, best, encode, products, scan, scores
from phantasm.retrieval.vectors.port import STEPS

seeds = st.integers(0, 2**32 - 1)
widths = st.sampled_from((1, 8, 64, 256, 1024, 1500))


@given(seeds, widths)
def test_multiplies_exactly(seed: int, width: int) -> None:
    draw = np.random.default_rng(seed)
    rows = draw.integers(-127, 128, (300, width), dtype=np.int8)
    query = draw.integers(-127, 128, width, dtype=np.int8)
    exact = rows.astype(np.int64) @ query.astype(np.int64)
    assert (products(rows, query) == exact.astype(np.float32)).all()


@given(seeds, st.sampled_from((64, 256)), st.floats(1e-30, 1e30))
def test_scores_within_the_error_of_eight_bits(seed: int, width: int, size: float) -> None:
    draw = np.random.default_rng(seed)
    rows, query = draw.standard_normal((50, width)), draw.standard_normal((1, width))
    cosines = (rows @ query[0]) / np.linalg.norm(rows, axis=1) / np.linalg.norm(query)
    found = scores(encode((rows * size).astype(np.float32)), encode(query.astype(np.float32)))
    assert np.abs(found / STEPS - cosines).max() < 0.006
    assert (found == np.rint(found)).all()


def test_gives_a_row_without_numbers_no_scale() -> None:
    rows = np.array([[0, 0], [np.nan, 1], [np.inf, 1], [3, 4]], np.float32)
    assert (encode(rows).scales > 0).tolist() == [False, False, False, True]


@given(seeds, st.integers(1, 60), st.integers(1, 60))
def test_picks_the_best_and_breaks_ties_by_id(seed: int, count: int, limit: int) -> None:
    draw = np.random.default_rng(seed)
    found = draw.integers(-3, 4, count).astype(np.float32)
    found[draw.random(count) < 0.2] = ABSENT
    ids = draw.permutation(1000)[:count]
    expected = sorted((-score, number) for score, number in zip(found, ids, strict=True) if score > ABSENT)
    chosen = best(found, ids, limit)
    assert [(-found[place], ids[place]) for place in chosen] == expected[:limit]


@given(seeds, st.integers(1, 40), st.booleans())
def test_scans_alike_in_chunks_of_any_size(seed: int, limit: int, some: bool) -> None:  # noqa: FBT001  # drawn
    draw = np.random.default_rng(seed)
    rows = encode(draw.integers(-2, 3, (200, 3)).astype(np.float32))  # few values: many ties
    query, ids = encode(draw.standard_normal((1, 3)).astype(np.float32)), draw.permutation(200) + 1
    among = np.flatnonzero(draw.random(200) < 0.5) if some else None
    where = np.arange(200) if among is None else among
    expected = where[best(scores(rows.take(where), query), ids[where], limit)]
    for chunk in (1, 7, 64, 1000):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(codes, "SCAN_ROWS", chunk)
            assert scan(rows, query, ids, limit, rows=among).tolist() == expected.tolist()


def test_finds_nothing_among_no_rows() -> None:
    nothing = Block(np.empty((0, 4), np.int8), np.empty(0, np.float32))
    query = encode(np.ones((1, 4), np.float32))
    assert scan(nothing, query, np.empty(0, np.int64), 5).tolist() == []
