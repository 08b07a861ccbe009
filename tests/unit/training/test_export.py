"""What is exported is small, the same every time, and what was trained."""

import json
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numpy.typing import NDArray

from phantasm.capabilities.embedding.weights import MANIFEST, PIECES, TENSORS, read_model
from tests.fixtures import small_model
from training.export import export, narrowed, packed, tensors

NUMBERS = arrays.arrays(
    np.float32, arrays.array_shapes(min_dims=2, max_dims=2), elements=st.floats(-1e3, 1e3, width=32)
)


@given(NUMBERS, st.sampled_from([0, 1]))
def test_int8_is_off_by_half_a_step(values: NDArray[np.float32], axis: int) -> None:
    found = narrowed("x", values, axis)
    assert found["x"].dtype == np.int8
    scale = np.expand_dims(found["x.scale"], axis)
    assert (np.abs(found["x"] * scale - values) <= scale * 0.51).all()


def test_files_are_the_same_every_time(tmp_path: Path) -> None:
    for name in ("one", "two"):
        small_model.write_small_model(tmp_path / name)
    for name in (MANIFEST, PIECES, TENSORS):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_the_layout_is_that_of_safetensors() -> None:
    data = packed(tensors(small_model.parameters()))
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    ends = [about["data_offsets"] for about in header.values()]
    assert [start for start, _ in ends] == [0, *(end for _, end in ends[:-1])]
    assert ends[-1][1] == len(data) - 8 - size
    kinds = {"I8": 1, "F32": 4}
    for about in header.values():
        start, end = about["data_offsets"]
        assert end - start == int(np.prod(about["shape"])) * kinds[about["dtype"]]


def test_most_numbers_take_one_byte() -> None:
    found = tensors(small_model.parameters())
    matrices = [values for name, values in found.items() if f"{name}.scale" in found]
    assert all(values.dtype == np.int8 for values in matrices)
    assert sum(values.size for values in matrices) > 0.8 * sum(values.size for values in found.values())


def test_another_model_has_another_generation(tmp_path: Path) -> None:
    for seed in (1, 2):
        params = small_model.parameters(seed=seed)
        export(tmp_path / str(seed), small_model.RECIPE, tensors(params), small_model.PIECES)
    one, two = (read_model(tmp_path / str(seed)).manifest["digest"] for seed in (1, 2))
    assert one != two


def test_params_stay_as_they_are() -> None:
    params = small_model.parameters()
    before = params["table"].copy()
    tensors(params)
    np.testing.assert_array_equal(params["table"], before)
