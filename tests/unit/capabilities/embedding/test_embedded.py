"""The model in the package: any text in, unit vectors out, the same every time and from every thread."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.embedder_agreement import elsewhere
from phantasm.capabilities.embedding.embedded import SHIPPED, EmbeddedModel, shipped
from phantasm.capabilities.embedding.port import View
from phantasm.capabilities.embedding.weights import TENSORS
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from tests.fixtures.small_model import RECIPE
from tests.unit.capabilities.embedding.conftest import ANY_TEXT, TEXTS

VIEWS = [View(exit_, width) for exit_ in RECIPE.exits for width in RECIPE.widths]

TOLERANCE = 1e-5

LARGEST = 20_000_000
"""Bytes of the shipped model's folder at most (issue 4)."""


@given(st.lists(ANY_TEXT, max_size=6), st.sampled_from(VIEWS))
@settings(max_examples=60)
def test_any_text_has_a_vector(small: EmbeddedModel, texts: list[str], view: View) -> None:
    vectors = small.embed(texts, side="document", view=view)
    assert vectors.shape == (len(texts), view.width)
    assert vectors.dtype == np.float32
    assert np.isfinite(vectors).all()
    for text, length in zip(texts, np.linalg.norm(vectors, axis=1), strict=True):
        assert length == pytest.approx(1, abs=1e-5) or (length == 0 and not _has_words(text))


def _has_words(text: str) -> bool:
    return any(letter.isalnum() or letter in "?!" for letter in text)


@pytest.mark.parametrize("view", VIEWS)
def test_narrow_vectors_are_the_start_of_wide_ones(small: EmbeddedModel, view: View) -> None:
    wide = small.embed(TEXTS, side="document", view=View(view.exit, RECIPE.width))[:, : view.width]
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    narrow = small.embed(TEXTS, side="document", view=view)
    np.testing.assert_allclose(narrow, wide / np.where(lengths > 0, lengths, 1), atol=TOLERANCE)


@given(st.lists(ANY_TEXT, min_size=1, max_size=8), st.randoms(use_true_random=False), st.sampled_from(VIEWS))
@settings(max_examples=40)
def test_company_and_order_change_nothing(
    small: EmbeddedModel, texts: list[str], random: Any, view: View
) -> None:
    together = small.embed(texts, side="document", view=view)
    order = list(range(len(texts)))
    random.shuffle(order)
    shuffled = small.embed([texts[number] for number in order], side="document", view=view)
    np.testing.assert_allclose(shuffled, together[order], atol=TOLERANCE)
    alone = np.concatenate([small.embed([text], side="document", view=view) for text in texts])
    np.testing.assert_allclose(alone, together, atol=TOLERANCE)


@pytest.mark.parametrize("kernel", ["Haswell", "SkylakeX"])
def test_company_changes_no_bit_where_one_thread_computes(tmp_path: Path, kernel: str) -> None:
    # An index that is made anew must be the one before. Kernels add up a row by where it stands in a block.
    setting = [f"OPENBLAS_CORETYPE={kernel}", "OPENBLAS_NUM_THREADS=1"]
    found = elsewhere(None, setting, tmp_path / "vectors.npz")
    assert found is None or not any(found[name] for name in found if name.startswith("batches"))


@pytest.mark.parametrize("view", VIEWS)
def test_the_same_call_gives_the_same_bytes(small: EmbeddedModel, folder: Path, view: View) -> None:
    first = small.embed(TEXTS, side="query", view=view)
    for model in (small, EmbeddedModel(folder)):
        assert model.embed(TEXTS, side="document", view=view).tobytes() == first.tobytes()


def test_changed_weights_make_no_vector_that_is_kept(folder: Path, tmp_path: Path) -> None:
    copied = Path(shutil.copytree(folder, tmp_path / "copied"))
    data = bytearray((copied / TENSORS).read_bytes())
    data[-1] ^= 1
    (copied / TENSORS).write_bytes(data)
    model = EmbeddedModel(copied)
    assert model.embed(TEXTS, side="query").shape[0] == len(TEXTS)
    for _ in range(2):
        with pytest.raises(PhantasmError) as refused:
            model.embed(TEXTS, side="document")
        assert refused.value.code == Code.INTERNAL


