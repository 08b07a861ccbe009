"""The stand-in without weights: shared words make texts alike, on every machine the same."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from phantasm.capabilities.embedding.hashing import WIDTHS, HashingEmbedder
from phantasm.capabilities.embedding.port import View
from phantasm.contracts.errors import Code, PhantasmError
from tests.unit.capabilities.embedding.conftest import ANY_TEXT, TEXTS

EMBEDDER = HashingEmbedder()


@given(st.lists(ANY_TEXT, max_size=6), st.sampled_from(WIDTHS))
def test_any_text_has_a_vector(texts: list[str], width: int) -> None:
    vectors = EMBEDDER.embed(texts, side="document", view=View(0, width))
    assert vectors.shape == (len(texts), width)
    assert vectors.dtype == np.float32
    lengths = np.linalg.norm(vectors, axis=1)
    assert ((lengths == 0) | (np.abs(lengths - 1) < 1e-5)).all()
    alone = [EMBEDDER.embed([text], side="query", view=View(0, width))[0] for text in texts]
    assert np.array_equal(vectors, np.array(alone).reshape(vectors.shape))


def test_the_numbers_stay_the_same() -> None:
    # Written down once: a vector must not change with a release, a platform or a version of Python.
    signs = EMBEDDER.embed(["store"], side="query", view=View(0, 64))[0] > 0
    assert np.packbits(signs).tobytes().hex() == "18b5f4b09a739710"


def test_shared_words_make_texts_alike() -> None:
    one, two, three = EMBEDDER.embed(
        ["open the file store", "the store has a file", "bread needs yeast"], side="document"
    )
    assert one @ two > 0.4 > abs(float(one @ three))


def test_narrow_vectors_are_the_start_of_wide_ones() -> None:
    wide = EMBEDDER.embed(TEXTS, side="document")
    for width in WIDTHS:
        narrow = EMBEDDER.embed(TEXTS, side="document", view=View(0, width))
        lengths = np.linalg.norm(wide[:, :width], axis=1, keepdims=True)
        np.testing.assert_allclose(narrow, wide[:, :width] / np.where(lengths > 0, lengths, 1), atol=1e-6)


def test_threads_see_the_same() -> None:
    alone = EMBEDDER.embed(TEXTS, side="document").tobytes()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: EMBEDDER.embed(TEXTS, side="document").tobytes(), range(32)))
    assert set(found) == {alone}


@pytest.mark.parametrize("view", [View(1, 64), View(0, 63)])
def test_an_unknown_view_is_refused(view: View) -> None:
    with pytest.raises(PhantasmError) as refused:
        EMBEDDER.embed(["text"], side="query", view=view)
    assert refused.value.code == Code.INVALID_REQUEST
