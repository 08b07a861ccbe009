"""The pass of the package is the pass of training, and a text's vector does not depend on its company."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from phantasm.capabilities.embedding.encoder import PIECES_AT_ONCE, STEP, Encoder
from phantasm.capabilities.embedding.weights import Stored, read_model
from tests.fixtures.far import far, passed
from tests.fixtures.small_model import RECIPE, SHAPE, padded, parameters, write_small_model

Rows = list[list[int]]

DEPTHS = [exit_ for exit_ in RECIPE.exits if exit_]

TOLERANCE = 1e-5
"""How far two runs over the same bytes may differ, in any number of a unit vector."""

TEXTS = st.lists(st.lists(st.integers(1, RECIPE.rows - 1), max_size=24), max_size=12)


@pytest.fixture(scope="module")
def stored(folder: Path) -> Stored:
    return read_model(folder)


@pytest.fixture(scope="module")
def encoder(stored: Stored) -> Encoder:
    return Encoder(stored)


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-12), np.float32)


def _drawn(lengths: list[int], seed: int = 3) -> Rows:
    draw = np.random.default_rng(seed)
    return [draw.integers(1, RECIPE.rows, length).tolist() for length in lengths]


def _weights(stored: Stored, pieces: list[int]) -> NDArray[np.float32]:
    """A piece counts by its weight, less the later it comes, and less the more often."""
    early = 1 / (1 + np.arange(len(pieces)) / RECIPE.fade)
    often = np.array([pieces.count(piece) for piece in pieces])
    return np.asarray(stored.tensors["share"][pieces] * early * often**-RECIPE.damp, np.float32)


def _widened(stored: Stored) -> dict[str, Any]:
    """The parameters that the stored int8 numbers stand for."""
    return {
        "table": stored.tensors["table"] * stored.tensors["table.scale"][:, None],
        "weights": np.log(np.maximum(stored.tensors["share"], np.float32(1e-30))),
        "layers": [
            {name: stored.matrix(f"layer.{number}.{name}") for name in ("qkv", "out", "up", "down")}
            | {name: stored.tensors[f"layer.{number}.{name}"] for name in ("mix", "bias")}
            for number in range(1, RECIPE.layers + 1)
        ],
        "exits": {
            str(number): {
                "attend": stored.tensors[f"exit.{number}.attend"],
                "project": stored.matrix(f"exit.{number}.project"),
            }
            for number in DEPTHS
        },
    }


def test_the_pass_is_that_of_training(encoder: Encoder, stored: Stored) -> None:
    texts = _drawn([1, 2, 3, 7, 8, 8, 8, 15, 39, 40])
    trained = far(passed, _widened(stored), padded(texts), SHAPE)
    np.testing.assert_allclose(_unit(encoder.look_up(texts, RECIPE.width)), _unit(trained[0]), atol=TOLERANCE)
    for exit_ in DEPTHS:
        np.testing.assert_allclose(_unit(encoder.attend(texts, exit_)), _unit(trained[exit_]), atol=TOLERANCE)


def test_int8_costs_little(encoder: Encoder) -> None:
    texts = _drawn([5, 9, 30, 31])
    trained = far(passed, parameters(), padded(texts), SHAPE)
    assert (_unit(encoder.look_up(texts, RECIPE.width)) * _unit(trained[0])).sum(1).min() > 0.999
    for exit_ in DEPTHS:
        assert (_unit(encoder.attend(texts, exit_)) * _unit(trained[exit_])).sum(1).min() > 0.995


@given(TEXTS, st.randoms(use_true_random=False), st.sampled_from(DEPTHS))
@settings(max_examples=40)
def test_company_and_order_change_nothing(encoder: Encoder, texts: Rows, random: Any, exit_: int) -> None:
    together = _unit(encoder.attend(texts, exit_))
    order = list(range(len(texts)))
    random.shuffle(order)
    shuffled = _unit(encoder.attend([texts[number] for number in order], exit_))
    for place, number in enumerate(order):
        alone = _unit(encoder.attend([texts[number]], exit_))[0]
        assert np.abs(shuffled[place] - together[number]).max(initial=0) < TOLERANCE
        assert np.abs(alone - together[number]).max(initial=0) < TOLERANCE


@given(TEXTS, st.sampled_from(RECIPE.widths))
def test_looking_up_is_a_weighted_sum(encoder: Encoder, stored: Stored, texts: Rows, width: int) -> None:
    table = stored.tensors["table"] * stored.tensors["table.scale"][:, None]
    found = encoder.look_up(texts, width)
    for row, pieces in zip(found, texts, strict=True):
        expected = _weights(stored, pieces) @ table[pieces, :width] if pieces else np.zeros(width)
        np.testing.assert_allclose(row, expected, atol=1e-4)
        np.testing.assert_array_equal(encoder.look_up([pieces], width)[0], row)


@pytest.mark.parametrize("exit_", DEPTHS)
def test_blocks_change_nothing(encoder: Encoder, exit_: int) -> None:
    many = 2 * PIECES_AT_ONCE // RECIPE.longest
    texts = _drawn([*[RECIPE.longest] * many, *[7] * many, RECIPE.longest - 1, STEP, 3, 1, 0])
    together = _unit(encoder.attend(texts, exit_))
    for number, text in list(enumerate(texts))[:: many // 9]:
        np.testing.assert_allclose(_unit(encoder.attend([text], exit_))[0], together[number], atol=TOLERANCE)


@pytest.mark.parametrize("exit_", DEPTHS)
def test_nothing_becomes_zeros(encoder: Encoder, exit_: int) -> None:
    assert encoder.attend([], exit_).shape == (0, RECIPE.width)
    found = encoder.attend([[], [5], []], exit_)
    assert not found[[0, 2]].any()
    assert found[1].any()
    assert encoder.look_up([], RECIPE.width).shape == (0, RECIPE.width)


@pytest.mark.parametrize(("fade", "damp"), [(0.0, 0.0), (4.0, 0.0), (0.0, 1.0)])
def test_fading_and_damping_can_be_left_out(tmp_path: Path, fade: float, damp: float) -> None:
    recipe = replace(RECIPE, fade=fade, damp=damp)
    stored = read_model(write_small_model(tmp_path, recipe))
    text = [300, 301, 300, 302, 300]
    trained = far(passed, _widened(stored), padded([text]), replace(SHAPE, fade=fade, damp=damp))
    encoder = Encoder(stored)
    np.testing.assert_allclose(
        _unit(encoder.look_up([text], RECIPE.width)), _unit(trained[0]), atol=TOLERANCE
    )
    np.testing.assert_allclose(_unit(encoder.attend([text], 3)), _unit(trained[3]), atol=TOLERANCE)


def test_the_order_of_pieces_matters(encoder: Encoder) -> None:
    (text,) = _drawn([9])
    for exit_ in DEPTHS:
        forth, back = _unit(encoder.attend([text, text[::-1]], exit_))
        assert np.abs(forth - back).max() > 1e-3
