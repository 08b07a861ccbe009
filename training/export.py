"""How does a trained model get into the package? As int8 with scales, in one file, with a digest."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from phantasm.capabilities.embedding.weights import MANIFEST, PIECES, TENSORS, digest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from training.model import Params
    from training.recipe import Recipe

Tensors = dict[str, "NDArray[Any]"]


def narrowed(name: str, values: NDArray[np.float32], axis: int) -> Tensors:
    """Values as int8, with one scale for everything along `axis`."""
    scale = np.maximum(np.abs(values).max(axis, keepdims=True), 1e-12) / 127
    return {
        name: np.rint(values / scale).astype(np.int8),
        f"{name}.scale": scale.squeeze(axis).astype(np.float32),
    }


def tensors(params: Params) -> Tensors:
    """What the package keeps of the parameters. Row 0 pads: it is nothing and weighs nothing."""
    table = np.array(params["table"], np.float32)
    share = np.exp(np.array(params["weights"], np.float32))
    table[0], share[0] = 0, 0
    found = {**narrowed("table", table, 1), "share": share}
    for number, layer in enumerate(params["layers"], 1):
        for name in ("qkv", "out", "up", "down"):
            found |= narrowed(f"layer.{number}.{name}", np.asarray(layer[name], np.float32), 0)
        for name in ("mix", "bias"):
            found[f"layer.{number}.{name}"] = np.asarray(layer[name], np.float32)
    for number, leave in params["exits"].items():
        found |= narrowed(f"exit.{number}.project", np.asarray(leave["project"], np.float32), 0)
        found[f"exit.{number}.attend"] = np.asarray(leave["attend"], np.float32)
    return found


def packed(found: Tensors) -> bytes:
    """The tensors as one file in the layout of safetensors."""
    header, data, at = {}, [], 0
    for name, values in found.items():
        raw = np.ascontiguousarray(values).tobytes()
        kind = {"int8": "I8", "float32": "F32"}[str(values.dtype)]
        header[name] = {"dtype": kind, "shape": list(values.shape), "data_offsets": [at, at + len(raw)]}
        data.append(raw)
        at += len(raw)
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 64)
    return len(text).to_bytes(8, "little") + text + b"".join(data)


def export(folder: Path, recipe: Recipe, found: Tensors, pieces: Sequence[str]) -> None:
    """Write the model's folder as the package reads it."""
    folder.mkdir(parents=True, exist_ok=True)
    weights, vocabulary = packed(found), ("\n".join(pieces) + "\n").encode()
    shape = {
        "rows": recipe.rows,
        "layers": recipe.layers,
        "heads": recipe.heads,
        "exits": list(recipe.exits),
        "join_after": recipe.join_after,
        "blend": recipe.blend,
        "fade": recipe.fade,
        "damp": recipe.damp,
        "longest": recipe.longest,
    }
    manifest = {
        "id": recipe.name,
        "digest": digest(weights, vocabulary, shape),
        "widths": list(recipe.widths),
        "shape": shape,
    }
    (folder / TENSORS).write_bytes(weights)
    (folder / PIECES).write_bytes(vocabulary)
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
