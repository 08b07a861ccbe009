"""The pass of training: exits, padding, joining; and what it starts from."""

from typing import Any

import numpy as np
import pytest

from tests.fixtures.far import far, passed, started
from tests.fixtures.small_model import SHAPE, padded, parameters

IDS = padded([[300, 301, 302, 303], [256, 257], [290, 290, 291, 292, 300, 1]])


@pytest.fixture(scope="module")
def found() -> dict[int, Any]:
    """What the pass makes of the texts, by exit."""
    vectors: dict[int, Any] = far(passed, parameters(), IDS, SHAPE)
    return vectors


def test_every_exit_has_a_vector(found: dict[int, Any]) -> None:
    assert tuple(found) == SHAPE.exits
    for vectors in found.values():
        assert vectors.shape == (len(IDS), SHAPE.width)
        assert np.isfinite(vectors).all()


def test_the_first_exit_is_a_weighted_sum(found: dict[int, Any]) -> None:
    params = parameters()
    for row, vector in zip(IDS, found[0], strict=True):
        pieces = row[row > 0]
        often = np.array([(pieces == piece).sum() for piece in pieces])
        counting = often**-SHAPE.damp / (1 + np.arange(len(pieces)) / SHAPE.fade)
        expected = (np.exp(params["weights"][pieces]) * counting) @ params["table"][pieces]
        np.testing.assert_allclose(vector, expected, rtol=1e-4, atol=1e-5)


def test_padding_changes_nothing(found: dict[int, Any]) -> None:
    longer = np.pad(IDS, ((0, 1), (0, 10)))
    again = far(passed, parameters(), longer, SHAPE)
    for exit_, vectors in found.items():
        np.testing.assert_allclose(again[exit_][: len(IDS)], vectors, rtol=1e-4, atol=1e-5)


def test_training_starts_where_the_teacher_points() -> None:
    table = np.arange(SHAPE.rows * SHAPE.width, dtype=np.float32).reshape(SHAPE.rows, SHAPE.width)
    params = far(started, SHAPE, 7, table, np.ones(SHAPE.rows, np.float32))
    np.testing.assert_array_equal(params["table"], table)
    assert len(params["layers"]) == SHAPE.layers
    assert set(params["exits"]) == {"1", "3"}


def test_a_seed_decides_the_start() -> None:
    one, same, other = (far(started, SHAPE, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one["layers"][0]["qkv"], same["layers"][0]["qkv"])
    assert not np.array_equal(one["layers"][0]["qkv"], other["layers"][0]["qkv"])
