"""Does the way from a corpus to a model work? Every documented step, with a tiny recipe on the CPU."""

import random
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from phantasm.capabilities.embedding.embedded import EmbeddedModel
from phantasm.capabilities.embedding.port import View
from training.corpus.pair import Pair, write

ROOT = Path(__file__).parents[3]

RECIPE = """
rows = 900
layers = 2
heads = 2
inner = 32
exits = [0, 2]
join_after = 1
widths = [16, 32]
steps = 20
batch = 64
warm_up = 2
averaged = 0.5
[teachers]
stand-in = 1.0
"""

TOPICS = {
    "queue": "worker message broker acknowledge retry deliver",
    "parser": "token grammar syntax tree expression literal",
    "cache": "evict expire entry memory hit miss",
    "login": "password session cookie user account logout",
    "build": "compile linker package wheel release version",
    "chart": "axis legend colour plot line figure",
}
PAIRS = 200


def _pairs() -> Iterator[Pair]:
    """A question about some things and an answer that has some of them."""
    draw = random.Random(4)
    for number in range(PAIRS):
        topic, words = draw.choice(list(TOPICS.items()))
        some = draw.sample(words.split(), 4)
        asked = f"How does the {topic} {some[0]} a {some[1]} in case {number}?"
        yield Pair(
            "made", asked, f"def {topic}_{some[0]}({some[1]}): # the {topic} and its {some[2]}, {some[3]}"
        )


def _run(module: str, *arguments: str | Path) -> str:
    # Compiled in a hurry: 20 tiny steps take less time than compiling them well.
    command = ["env", "XLA_FLAGS=--xla_backend_optimization_level=0", sys.executable, "-m", module]
    command += map(str, arguments)
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The model's folder and what training said."""
    folder = tmp_path_factory.mktemp("training")
    write(folder / "made.jsonl.xz", _pairs())
    recipe, vocabulary = folder / "tiny-1.toml", folder / "vocabulary.txt"
    recipe.write_text(RECIPE, encoding="utf-8")
    _run("training.corpus.build", folder / "made.jsonl.xz", "--out", folder / "corpus")
    _run("training.vocabulary", "--corpus", folder / "corpus", "--size", "900", "--out", vocabulary)
    given = ("--corpus", folder / "corpus", "--wheels", folder, "--vocabulary", vocabulary)
    _run("training.prepare", *given, "--out", folder / "prepared", recipe)
    to = ("--prepared", folder / "prepared", "--vocabulary", vocabulary, "--out", folder / "tiny-1")
    return folder / "tiny-1", _run("training.train", *to, recipe)


def test_the_loss_goes_down(trained: tuple[Path, str]) -> None:
    losses = [float(found) for found in re.findall(r"loss ([0-9.]+)", trained[1])]
    assert len(losses) == 10
    assert losses[-1] < 0.9 * losses[0]
    assert sum(later < earlier for earlier, later in pairwise(losses)) >= 6


@pytest.mark.parametrize("exit_", [0, 2])
def test_what_belongs_together_is_close(trained: tuple[Path, str], exit_: int) -> None:
    model = EmbeddedModel(trained[0])
    assert model.model.id == "tiny-1"
    pairs = list(_pairs())[:60]
    asked, answers = (
        model.embed(texts, side="document", view=View(exit_, 32))
        for texts in ([pair.a for pair in pairs], [pair.b for pair in pairs])
    )
    likeness = asked @ answers.T
    strangers = likeness[~np.eye(len(pairs), dtype=bool)].mean()
    assert np.diag(likeness).mean() > strangers + 0.2
