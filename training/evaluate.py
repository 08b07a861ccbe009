"""How good is a model that was just trained? The dense arm alone on case folders, at every exit.

    python -m training.evaluate --data ../shared/data MODEL_DIR...

For comparing recipes only: nothing of the data is ever trained on.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.cases import dense_score, read_sets
from phantasm.capabilities.embedding.embedded import EmbeddedModel
from phantasm.capabilities.embedding.port import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.capabilities.embedding.port import Embedder, Side, Vectors


def _embed(embedder: Embedder, view: View, texts: Sequence[str], side: Side) -> Vectors:
    return embedder.embed(texts, side=side, view=view)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("models", type=Path, nargs="+", help="folders that `training.train` wrote")
    parser.add_argument("--data", type=Path, required=True, help="folder of sets of case folders")
    given = parser.parse_args()
    sets = read_sets(given.data)
    print(f"{'model':24}{'exit':>5}{'width':>6}{'mean':>7}" + "".join(f"{name:>14}" for name in sets))
    for folder in given.models:
        embedder = EmbeddedModel(folder)
        model = embedder.model
        views = [View(exit_, model.widths[-1]) for exit_ in model.exits] + [
            model.coarse,
            View(model.exits[-1], 64),
        ]
        for view in views:
            scores = [dense_score(cases, partial(_embed, embedder, view)) for cases in sets.values()]
            mean = sum(score.recall for score in scores) / len(scores)
            row = "".join(f"{score.recall:8.3f}/{score.mrr:.3f}" for score in scores)
            print(f"{model.id:24}{view.exit:5}{view.width:6}{mean:7.3f} {row}", flush=True)


if __name__ == "__main__":
    main()
