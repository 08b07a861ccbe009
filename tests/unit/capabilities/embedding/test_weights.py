"""The numbers come from the files that were shipped, or not at all."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from phantasm.capabilities.embedding.weights import MANIFEST, PIECES, TENSORS, digest, read_model
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from tests.fixtures import small_model


@pytest.fixture
def copied(folder: Path, tmp_path: Path) -> Path:
    """A copy to spoil."""
    return Path(shutil.copytree(folder, tmp_path / "copy"))


def test_what_was_exported_is_read(folder: Path) -> None:
    stored = read_model(folder)
    assert stored.manifest["id"] == "small-1"
    assert stored.pieces == tuple(small_model.PIECES)
    params = small_model.parameters()
    np.testing.assert_allclose(stored.tensors["share"][1:], np.exp(params["weights"])[1:], rtol=1e-6)
    for number, layer in enumerate(params["layers"], 1):
        np.testing.assert_array_equal(stored.tensors[f"layer.{number}.bias"], layer["bias"])
        for name in ("qkv", "out", "up", "down"):
            given, found = layer[name], stored.matrix(f"layer.{number}.{name}")
            assert found.dtype == np.float32
            # One step of int8 is 1/127 of the largest number of a column; rounding is off by half of it.
            assert (np.abs(found - given) <= np.abs(given).max(0) / 253).all()


def test_the_padding_row_is_nothing(folder: Path) -> None:
    stored = read_model(folder)
    assert not stored.tensors["table"][0].any()
    assert stored.tensors["share"][0] == 0


@pytest.mark.parametrize("name", [TENSORS, PIECES])
@pytest.mark.parametrize("place", [0.0, 0.1, 0.5, 0.999])
def test_a_changed_byte_is_refused(copied: Path, name: str, place: float) -> None:
    data = bytearray((copied / name).read_bytes())
    data[int(place * len(data))] ^= 1
    (copied / name).write_bytes(data)
    with pytest.raises(PhantasmError) as refused:
        read_model(copied)
    assert refused.value.code == Code.INTERNAL
    assert all(isinstance(way, Remediation) for way in refused.value.remediation)
    assert refused.value.remediation


@pytest.mark.parametrize("name", [TENSORS, PIECES])
def test_a_cut_file_is_refused(copied: Path, name: str) -> None:
    data = (copied / name).read_bytes()
    (copied / name).write_bytes(data[: len(data) // 2])
    with pytest.raises(PhantasmError):
        read_model(copied)


@pytest.mark.parametrize("key", ["digest", "shape"])
def test_another_manifest_is_refused(copied: Path, key: str) -> None:
    manifest = json.loads((copied / MANIFEST).read_text())
    changed = "0" * 64 if key == "digest" else manifest["shape"] | {"join_after": 2}
    (copied / MANIFEST).write_text(json.dumps(manifest | {key: changed}))
    with pytest.raises(PhantasmError):
        read_model(copied)


def test_the_digest_tells_the_files_apart() -> None:
    shape: dict[str, object] = {"layers": 2, "exits": [0, 2]}
    parts = [(b"a", b"b"), (b"b", b"a"), (b"ab", b""), (b"", b"ab")]
    assert len({digest(*both, shape) for both in parts}) == 4
    assert digest(b"a", b"b", shape) == digest(b"a", b"b", dict(reversed(shape.items())))
    assert digest(b"a", b"b", shape) != digest(b"a", b"b", shape | {"layers": 3})
