"""Vectors are as wide as the model allows, and taken after the layers that were chosen or not at all."""

from dataclasses import replace

import pytest

from phantasm.capabilities.embedding.embedded import SHIPPED, shipped
from phantasm.capabilities.embedding.port import Model, View
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.retrieval.chosen_view import view_of

MODEL = Model("m", "g", (64, 128, 256), (0, 2, 6), 8)
WHOLE = Model("m", "g", (384,), (1,), 8)


def test_takes_as_much_of_a_vector_as_is_wanted_and_there() -> None:
    assert view_of(MODEL, 200) == View(6, 128)
    assert view_of(MODEL, 4_096) == View(6, 256)
    assert view_of(MODEL, 16) == View(6, 64)
    assert view_of(WHOLE, 256) == View(1, 384)


def test_takes_few_layers_of_the_shipped_model_and_all_of_any_other() -> None:
    assert view_of(replace(MODEL, id=SHIPPED), 256) == View(2, 256)
    assert view_of(shipped().model, 256).exit in shipped().model.exits


@pytest.mark.parametrize("layers", MODEL.exits)
def test_takes_the_layers_that_were_chosen(layers: int) -> None:
    for name in ("m", SHIPPED):
        assert view_of(replace(MODEL, id=name), 256, layers) == View(layers, 256)


@pytest.mark.parametrize(
    ("model", "layers", "says"),
    [(MODEL, 3, "after these layers alone: 0, 2, 6"), (WHOLE, 6, "cannot be left early")],
)
def test_refuses_layers_after_which_there_is_no_way_out(model: Model, layers: int, says: str) -> None:
    with pytest.raises(PhantasmError, match=says) as refused:
        view_of(model, 256, layers)
    assert refused.value.code is Code.PROVIDER_UNAVAILABLE
    assert refused.value.field == "embedding.layers"
    assert refused.value.remediation[0].command == "phantasm config set embedding.layers usual"
