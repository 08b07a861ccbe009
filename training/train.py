"""How is a model trained? Batches of one source at a time, every exit and width in one loss.

    python -m training.train --prepared DIR --vocabulary FILE --out DIR RECIPE.toml

The prepared data stays on the device; a step takes a batch's numbers and nothing else from the host.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from training.export import export, tensors
from training.losses import loss
from training.model import Params, Shape, forward, initial
from training.recipe import Recipe, read_recipe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

LENGTHS = ((32, 32), (32, 80), (80, 80), (32, 192), (192, 192))
"""Padded pieces of a pair's two texts. Few, because each is compiled; a query is short and what it finds is
not."""

CLIP = 1.0
"""Longest step of the gradient."""


class Data(NamedTuple):
    """What lies on the device."""

    flat: jax.Array
    starts: jax.Array
    lengths: jax.Array
    pairs: jax.Array
    targets: jax.Array
    vectors: jax.Array


class Group(NamedTuple):
    """Pairs of one source and one length, drawn together."""

    sizes: tuple[int, int]
    rows: NDArray[np.int32]
    chance: float
    pulled: float


class State(NamedTuple):
    """Parameters, their running mean, and the optimiser's two moments."""

    params: Params
    mean: Params
    first: Params
    second: Params
    step: jax.Array


def load(folder: Path) -> tuple[Data, dict[str, NDArray[Any]]]:
    """The prepared data, on the device, and what the host needs of it."""
    host = dict(np.load(folder / "texts.npz"))
    starts = np.concatenate([[0], np.cumsum(host["lengths"])[:-1]]).astype(np.int32)
    flat = np.concatenate([host["flat"], np.zeros(LENGTHS[-1][1], np.uint16)])
    parts = (flat, starts, host["lengths"], host["pairs"])
    large = (np.load(folder / "targets.npy"), np.load(folder / "vectors.npy"))
    return Data(*(jax.device_put(part) for part in (*parts, *large))), host


def groups(host: dict[str, NDArray[Any]], recipe: Recipe) -> list[Group]:
    """The pairs by source and length, with how often each group is drawn."""
    pairs, names, found = host["pairs"], host["sources"], []
    long_a, long_b = (host["lengths"][pairs[:, side]] for side in (0, 1))
    for name in sorted(set(names.tolist())):
        of_source = names == name
        chance = recipe.sources.get(name, 1.0) * float(of_source.sum()) ** 0.5
        left = of_source & (long_a > 0) & (long_b > 0)
        for a, b in LENGTHS:
            chosen = left & (long_a <= a) & (long_b <= b) if (a, b) != LENGTHS[-1] else left
            left &= ~chosen
            rows = np.flatnonzero(chosen).astype(np.int32)
            if len(rows):
                share = chance * len(rows) / float(of_source.sum())
                found.append(Group((a, b), rows, share, recipe.pulled.get(name, 0.3)))
    return found


def batches(found: list[Group], recipe: Recipe) -> Iterator[tuple[tuple[int, int], NDArray[np.int32], float]]:
    """Endless batches in a fixed order: which lengths, which pairs, how far they are pulled."""
    draw = np.random.default_rng(recipe.seed)
    chances = np.array([group.chance for group in found])
    chances /= chances.sum()
    while True:
        group = found[draw.choice(len(found), p=chances)]
        size = _size(recipe.batch, group.sizes)
        yield group.sizes, draw.choice(group.rows, size, replace=len(group.rows) < size), group.pulled


def _size(batch: int, sizes: tuple[int, int]) -> int:
    """Pairs of a batch: as many as keep the number of pieces about level."""
    return max(8, int(batch * min(1.0, 112 / sum(sizes))))


def rates(recipe: Recipe, step: jax.Array) -> jax.Array:
    """The share of the learning rate at a step: up in a line, down in a half cosine."""
    up = jnp.minimum(1.0, (step + 1) / recipe.warm_up)
    return up * 0.5 * (1 + jnp.cos(jnp.pi * jnp.minimum(1.0, step / recipe.steps)))


def _texts(data: Data, which: jax.Array, length: int) -> jax.Array:
    at = data.starts[which][:, None] + jnp.arange(length)
    inside = jnp.arange(length) < data.lengths[which][:, None]
    return jnp.where(inside, data.flat[at].astype(jnp.int32), 0)


