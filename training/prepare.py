"""What does the trainer read? Pieces of every text, the teachers' vectors, and where the table starts.

    python -m training.prepare --corpus DIR --wheels DIR --vocabulary FILE --out DIR RECIPE.toml

Costs one pass of each teacher over the corpus: minutes on an accelerator, hours on a laptop.
"""

from __future__ import annotations

import argparse
import time
from multiprocessing import Pool
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from phantasm.capabilities.embedding.pieces import CONTINUES, FIRST, Vocabulary
from training import teachers
from training.corpus.pair import read
from training.recipe import Recipe, read_recipe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

LONGEST = 192
"""Pieces of a text that training reads."""

SAMPLE = 100_000
"""Texts from which the principal directions are taken: more change nothing that can be measured."""

RARITY = 1e-3
"""A piece this frequent starts with half the weight of a rare one (smooth inverse frequency)."""

_vocabulary: Vocabulary


def _start(pieces: Sequence[str]) -> None:
    global _vocabulary  # noqa: PLW0603  # one per worker process, built once
    _vocabulary = Vocabulary(pieces)


def _rows(text: str) -> NDArray[np.uint16]:
    return np.array(_vocabulary.read(text, LONGEST), np.uint16)


def _say(text: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def directions(vectors: NDArray[np.float32], width: int) -> NDArray[np.float32]:
    """The `width` principal directions of the vectors, most telling first, signs fixed."""
    _, found = np.linalg.eigh((vectors.T @ vectors).astype(np.float64))
    chosen = found[:, ::-1][:, :width]
    signs = np.sign(chosen[np.abs(chosen).argmax(0), np.arange(chosen.shape[1])])
    return np.asarray(chosen * signs, np.float32)


def taught(
    recipe: Recipe, wheels: Path, texts: Sequence[str], pieces: Sequence[str]
) -> tuple[NDArray[np.float16], NDArray[np.float32]]:
    """The teachers' joint vectors of all texts, and of each piece alone, in one space.

    Each teacher is centred first: one that finds everything alike would otherwise drown the other.
    """
    whole: list[NDArray[np.float16]] = []
    alone: list[NDArray[np.float16]] = []
    bare = [piece.removeprefix(CONTINUES) for piece in pieces]
    for name, share in sorted(recipe.teachers.items()):
        teacher = teachers.load(name, wheels)
        vectors = teacher.embed(texts)
        middle = vectors[:: max(1, len(vectors) // SAMPLE)].astype(np.float32).mean(0)
        for kept, rows in ((whole, vectors), (alone, teacher.embed(bare))):
            out = np.empty_like(rows)
            for start in range(0, len(rows), SAMPLE):
                block = rows[start : start + SAMPLE].astype(np.float32) - middle
                block *= np.sqrt(share) / np.maximum(np.linalg.norm(block, axis=1, keepdims=True), 1e-9)
                out[start : start + SAMPLE] = block
            kept.append(out)
        _say(f"taught by {name}")
    scale = np.float16(1 / np.sqrt(sum(recipe.teachers.values())))
    return np.concatenate(whole, 1) * scale, (np.concatenate(alone, 1) * scale).astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("recipe", type=Path)
    parser.add_argument("--corpus", type=Path, required=True, help="folder with *.jsonl")
    parser.add_argument("--wheels", type=Path, required=True, help="folder with the teachers' wheels")
    parser.add_argument("--vocabulary", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    recipe = read_recipe(given.recipe)
    pieces = given.vocabulary.read_text(encoding="utf-8").split()
    pairs = [pair for file in sorted(given.corpus.glob("*.jsonl*")) for pair in read(file)]
    texts = sorted({text for pair in pairs for text in (pair.a, pair.b)})
    index = {text: number for number, text in enumerate(texts)}
    _say(f"{len(pairs)} pairs, {len(texts)} texts")
    with Pool(initializer=_start, initargs=(pieces,)) as pool:
        rows = pool.map(_rows, texts, chunksize=4096)
    _say("cut into pieces")
    vectors, alone = taught(recipe, given.wheels, texts, pieces)
    base = directions(vectors[:: max(1, len(vectors) // SAMPLE)].astype(np.float32), recipe.width)
    counts = np.bincount(np.concatenate(rows), minlength=FIRST + len(pieces))
    table = np.random.default_rng(recipe.seed).standard_normal((FIRST + len(pieces), recipe.width)) * 0.02
    table[FIRST:] = alone @ base
    # Numbers of about one: the layers add to what they are given, and must not drown it from the first step.
    table *= recipe.width**0.5
    weights = np.log(RARITY / (RARITY + counts / counts.sum()))
    given.out.mkdir(parents=True, exist_ok=True)
    np.save(given.out / "vectors.npy", vectors)
    targets = np.concatenate(
        [vectors[i : i + SAMPLE].astype(np.float32) @ base for i in range(0, len(vectors), SAMPLE)]
    )
    np.save(given.out / "targets.npy", targets.astype(np.float16))
    np.savez(
        given.out / "texts.npz",
        flat=np.concatenate(rows),
        lengths=np.array([len(row) for row in rows], np.int32),
        pairs=np.array([(index[pair.a], index[pair.b]) for pair in pairs], np.int32),
        sources=np.array([pair.source for pair in pairs]),
        table=table.astype(np.float32),
        weights=weights.astype(np.float32),
    )
    _say(f"prepared {given.out}")


if __name__ == "__main__":
    main()
