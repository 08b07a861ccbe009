"""What the port promises holds for every embedder that ships."""

import dataclasses

import numpy as np
import pytest

from phantasm.capabilities.embedding.embedded import EmbeddedModel
from phantasm.capabilities.embedding.hashing import HashingEmbedder
from phantasm.capabilities.embedding.port import Embedder, Model, View


@pytest.fixture(params=["small", "hashing"])
def embedder(request: pytest.FixtureRequest, small: EmbeddedModel) -> Embedder:
    return small if request.param == "small" else HashingEmbedder()


def test_views_lie_between_coarse_and_fine() -> None:
    model = Model("m-1", "0", (64, 128, 256), (0, 2, 4), 16)
    assert model.coarse == View(0, 64)
    assert model.fine == View(4, 256)


def test_a_model_cannot_be_changed() -> None:
    model = Model("m-1", "0", (64,), (0,), 16)
    with pytest.raises(dataclasses.FrozenInstanceError):
        model.id = "m-2"  # type: ignore[misc]


def test_what_is_offered_is_given(embedder: Embedder) -> None:
    model = embedder.model
    assert model.id
    assert model.generation
    assert model.batch > 0
    assert list(model.widths) == sorted(set(model.widths))
    assert list(model.exits) == sorted(set(model.exits))
    for exit_ in model.exits:
        for width in model.widths:
            view = View(exit_, width)
            assert embedder.embed(["a text", ""], side="document", view=view).shape == (2, width)
            assert embedder.embed([], side="query", view=view).shape == (0, width)


def test_a_text_without_words_is_like_nothing(embedder: Embedder) -> None:
    vectors = embedder.embed(["", "...", "a text"], side="document")
    assert not vectors[:2].any()
    assert np.linalg.norm(vectors[2]) == pytest.approx(1, abs=1e-5)


def test_a_text_is_most_like_itself(embedder: Embedder) -> None:
    texts = ["open the store", "the port is not open", "write a test"]
    vectors = embedder.embed(texts, side="document")
    likeness = embedder.embed(texts, side="query") @ vectors.T
    assert (likeness.argmax(1) == np.arange(len(texts))).all()