def test_cut_weights_are_refused_at_once(folder: Path, tmp_path: Path) -> None:
    copied = Path(shutil.copytree(folder, tmp_path / "copied"))
    data = (copied / TENSORS).read_bytes()
    (copied / TENSORS).write_bytes(data[: len(data) // 2])
    with pytest.raises(PhantasmError):
        EmbeddedModel(copied)


def test_threads_see_the_same(folder: Path) -> None:
    jobs = [(TEXTS[start:], view) for start in range(4) for view in VIEWS]
    alone = [EmbeddedModel(folder).embed(texts, side="query", view=view) for texts, view in jobs]
    shared = EmbeddedModel(folder)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda job: shared.embed(job[0], side="query", view=job[1]), jobs))
    for mine, theirs in zip(alone, found, strict=True):
        assert mine.tobytes() == theirs.tobytes()


def test_without_a_view_the_finest_is_given(small: EmbeddedModel) -> None:
    fine = small.embed(TEXTS, side="query", view=View(RECIPE.exits[-1], RECIPE.width))
    assert small.embed(TEXTS, side="query").tobytes() == fine.tobytes()


@pytest.mark.parametrize("view", [View(2, 32), View(0, 12), View(-1, 8), View(3, 64), View(0, 0)])
def test_an_unknown_view_is_refused(small: EmbeddedModel, view: View) -> None:
    with pytest.raises(PhantasmError) as refused:
        small.embed(["text"], side="query", view=view)
    assert refused.value.code == Code.INVALID_REQUEST
    assert refused.value.remediation
    assert all(isinstance(way, Remediation) for way in refused.value.remediation)


def test_only_the_beginning_of_a_long_text_counts(small: EmbeddedModel) -> None:
    long = "read " * RECIPE.longest
    assert small.embed([long], side="query").tobytes() == small.embed([long + "port"], side="query").tobytes()


def test_the_model_says_who_it_is(small: EmbeddedModel) -> None:
    assert small.model.id == "small-1"
    assert small.model.widths == RECIPE.widths
    assert small.model.exits == RECIPE.exits
    assert len(small.model.generation) == 16


def test_the_shipped_model_is_whole_and_small() -> None:
    model = shipped()
    assert model is shipped()
    assert model.model.id == SHIPPED
    assert model.model.exits[0] == 0
    assert model.model.widths == (64, 128, 256)
    folder = files("phantasm.capabilities.embedding") / "models" / SHIPPED
    assert sum(len(file.read_bytes()) for file in folder.iterdir()) <= LARGEST


def test_the_shipped_model_knows_what_is_meant() -> None:
    asked, meant, other = shipped().embed(
        [
            "how do I read a csv file",
            "def load_rows(path): return list(csv.reader(open(path)))",
            "bake the bread",
        ],
        side="document",
    )
    assert asked @ meant > asked @ other


def test_a_word_is_like_itself_and_like_what_means_nearly_the_same() -> None:
    texts = ["def remove_directory(path): shutil.rmtree(path)", "bake the bread", ""]
    found = shipped().likest(["remove", "folder"], texts)
    assert found.shape == (3, 2)
    assert found[0, 0] == pytest.approx(1)
    assert 0.3 < found[0, 1] < 1
    assert found[1].max() < found[0].min()
    assert not found[2].any()


@given(st.lists(ANY_TEXT, max_size=4), st.lists(ANY_TEXT, max_size=4))
@settings(max_examples=40)
def test_any_words_can_be_compared_with_any_texts(
    small: EmbeddedModel, words: list[str], texts: list[str]
) -> None:
    together = small.likest(words, texts)
    assert together.shape == (len(texts), len(words))
    assert (np.abs(together) <= 1 + 1e-9).all()
    for number, text in enumerate(texts):
        assert small.likest(words, [text]).tobytes() == together[number : number + 1].tobytes()
