"""What is being trained? A table of pieces, a few small attention layers, and an exit after some of them.

The forward pass stands here in JAX for training and in `phantasm.capabilities.embedding.encoder` in numpy for
use; a test holds the two together. Choices that look odd are made for numpy on one core: norms without mean
and bias, ReLU, no positions (a layer mixes each piece with its neighbours instead), pieces joined in twos
half way up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

Params = dict[str, Any]


@dataclass(frozen=True)
class Shape:
    """The size of a model. `exits`: after how many layers a vector can be taken; 0 is the bare table."""

    rows: int
    width: int = 256
    layers: int = 4
    heads: int = 4
    inner: int = 512
    exits: tuple[int, ...] = (0, 2, 4)
    join_after: int = 0
    """Layers after which pieces are joined in twos; 0 for never."""
    fade: float = 0.0
    """After how many pieces a piece counts half; 0 for never."""
    damp: float = 0.0
    """The power of its number of occurrences by which a piece's weight is divided."""
    blend: float = 0.0
    """How much of the bare table's vector is added to that of every deeper exit."""


def initial(
    shape: Shape, key: jax.Array, table: jax.Array | None = None, weights: jax.Array | None = None
) -> Params:
    """Parameters to start from; `table` and `weights` come from a teacher where there is one."""
    keys = iter(jax.random.split(key, 6 * shape.layers + 2))
    wide, inner = shape.width, shape.inner

    def matrix(rows: int, columns: int, scale: float = 1.0) -> jax.Array:
        return jax.random.normal(next(keys), (rows, columns)) * (scale / math.sqrt(rows))

    start = jax.random.normal(next(keys), (shape.rows, wide)) * wide**-0.5 if table is None else table
    deep = (2 * max(shape.layers, 1)) ** -0.5
    return {
        "table": start,
        "weights": jnp.zeros(shape.rows) if weights is None else weights,
        "layers": [
            {
                "mix": jnp.zeros((2, wide)).at[:].set(0.25),
                "qkv": matrix(wide, 3 * wide),
                "out": matrix(wide, wide, deep),
                "up": matrix(wide, inner),
                "bias": jnp.zeros(inner),
                "down": matrix(inner, wide, deep),
            }
            for _ in range(shape.layers)
        ],
        "exits": {
            str(exit_): {"attend": jnp.zeros(wide), "project": jnp.eye(wide)}
            for exit_ in shape.exits
            if exit_ > 0
        },
    }


def _norm(x: jax.Array) -> jax.Array:
    return x * jax.lax.rsqrt(jnp.mean(jnp.square(x), -1, keepdims=True) + 1e-6)


def _unit(x: jax.Array) -> jax.Array:
    return x * jax.lax.rsqrt(jnp.sum(jnp.square(x), -1, keepdims=True) + 1e-12)


def _mixed(x: jax.Array, mix: jax.Array) -> jax.Array:
    """Each piece with a share of its left and right neighbour."""
    left = jnp.pad(x[:, :-1], ((0, 0), (1, 0), (0, 0)))
    right = jnp.pad(x[:, 1:], ((0, 0), (0, 1), (0, 0)))
    return x + left * mix[0] + right * mix[1]


def _layer(layer: Params, x: jax.Array, real: jax.Array, heads: int) -> jax.Array:
    batch, length, wide = x.shape
    qkv = _mixed(_norm(x) * real[..., None], layer["mix"]) @ layer["qkv"]
    q, k, v = (part.reshape(batch, length, heads, -1) for part in jnp.split(qkv, 3, -1))
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) * (wide // heads) ** -0.5
    scores = jnp.where(real[:, None, None, :] > 0, scores.astype(jnp.float32), -1e9)
    seen = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores).astype(x.dtype), v)
    x = x + seen.reshape(batch, length, wide) @ layer["out"]
    inner: jax.Array = jax.nn.relu(_norm(x) @ layer["up"] + layer["bias"])
    return x + jnp.dot(inner, layer["down"])


def _joined(x: jax.Array, share: jax.Array) -> tuple[jax.Array, jax.Array]:
    """Neighbours in twos: each pair's mean by weight, with the weight of both."""
    batch, length, wide = x.shape
    twos, shares = x.reshape(batch, length // 2, 2, wide), share.reshape(batch, length // 2, 2)
    both = shares.sum(-1)
    return (twos * (shares / jnp.maximum(both, 1e-9)[..., None])[..., None]).sum(2), both


def forward(params: Params, ids: jax.Array, *, shape: Shape, kind: Any = jnp.float32) -> dict[int, jax.Array]:
    """The vector of each text at each exit, not yet of unit length. Row 0 of the table pads."""
    real = (ids > 0).astype(kind)
    share = jnp.exp(params["weights"][ids]).astype(kind) * real
    if shape.fade:
        share = share / (1 + jnp.arange(ids.shape[1]) / shape.fade).astype(kind)
    if shape.damp:
        often = (ids[:, :, None] == ids[:, None, :]).sum(-1)
        share = share * (often.astype(jnp.float32) ** -shape.damp).astype(kind)
    x = params["table"][ids].astype(kind) * real[..., None]
    found = {0: jnp.einsum("bl,blw->bw", share.astype(jnp.float32), x.astype(jnp.float32))}
    for number, layer in enumerate(params["layers"], 1):
        narrow = jax.tree.map(lambda p: p.astype(kind), layer)
        # A layer's inside is cheaper to compute again than to keep for the way back.
        x = jax.checkpoint(partial(_layer, heads=shape.heads))(narrow, x, real)
        if number in shape.exits:
            leave = params["exits"][str(number)]
            y = _norm(x).astype(jnp.float32)
            attention = share.astype(jnp.float32) * jnp.exp(jnp.clip(y @ leave["attend"], -8, 8))
            attended = jnp.einsum("bl,blw->bw", attention, y) @ leave["project"]
            found[number] = attended if not shape.blend else _unit(attended) + shape.blend * _unit(found[0])
        if number == shape.join_after:
            x, share = _joined(x, share)
            real = (share > 0).astype(kind)
    return {exit_: found[exit_] for exit_ in shape.exits}
