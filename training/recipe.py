"""Which choices make a model? One TOML file per recipe, read into one frozen class."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from training.losses import Weights

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Recipe:
    """Everything that decides the outcome besides the corpus."""

    name: str
    seed: int = 1
    rows: int = 32_000
    layers: int = 4
    heads: int = 4
    inner: int = 512
    exits: tuple[int, ...] = (0, 2, 4)
    join_after: int = 0
    blend: float = 0.6
    """How much of exit 0 is added to the deeper exits. Like the next three: for use, not for training."""
    fade: float = 64.0
    """After how many pieces a piece counts half."""
    damp: float = 0.5
    """The power of its number of occurrences by which a piece's weight is divided."""
    longest: int = 112
    """Pieces read of a text when the model is used, about 600 characters of prose: longer texts are cut up
    first."""
    widths: tuple[int, ...] = (64, 128, 256)
    teachers: dict[str, float] = field(default_factory=lambda: {"minilm": 1.0})
    """Share of each teacher in the likeness that is learned."""
    steps: int = 10_000
    batch: int = 1024
    """Pairs of a step of short texts; longer ones come in proportionally fewer."""
    rate: float = 1e-3
    table_rate: float = 2e-2
    warm_up: int = 300
    averaged: float = 0.999
    """Decay of the running mean of the parameters, which is what gets exported."""
    weights: Weights = field(default_factory=Weights)
    sources: dict[str, float] = field(default_factory=dict)
    """How often a source is drawn, relative to the square root of its size."""
    pulled: dict[str, float] = field(default_factory=dict)
    """How far a source's pairs replace the teacher's order; 0.3 where none is given."""

    @property
    def width(self) -> int:
        """Numbers in a vector."""
        return max(self.widths)


def read_recipe(path: Path) -> Recipe:
    """The recipe in a TOML file; an unknown key is an error."""
    given: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    known = {each.name for each in fields(Recipe)}
    if unknown := sorted(set(given) - known - {"name"}):
        raise ValueError(f"{path}: unknown keys {', '.join(unknown)}; known are {', '.join(sorted(known))}")
    for name in ("exits", "widths"):
        if name in given:
            given[name] = tuple(given[name])
    if "weights" in given:
        given["weights"] = Weights(**given["weights"])
    return Recipe(**{"name": path.stem, **given})
