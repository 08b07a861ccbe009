"""What does an embedding cost? Texts per second, one text, a cold start, memory, and a whole store anew.

Everything is measured in turns, round after round, and medians are compared, so that a busy machine slows all
alike. Times of computing are processor time of one pinned core; starts and the rebuild are also told in wall
time. The texts are windows of 200 characters over the files of this repository.
"""

from __future__ import annotations

import json
import random
import resource
import statistics
import subprocess
import sys
import time
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.figures import Figure
from benchmarks.rivals import MiniLM, WordLlama
from phantasm.capabilities.embedding.embedded import EmbeddedModel, shipped
from phantasm.capabilities.embedding.port import View

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "tests", "docs", "benchmarks", "campaigns", "examples", "training")
SUFFIXES = {".py", ".md", ".toml", ".txt", ".jsonl"}

SIZE = 200
"""Characters of a text."""

MILLION = 1_000_000
"""Records of a large store."""

CORES = 2
"""Processes that rebuild a store."""

MEBIBYTE = 1 << 20

_HIGHEST = "int(open('/proc/self/status').read().split('VmHWM:')[1].split()[0]) * 1024"
"""The most memory that a process has held, in bytes; unlike `ru_maxrss` it knows nothing of the parent."""


class Contender(NamedTuple):
    """Who embeds, and how many texts at once make a measurement that is neither short nor long."""

    embed: Callable[[Sequence[str]], object]
    texts: int


@cache
def _files() -> str:
    paths = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    chosen = [path for path in paths if path.suffix in SUFFIXES]
    return "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in chosen)


def windows(first: int, end: int, total: int) -> list[str]:
    """The texts numbered `first` to `end` of `total`, spread evenly over all files."""
    text = _files()
    stride = (len(text) - SIZE) / total
    places = (int(number * stride) for number in range(first, end))
    return [text[place : place + SIZE] for place in places]


def open_model(folder: Path | None) -> EmbeddedModel:
    """The model to measure."""
    return EmbeddedModel(folder) if folder else shipped()


def contenders(given: argparse.Namespace) -> dict[str, Contender]:
    """Everyone who is measured; MiniLM first, because the others are compared with it."""
    ours = open_model(given.model)
    found = {
        "MiniLM-L6 int8, onnxruntime, batches of 8": Contender(MiniLM(given.wheels).embed, 64),
        "WordLlama 256": Contender(WordLlama(given.wheels).embed, 1024),
    }
    for exit_ in ours.model.exits:
        for width in ours.model.widths:

            def embed(texts: Sequence[str], view: View = View(exit_, width)) -> object:  # noqa: B008  # a constant
                return ours.embed(texts, side="document", view=view)

            found[f"exit {exit_}, {width}d"] = Contender(embed, 256 if exit_ else 2048)
    return found


def rates(found: dict[str, Contender], rounds: int) -> dict[str, float]:
    """Texts per second of processor time, and per name the median of the rounds."""
    texts = windows(0, 2048, 2048)
    taken: dict[str, list[float]] = {name: [] for name in found}
    for number in range(rounds + 1):
        for name, contender in found.items():
            began = time.process_time()
            contender.embed(texts[: contender.texts])
            if number:  # the first round fills caches
                taken[name].append(contender.texts / (time.process_time() - began))
    return {name: statistics.median(each) for name, each in taken.items()}


def latencies(found: dict[str, Contender], texts: int = 100) -> dict[str, float]:
    """Milliseconds of processor time for one text alone, the median over many."""
    taken: dict[str, list[float]] = {name: [] for name in found}
    names, draw = list(found), random.Random(1)
    for text in windows(0, texts, texts):
        draw.shuffle(names)  # who comes first meets words that nobody has cut yet, and colder caches
        for name in names:
            began = time.process_time()
            found[name].embed([text])
            taken[name].append((time.process_time() - began) * 1e3)
    return {name: statistics.median(each) for name, each in taken.items()}


def _loading(folder: Path | None) -> str:
    """Python that loads the model as `model`."""
    at = "phantasm.capabilities.embedding.embedded"
    if folder is None:
        return f"from {at} import shipped; model = shipped()"
    loading = f"model = EmbeddedModel(Path({str(folder)!r}))"
    return f"from pathlib import Path; from {at} import EmbeddedModel; {loading}"


def starts(folder: Path | None, rounds: int) -> dict[str, dict[str, float]]:
    """Wall and processor milliseconds of fresh interpreters, medians of the rounds."""
    scripts = {
        "bare interpreter": "pass",
        "import numpy": "import numpy",
        "load the model, embed one text": f"{_loading(folder)}; model.embed(['one text'], side='query')",
    }
    for script in scripts.values():  # leaves bytecode of everything that is imported, as an installation does
        warm_up = ["env", "-u", "PYTHONDONTWRITEBYTECODE", sys.executable, "-c", script]
        subprocess.run(warm_up, check=True)
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in scripts}
    for _ in range(rounds):
        for name, script in scripts.items():
            before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            subprocess.run([sys.executable, "-c", script], check=True)
            wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
            busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            taken[name].append((wall * 1e3, busy * 1e3))
    return {
        name: {"wall": statistics.median(w for w, _ in each), "cpu": statistics.median(c for _, c in each)}
        for name, each in taken.items()
    }