@partial(jax.jit, static_argnames=("recipe_key", "sizes"), donate_argnums=0)
def _step(
    state: State, data: Data, rows: jax.Array, pulled: jax.Array, *, recipe_key: _Key, sizes: tuple[int, int]
) -> tuple[State, jax.Array]:
    recipe, shape = recipe_key.recipe, recipe_key.shape
    pairs = data.pairs[rows]
    ids = [_texts(data, pairs[:, side], sizes[side]) for side in (0, 1)]
    both = jnp.concatenate([pairs[:, 0], pairs[:, 1]])
    teacher = (data.targets[both].astype(jnp.float32), data.vectors[both].astype(jnp.float32))

    def measured(params: Params) -> jax.Array:
        found = [forward(params, part, shape=shape, kind=jnp.bfloat16) for part in ids]
        vectors = {exit_: jnp.concatenate([part[exit_] for part in found]) for exit_ in shape.exits}
        pull = jnp.full(len(rows), pulled)
        return loss(vectors, teacher, pull, widths=recipe.widths, weights=recipe.weights)

    value, slope = jax.value_and_grad(measured)(state.params)
    size = jnp.sqrt(sum(jnp.sum(jnp.square(part)) for part in jax.tree.leaves(slope)))
    slope = jax.tree.map(lambda part: part * jnp.minimum(1.0, CLIP / (size + 1e-9)), slope)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, state.first, slope)
    second = jax.tree.map(lambda v, g: 0.98 * v + 0.02 * g * g, state.second, slope)
    number = (state.step + 1).astype(jnp.float32)
    share = rates(recipe, state.step)

    def moved(path: tuple[Any, ...], p: jax.Array, m: jax.Array, v: jax.Array) -> jax.Array:
        rate = recipe.table_rate if path[0].key in {"table", "weights"} else recipe.rate
        return p - share * rate * (m / (1 - 0.9**number)) / (jnp.sqrt(v / (1 - 0.98**number)) + 1e-8)

    params = jax.tree_util.tree_map_with_path(moved, state.params, first, second)
    keep = jnp.minimum(recipe.averaged, number / (number + 10))
    mean = jax.tree.map(lambda m, p: keep * m + (1 - keep) * p, state.mean, params)
    return State(params, mean, first, second, state.step + 1), value


class _Key(NamedTuple):
    """What a compiled step depends on; compared by identity of the recipe's name and shape."""

    recipe: Recipe
    shape: Shape

    def __hash__(self) -> int:
        return hash((self.recipe.name, self.shape))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.recipe is self.recipe and other.shape == self.shape


def train(recipe: Recipe, prepared: Path) -> Params:
    """The averaged parameters after the recipe's steps."""
    data, host = load(prepared)
    rows = len(host["table"])
    shape = Shape(
        rows, recipe.width, recipe.layers, recipe.heads, recipe.inner, recipe.exits, recipe.join_after
    )
    params = initial(
        shape, jax.random.key(recipe.seed), jnp.asarray(host["table"]), jnp.asarray(host["weights"])
    )
    nothing = partial(jax.tree.map, jnp.zeros_like)
    state = State(
        params, jax.tree.map(jnp.copy, params), nothing(params), nothing(params), jnp.zeros((), jnp.int32)
    )
    key, began, recent = _Key(recipe, shape), time.monotonic(), []
    for number, (sizes, chosen, pulled) in zip(
        range(1, recipe.steps + 1), batches(groups(host, recipe), recipe), strict=False
    ):
        state, value = _step(
            state, data, jnp.asarray(chosen), jnp.float32(pulled), recipe_key=key, sizes=sizes
        )
        recent.append(value)
        if number % max(1, recipe.steps // 10) == 0:
            spent = time.monotonic() - began
            print(
                f"{recipe.name}: step {number} of {recipe.steps}, loss {np.mean(recent):.4f}, {spent:.0f} s",
                flush=True,
            )
            recent.clear()
    final: Params = jax.device_get(state.mean)
    return final


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("recipe", type=Path)
    parser.add_argument("--prepared", type=Path, required=True, help="what `training.prepare` wrote")
    parser.add_argument("--vocabulary", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="folder of the finished model")
    given = parser.parse_args()
    recipe = read_recipe(given.recipe)
    export(
        given.out,
        recipe,
        tensors(train(recipe, given.prepared)),
        given.vocabulary.read_text(encoding="utf-8").split(),
    )
    print(f"{recipe.name} -> {given.out}")


if __name__ == "__main__":
    main()
