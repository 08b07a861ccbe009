"""Is a vector the same on every machine and in every batch? The largest difference of any of its numbers.

Other machines are played by this one: BLAS is told to use the kernels of other processors, with one and with
two threads, and numpy to do without wide instructions. Each of them embeds the same texts all at once, one by
one, and in another order. The tolerance is what the documentation states.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.embedder_speed import open_model, windows
from benchmarks.figures import Figure

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from numpy.typing import NDArray

TOLERANCE = 1e-5
"""How far any number of a unit vector may differ (docs/embedder.md)."""

TEXTS = 90
"""Texts of 200 characters, a third as they are, a third cut short, a third joined to long ones."""

KERNELS = (("SkylakeX", 1), ("SkylakeX", 2), ("Haswell", 1), ("Haswell", 2), ("Nehalem", 1), ("Prescott", 1))
"""Processors whose BLAS kernels are tried, and threads; one that this machine cannot run is left out."""

PLAIN = "NPY_DISABLE_CPU_FEATURES=X86_V3 X86_V4 AVX512_SKX AVX512_ICL AVX512_SPR AVX2 FMA3"
"""Keeps numpy's own loops from using wide instructions; features that a version does not know are ignored."""


def texts() -> list[str]:
    """Texts of many lengths."""
    found = windows(0, TEXTS, TEXTS)
    third = TEXTS // 3
    short = [text[: 3 + number] for number, text in enumerate(found[third : 2 * third])]
    return [*found[:third], *short, *("\n".join(found[place : place + 5]) for place in range(third))]


def compute(folder: Path | None, out: Path) -> None:
    """Write the vectors of every exit: all at once, then how far other batches differ from that."""
    given, ours = texts(), open_model(folder)
    order = np.random.default_rng(1).permutation(len(given))
    found: dict[str, Any] = {}
    for exit_ in ours.model.exits:
        view = type(ours.model.fine)(exit_, ours.model.widths[-1])
        whole = ours.embed(given, side="document", view=view)
        alone = np.concatenate([ours.embed([text], side="document", view=view) for text in given])
        mixed = np.empty_like(whole)
        for start in range(0, len(order), 7):
            chosen = order[start : start + 7]
            mixed[chosen] = ours.embed([given[number] for number in chosen], side="document", view=view)
        found[f"vectors {exit_}"] = whole
        found[f"batches {exit_}"] = max(np.abs(alone - whole).max(), np.abs(mixed - whole).max())
    np.savez(out, **found)


def elsewhere(folder: Path | None, setting: list[str], out: Path) -> dict[str, NDArray[Any]] | None:
    """What another machine would compute; nothing where this one cannot play it."""
    given = json.dumps([str(folder) if folder else None, str(out)])
    script = "import json, sys, pathlib; from benchmarks.embedder_agreement import compute; "
    script += "folder, out = json.loads(sys.argv[1]); "
    script += "compute(folder and pathlib.Path(folder), pathlib.Path(out))"
    command = ["env", *setting, sys.executable, "-W", "ignore", "-c", script, given]
    done = subprocess.run(command, cwd=Path(__file__).parents[1], check=False, capture_output=True, text=True)
    return dict(np.load(out)) if done.returncode == 0 else None


def measure_agreement(given: argparse.Namespace) -> tuple[list[Figure], dict[str, Any]]:
    """Play every machine, print how far it is from the first, and say whether the tolerance holds."""
    say: Callable[[str], object] = (lambda line: None) if given.json else print
    folder = given.model.resolve() if given.model else None
    settings = {
        f"{kernel}, {threads} thread{'s' * (threads > 1)}": [
            f"OPENBLAS_CORETYPE={kernel}", f"OPENBLAS_NUM_THREADS={threads}"
        ]
        for kernel, threads in KERNELS
    } | {"Haswell, narrow numpy": ["OPENBLAS_CORETYPE=Haswell", "OPENBLAS_NUM_THREADS=1", PLAIN]}  # fmt: skip
    first: dict[str, NDArray[Any]] | None = None
    numbers: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for name, setting in settings.items():
            found = elsewhere(folder, setting, Path(scratch) / "vectors.npz")
            if found is None:
                say(f"{name:24} cannot be played on this machine")
                continue
            first = first or found
            exits = [key.split()[1] for key in found if key.startswith("batches")]
            rows = {f"batches, exit {exit_}": float(found[f"batches {exit_}"]) for exit_ in exits}
            for exit_ in exits:
                apart = np.abs(found[f"vectors {exit_}"] - first[f"vectors {exit_}"]).max()
                rows[f"machines, exit {exit_}"] = float(apart)
            numbers[name] = rows
            say(f"{name:24}" + "".join(f"  {what} {value:.1e}" for what, value in rows.items()))

    def largest(told: str, *, of: str = "") -> float:
        return max(
            value for name in numbers if of in name for what, value in numbers[name].items() if told in what
        )

    figures = [
        Figure(
            "largest difference between batches, one thread",
            largest("batches", of="1 thread"),
            0.0,
            at_most=True,
        ),
        Figure("largest difference between batches", largest("batches"), TOLERANCE, at_most=True),
        Figure("largest difference between machines", largest("machines"), TOLERANCE, at_most=True),
    ]
    return figures, {"agreement": numbers}
