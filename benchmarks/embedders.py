"""How good and how fast is the embedder that ships, against MiniLM and WordLlama?

Run: python benchmarks/embedders.py quality --data ../shared/data [--wheels DIR] [--model DIR] [--json]
     python benchmarks/embedders.py speed [--wheels DIR] [--model DIR] [--million] [--json]
     python benchmarks/embedders.py agreement [--model DIR] [--json]

`quality` scores the dense arm alone (recall at 10 / mean reciprocal rank) on case folders, at every exit and
width. The rivals read the first 1,000 characters of a text (`--whole`: all they can), ours its first pieces.
The teacher's row is MiniLM int8 on onnxruntime; `--teacher taught` runs the weights that taught in JAX,
which takes long without an accelerator. `speed` measures on one core, all in one run. `agreement` tells how
far apart the vectors of one text can be.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.cases import Score, dense_score, read_sets
from benchmarks.embedder_agreement import measure_agreement
from benchmarks.embedder_speed import measure
from benchmarks.figures import Figure, report
from benchmarks.rivals import CHARACTERS, MiniLM, Rival, Teacher, WordLlama, unit
from phantasm.capabilities.embedding.embedded import EmbeddedModel, shipped
from phantasm.capabilities.embedding.port import View

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from benchmarks.cases import Case
    from phantasm.capabilities.embedding.port import Side

ONE_CORE = [f"{name}_NUM_THREADS=1" for name in ("OPENBLAS", "OMP", "MKL", "RAYON")]
"""What keeps numpy, onnxruntime and tokenizers to one core; it must be set before they are loaded."""

EVERYTHING = 1 << 30
"""More characters than any text has."""


class Row(NamedTuple):
    """One embedder's scores by set."""

    name: str
    scores: dict[str, Score]

    @property
    def mean(self) -> float:
        """Recall at 10, the mean over the sets."""
        return sum(score.recall for score in self.scores.values()) / len(self.scores)


class Exit:
    """One exit of our model: every text is embedded once, and narrower vectors are cut from the widest."""

    def __init__(self, embedder: EmbeddedModel, exit_: int) -> None:
        self._embedder, self._view = embedder, View(exit_, embedder.model.widths[-1])
        self._known: dict[tuple[str, ...], NDArray[np.float32]] = {}

    def at(self, width: int) -> Callable[[Sequence[str], str], NDArray[np.float32]]:
        """What `dense_score` calls."""

        def embed(texts: Sequence[str], side: str) -> NDArray[np.float32]:
            key = tuple(texts)
            if key not in self._known:
                asked: Side = "query" if side == "query" else "document"
                self._known[key] = self._embedder.embed(key, side=asked, view=self._view)
            return unit(self._known[key][:, :width])

        return embed


def rows(given: argparse.Namespace, sets: dict[str, list[Case]]) -> Iterator[Row]:
    """The teacher, WordLlama in two ways, then our exits and widths, deepest and widest first."""
    characters = EVERYTHING if given.whole else CHARACTERS
    teacher: Rival
    if given.teacher == "taught":
        teacher = Teacher(given.wheels, characters=characters)
    else:
        teacher = MiniLM(given.wheels, threads=2, characters=characters)
    rivals: dict[str, Rival] = {
        f"MiniLM-L6 {given.teacher} (teacher)": teacher,
        "WordLlama 256": WordLlama(given.wheels, characters=characters),
        "WordLlama 256, project IDF": WordLlama(given.wheels, idf=True, characters=characters),
    }
    for name, rival in rivals.items():
        yield Row(name, {of: dense_score(cases, rival.embed) for of, cases in sets.items()})
    embedder = EmbeddedModel(given.model) if given.model else shipped()
    for exit_ in reversed(embedder.model.exits):
        ours = Exit(embedder, exit_)
        for width in reversed(embedder.model.widths):
            scores = {of: dense_score(cases, ours.at(width)) for of, cases in sets.items()}
            yield Row(f"{embedder.model.id} exit {exit_}, {width}d", scores)


def quality_figures(found: Sequence[Row]) -> list[Figure]:
    """What issue 4 asks of the scores."""
    teacher, plain, idf, deep = found[:4]
    static = next(row for row in found if " exit 0," in row.name)

    def worst(row: Row, against: Row) -> float:
        return min(score.recall / against.scores[of].recall for of, score in row.scores.items())

    return [
        Figure("full depth, mean recall against the teacher", deep.mean / teacher.mean, 1.0),
        Figure("full depth, worst set against the teacher", worst(deep, teacher), 0.92),
        Figure("exit 0, mean recall against the teacher", static.mean / teacher.mean, 0.85),
        Figure("exit 0, worst set against WordLlama", worst(static, plain), 1.0),
        # Not asked for: it needs statistics of the whole project, and vectors that go stale as it grows.
        Figure("exit 0, worst set against WordLlama with project IDF", worst(static, idf)),
    ]


def quality(given: argparse.Namespace) -> int:
    sets = read_sets(given.data)
    if not sets:
        sys.exit(f"{given.data} has no sets of case folders")
    found = []
    if not given.json:
        reading = "all they can" if given.whole else f"the first {CHARACTERS:,} characters"
        print(f"Recall at 10 / mean reciprocal rank, vectors alone. Rivals read {reading} of a text.")
        print(f"{'':34}{'mean':>6}{'of teacher':>11} " + "".join(f"{name:>12}" for name in sets))
    for row in rows(given, sets):
        found.append(row)
        if not given.json:
            scores = "".join(f"{score.recall:7.3f}/{score.mrr:.3f}"[1:] for score in row.scores.values())
            print(f"{row.name:34}{row.mean:6.3f}{row.mean / found[0].mean:11.3f} {scores}", flush=True)
    table = {row.name: {of: score._asdict() for of, score in row.scores.items()} for row in found}
    return report(quality_figures(found), given.json, {"rows": table, "whole": given.whole})


def speed(given: argparse.Namespace) -> int:
    if not given.pinned:
        again = ["env", *ONE_CORE, sys.executable, __file__, *(sys.argv[1:] or ["speed"]), "--pinned"]
        return subprocess.run(again, check=False).returncode
    figures, numbers = measure(given)
    return report(figures, given.json, numbers)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("command", choices=["quality", "speed", "agreement"], nargs="?", default="speed")
    parser.add_argument("--wheels", type=Path, default=Path.home() / ".cache" / "phantasm-benchmarks")
    parser.add_argument("--model", type=Path, help="folder of a model; without it, the one that ships")
    parser.add_argument("--json", action="store_true", help="print JSON and nothing else")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="sets of case folders")
    parser.add_argument("--teacher", choices=["int8", "taught"], default="int8")
    parser.add_argument("--whole", action="store_true", help="rivals read all they can of a text")
    parser.add_argument("--rounds", type=int, default=7, help="repeats of each measurement of speed")
    parser.add_argument("--million", action="store_true", help="re-embed a million texts, not an eighth")
    parser.add_argument("--pinned", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    match given.command:
        case "quality":
            return quality(given)
        case "agreement":
            figures, numbers = measure_agreement(given)
            return report(figures, given.json, numbers)
        case _:
            return speed(given)


if __name__ == "__main__":
    sys.exit(main())