def memory(folder: Path | None) -> float:
    """Bytes above a bare interpreter at the peak of loading and embedding 1,000 texts at full depth."""
    script = f"bare = {_HIGHEST}; import json, sys; {_loading(folder)}; "
    script += f"model.embed(json.load(sys.stdin), side='document'); print({_HIGHEST} - bare)"
    texts = json.dumps(windows(0, 1000, 1000))
    command = [sys.executable, "-c", script]
    return float(subprocess.run(command, input=texts, check=True, capture_output=True, text=True).stdout)


class _Job(NamedTuple):
    folder: Path | None
    first: int
    end: int
    total: int


def _rebuild(job: _Job) -> tuple[float, float, float]:
    """Embed a share of all texts coarsely: when it began and ended, and the processor seconds between."""
    texts, ours = windows(*job[1:]), open_model(job.folder)
    began, busy = time.monotonic(), time.process_time()
    for start in range(0, len(texts), 1024):
        ours.embed(texts[start : start + 1024], side="document", view=ours.model.coarse)
    return began, time.monotonic(), time.process_time() - busy


def rebuild(folder: Path | None, total: int) -> dict[str, float]:
    """Re-embed `total` texts with the coarse view in two processes; seconds for a million."""
    jobs = [_Job(folder, total * part // CORES, total * (part + 1) // CORES, total) for part in range(CORES)]
    with get_context("spawn").Pool(CORES) as pool:
        done = pool.map(_rebuild, jobs, chunksize=1)
    wall = max(end for _, end, _ in done) - min(began for began, _, _ in done)
    busy = sum(cpu for _, _, cpu in done)
    distinct = len(set(windows(0, total, total)))
    return {
        "texts": total,
        "distinct": distinct,
        "wall": wall * MILLION / total,
        "cpu": busy * MILLION / total / CORES,
    }


def measure(given: argparse.Namespace) -> tuple[list[Figure], dict[str, Any]]:
    """Everything, in one run; printed as it comes unless JSON was asked for."""
    say: Callable[[str], object] = (lambda line: None) if given.json else print
    found = contenders(given)
    speeds, alone = rates(found, given.rounds), latencies(found)
    base, *_ = speeds.values()
    say(f"{'one core, texts of 200 characters':44}{'texts/s':>10}{'x MiniLM':>10}{'1 text ms':>11}")
    for name, rate in speeds.items():
        say(f"{name:44}{rate:10,.0f}{rate / base:10.1f}{alone[name]:11.2f}")
    cold = starts(given.model, 2 * given.rounds + 1)
    for name, taken in cold.items():
        say(f"{name:44}{taken['wall']:10.1f} ms wall{taken['cpu']:10.1f} ms processor")
    held = memory(given.model)
    say(f"{'memory above the interpreter, 1,000 texts':44}{held / MEBIBYTE:10.1f} MiB")
    again = rebuild(given.model, MILLION if given.million else MILLION // 8)
    how = "measured" if given.million else "extrapolated"
    what = f"a million records, coarse, two processes ({how}"
    say(f"{what} from {again['distinct']:,.0f} distinct texts):")
    say(f"{'':44}{again['wall']:10.1f} s wall{again['cpu']:10.1f} s processor each")
    minutes = again["wall"] / 60
    _, plain, ours = (taken["wall"] for taken in cold.values())
    static, deep = (f"exit {number}, {width}d" for number, width in _ends(open_model(given.model)))
    figures = [
        Figure("exit 0 against MiniLM int8, texts per second", speeds[static] / base, 50),
        Figure("full depth against MiniLM int8, texts per second", speeds[deep] / base, 2),
        Figure("cold load against importing numpy", ours / plain, 2, at_most=True),
        Figure("memory above the interpreter, MB", held / 1e6, 120, at_most=True),
        Figure("minutes for a million records with exit 0 on two cores", minutes, 10, at_most=True),
    ]
    numbers = {"rates": speeds, "one_text_ms": alone, "starts_ms": cold, "memory_bytes": held}
    return figures, numbers | {"rebuild_seconds": again}


def _ends(ours: EmbeddedModel) -> tuple[tuple[int, int], tuple[int, int]]:
    """Exit and width of the shallowest and of the deepest vector, both as wide as they get."""
    model = ours.model
    return (model.exits[0], model.widths[-1]), (model.exits[-1], model.widths[-1])
