"""How do several trainings become one model? As the mean of their numbers.

    python -m training.soup --out DIR RECIPE.toml MODEL_DIR MODEL_DIR...

Models that were trained from the same start on the same batches, with losses weighed differently, lie close
enough that their mean is a model too, and one that keeps more of what each is good at than either.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from phantasm.capabilities.embedding.weights import Stored, read_model
from training.export import Tensors, export, narrowed
from training.recipe import read_recipe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def _wide(stored: Stored, name: str) -> NDArray[np.float32]:
    """A tensor as it was before it was narrowed; weights of pieces as their logarithm."""
    values = stored.tensors[name].astype(np.float32)
    if name == "share":
        return np.log(np.maximum(values, np.float32(1e-12)))
    if name == "table":
        values *= stored.tensors["table.scale"][:, None]
    elif f"{name}.scale" in stored.tensors:
        values *= stored.tensors[f"{name}.scale"]
    return values


def mean(models: Sequence[Stored]) -> Tensors:
    """The mean of models of one shape and vocabulary."""
    found: Tensors = {}
    for name in models[0].tensors:
        if name.endswith(".scale"):
            continue
        values = np.stack([_wide(model, name) for model in models]).mean(0)
        if name == "share":
            found[name] = np.exp(values)
            found[name][0] = 0
        elif f"{name}.scale" in models[0].tensors:
            found |= narrowed(name, values, 1 if name == "table" else 0)
        else:
            found[name] = values
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("recipe", type=Path, help="names the result and says how it is used")
    parser.add_argument("models", type=Path, nargs="+", help="folders that `training.train` wrote")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    models = [read_model(folder) for folder in given.models]
    export(given.out, read_recipe(given.recipe), mean(models), models[0].pieces)
    print(f"mean of {len(models)} models -> {given.out}")


if __name__ == "__main__":
    main()
