"""The mean of models is a model, and lies between them."""

from pathlib import Path

import numpy as np

from phantasm.capabilities.embedding.weights import Stored, read_model
from tests.fixtures import small_model
from training.export import export, tensors
from training.soup import mean


def _model(folder: Path, seed: int) -> Stored:
    export(folder, small_model.RECIPE, tensors(small_model.parameters(seed=seed)), small_model.PIECES)
    return read_model(folder)


def test_the_mean_of_one_is_itself(tmp_path: Path) -> None:
    model = _model(tmp_path, 1)
    found = mean([model, model])
    assert set(found) == set(model.tensors)
    for name, values in found.items():
        assert values.dtype == model.tensors[name].dtype
        # Numbers that were narrowed once are narrowed to the same again.
        np.testing.assert_allclose(values, model.tensors[name], rtol=1e-5)


def test_the_mean_lies_between(tmp_path: Path) -> None:
    one, two = _model(tmp_path / "1", 1), _model(tmp_path / "2", 2)
    found = mean([one, two])
    np.testing.assert_allclose(
        found["layer.1.bias"], (one.tensors["layer.1.bias"] + two.tensors["layer.1.bias"]) / 2, rtol=1e-5
    )
    halfway = (one.matrix("layer.2.qkv") + two.matrix("layer.2.qkv")) / 2
    widened = found["layer.2.qkv"] * found["layer.2.qkv.scale"]
    assert (np.abs(widened - halfway) <= found["layer.2.qkv.scale"] * 0.51).all()
    # Weights of pieces are learned as logarithms, so their mean is the geometric one.
    shares = np.sqrt(one.tensors["share"] * two.tensors["share"])
    np.testing.assert_allclose(found["share"], shares, rtol=1e-4)
    assert found["share"][0] == 0


def test_the_mean_can_be_shipped(tmp_path: Path) -> None:
    models = [_model(tmp_path / str(seed), seed) for seed in (1, 2, 3)]
    export(tmp_path / "mean", small_model.RECIPE, mean(models), small_model.PIECES)
    assert read_model(tmp_path / "mean").pieces == models[0].pieces
