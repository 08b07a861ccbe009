"""Narrow vectors of models without matryoshka: the same everywhere, nested, and a fair sample."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from phantasm.capabilities.embedding.prefixes import Habits, habits_of
from phantasm.capabilities.embedding.projection import Cut, cut_for, widths_for


def some(native: int, count: int = 40, seed: int = 3) -> NDArray[np.float32]:
    return np.random.default_rng(seed).standard_normal((count, native)).astype(np.float32)


@pytest.mark.parametrize("native", [1, 2, 96, 384, 1024])
def test_turning_keeps_every_angle(native: int) -> None:
    vectors = some(native)
    whole = Cut(native, turned=True).to(vectors, native)
    plain = Cut(native, turned=False).to(vectors, native)
    np.testing.assert_allclose(whole @ whole.T, plain @ plain.T, atol=1e-5)


@given(st.integers(2, 400), st.data())
def test_narrow_vectors_are_the_start_of_wide_ones(native: int, data: st.DataObject) -> None:
    width = data.draw(st.integers(1, native))
    cut = Cut(native, turned=data.draw(st.booleans()), centred=data.draw(st.booleans()))
    vectors = some(native, count=3)
    wide, narrow = cut.to(vectors, native), cut.to(vectors, width)
    assert narrow.dtype == np.float32
    start = wide[:, :width]
    lengths = np.linalg.norm(start, axis=1, keepdims=True)
    if (lengths > 1e-3).all():
        np.testing.assert_allclose(narrow, start / lengths, atol=1e-3)


def test_the_turn_stays_the_same() -> None:
    # Written down once: stored vectors depend on it.
    signs = Cut(384, turned=True).to(np.ones((1, 384), np.float32), 64)[0] > 0
    assert np.packbits(signs).tobytes().hex() == "d77d199855c893be"


def test_numbers_that_say_nothing_do_no_harm() -> None:
    """A model may fill its first numbers with the same for every text; a plain cut would keep only those."""
    vectors = some(384, count=200)
    vectors[:, :64] = 0.01
    near = vectors + 0.3 * some(384, count=200, seed=4)
    near[:, :64] = 0.01
    turned, plain = (Cut(384, turned=way) for way in (True, False))
    own = np.arange(200)
    found = {
        cut: (cut.to(near, 64) @ cut.to(vectors, 64).T).argmax(1).tolist() == own.tolist()
        for cut in (turned, plain)
    }
    assert found == {turned: True, plain: False}


def test_centring_takes_the_mean_away() -> None:
    vectors = some(96)
    cut = Cut(96, turned=False, centred=True)
    np.testing.assert_allclose(cut.to(vectors + 5, 32), cut.to(vectors, 32), atol=1e-4)


def test_what_is_cut_how_follows_from_the_habits() -> None:
    assert cut_for(768, habits_of("nomic-embed-text")) == Cut(768, turned=False, centred=True)
    assert cut_for(384, habits_of("all-minilm")) == Cut(384, turned=True)
    names = {
        cut_for(8, habits).name
        for habits in (Habits(), Habits(trained=(4,)), Habits(trained=(4,), centred=True))
    }
    assert len(names) == 3


@pytest.mark.parametrize(
    ("native", "trained", "dimensions", "widths"),
    [
        (768, (64, 128, 256, 512, 768), 256, (64, 128, 256, 512, 768)),
        (384, (), 256, (64, 256, 384)),
        (384, (), 100, (64, 100, 256, 384)),
        (256, (64, 768), 256, (64, 256)),
        (48, (), 256, (48,)),
        (1024, (), 4096, (64, 256, 1024)),
    ],
)
def test_the_cascade_exists_for_every_model(
    native: int, trained: tuple[int, ...], dimensions: int, widths: tuple[int, ...]
) -> None:
    assert widths_for(native, trained, dimensions) == widths
