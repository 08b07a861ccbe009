"""Where do the numbers of the shipped model come from? One file of tensors, with the digest they must have.

The layout is that of safetensors (a JSON header, then the bytes), so other tools can open it.
"""

from __future__ import annotations

import hashlib
import json
import mmap
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from phantasm.contracts.errors import Code, PhantasmError, Remediation

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

MANIFEST, TENSORS, PIECES = "model.json", "weights.safetensors", "vocabulary.txt"
"""The files of a model's folder: who it is and what its bytes must hash to, its numbers, its vocabulary."""

_KINDS: dict[str, type[np.generic]] = {"I8": np.int8, "F32": np.float32}


class Stored(NamedTuple):
    """A model as it lies in the package."""

    manifest: dict[str, Any]
    tensors: dict[str, NDArray[Any]]
    pieces: tuple[str, ...]

    def matrix(self, name: str) -> NDArray[np.float32]:
        """A matrix that was stored as int8 with one scale per column."""
        wide: NDArray[np.float32] = self.tensors[name].astype(np.float32)
        wide *= self.tensors[f"{name}.scale"]
        return wide


def digest(weights: bytes | mmap.mmap, vocabulary: bytes, shape: dict[str, Any]) -> str:
    """What a model's manifest says of everything its vectors depend on."""
    parts = (weights, vocabulary, json.dumps(shape, sort_keys=True).encode())
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def read_model(folder: Path, *, check: bool = True) -> Stored:
    """The model in a folder of the package; one whose bytes were changed is refused.

    Without `check` not every byte is looked at, which takes longer than a question's vector.
    """
    if check:
        check_model(folder)
    manifest = json.loads((folder / MANIFEST).read_bytes())
    weights, vocabulary = _mapped(folder / TENSORS), (folder / PIECES).read_bytes()
    try:
        return Stored(manifest, _tensors(weights), tuple(vocabulary.decode().split()))
    except (ValueError, LookupError) as problem:  # cut short, or something else altogether
        raise _strange(manifest) from problem


def check_model(folder: Path) -> None:
    """Refuse a model whose bytes are not those that its manifest tells of."""
    manifest = json.loads((folder / MANIFEST).read_bytes())
    weights, vocabulary = _mapped(folder / TENSORS), (folder / PIECES).read_bytes()
    if digest(weights, vocabulary, manifest["shape"]) != manifest["digest"]:
        raise _strange(manifest)


def _strange(manifest: dict[str, Any]) -> PhantasmError:
    return PhantasmError(
        Code.INTERNAL,
        f"the files of the embedded model {manifest['id']} are not the ones that were shipped",
        remediation=(
            Remediation(
                "reinstall phantasm; only vectors depend on these files",
                command="pip install --force-reinstall phantasm",
            ),
        ),
    )


def _mapped(path: Path) -> bytes | mmap.mmap:
    """The bytes of a file where the system holds them: copying them takes as long as hashing them."""
    with path.open("rb") as file:
        # An empty file cannot be mapped. What installs a package puts new files there and changes none.
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if path.stat().st_size else b""


def _tensors(data: bytes | mmap.mmap) -> dict[str, NDArray[Any]]:
    size = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + size])
    found = {}
    for name, about in header.items():
        start, end = about["data_offsets"]
        kind = np.dtype(_KINDS[about["dtype"]])
        values = np.frombuffer(data, kind, offset=8 + size + start, count=(end - start) // kind.itemsize)
        found[name] = values.reshape(about["shape"])
    return found
