"""What does a context cost beside the search it contains, and as a store grows to a million records?

Run: python benchmarks/compile_scale.py [--sizes N ...] [--mixes usual even] [--keep FOLDER] [--json]

Fills stores as `retrieval_scale.py --keyed` does (`--keep` reuses its stores, too), mixes kinds in
(`compile_stores.py`), and asks the same questions by `search`, with as many hits as `compile` looks at, and
by `compile` for two models and two budgets, in turn in one warm process. Bounds (issue 6): at 100,000 records
at most twice the search; at a million at most three times 100,000. Ratios are bound by processor time, which
a busy machine changes little; the clock is shown beside it. `--profile` shows where the time goes instead.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # noqa: TID251  # one core is measured, and numpy reads it when it loads

import numpy as np

from benchmarks.compile_stores import MIXES, mixed
from benchmarks.figures import Figure, report
from benchmarks.retrieval_scale import quantiles, tell
from benchmarks.retrieval_searching import SHOWN, WARMING, asked_of
from benchmarks.retrieval_stores import ask
from phantasm.context.reading.gathering import HITS
from phantasm.runtime.bootstrap import open_project

if TYPE_CHECKING:
    from collections.abc import Callable

    from phantasm.runtime.bootstrap import Runtime

MODELS, BUDGETS = ("claude", "openai"), (2_400, 50_000)
SEARCH, SHORT_SEARCH, STANDING = f"search, {HITS} hits", "search, 10 hits", "compile, no task"
SMALLER, LARGER = 100_000, 1_000_000
AGAINST_SEARCH, AGAINST_SMALLER = 2.0, 3.0
"""How many times as long a context may take as the search in it, and at a million as at 100,000 (issue 6)."""

Times = dict[str, Any]


def ways_of(runtime: Runtime) -> dict[str, Callable[[str], Any]]:
    """Return every way in which a question is asked."""
    ways: dict[str, Callable[[str], Any]] = {
        SEARCH: lambda text: ask(runtime, "search", {"query": text, "limit": HITS}),
        SHORT_SEARCH: lambda text: ask(runtime, "search", {"query": text}),
    }
    for model in MODELS:
        for budget in BUDGETS:
            params = {"model": model, "token_budget": budget}
            ways[f"compile, {model}, {budget:,}"] = lambda text, params=params: ask(  # type: ignore[misc]
                runtime, "compile", {"query": text} | params
            )
    return ways | {STANDING: lambda _: ask(runtime, "compile", {"size": "hook"})}


def measure(folder: Path, total: int, count: int, rounds: int) -> Times:
    """Return the milliseconds of every way, and how much it handed over."""
    asked = asked_of(total, count)
    with open_project(folder) as runtime:
        ways = ways_of(runtime)
        for text in asked[:WARMING]:
            for way in ways.values():
                way(text)
        clock = {name: np.zeros((rounds, count)) for name in ways}
        processor = {name: np.zeros((rounds, count)) for name in ways}
        tokens: dict[str, list[int]] = {name: [] for name in ways if name not in {SEARCH, SHORT_SEARCH}}
        for turn in range(rounds):
            for step in range(count):
                for place, (name, way) in enumerate(ways.items()):
                    # Never the question that was just asked another way: pages and texts that are still
                    # in memory from that would make the later ways look quicker than they are.
                    number = (step + place * count // len(ways)) % count
                    began, used = time.perf_counter(), time.process_time()
                    found = way(asked[number])
                    clock[name][turn, number] = (time.perf_counter() - began) * 1e3
                    processor[name][turn, number] = (time.process_time() - used) * 1e3
                    if name in tokens:
                        tokens[name].append(found["tokens"])
    return {
        "clock_ms": {name: quantiles(np.median(each, axis=0).tolist()) for name, each in clock.items()},
        "processor_ms": {
            name: quantiles(np.median(each, axis=0).tolist()) for name, each in processor.items()
        },
        "tokens": {name: float(np.median(each)) for name, each in tokens.items()},
    }


def profile(folder: Path, total: int, count: int) -> None:
    """Show where the time of contexts goes."""
    asked = asked_of(total, count)
    with open_project(folder) as runtime:
        way = ways_of(runtime)[f"compile, {MODELS[0]}, {BUDGETS[0]:,}"]
        for text in asked[:WARMING]:
            way(text)
        profiler = cProfile.Profile()
        profiler.enable()
        for text in asked:
            way(text)
        profiler.disable()
    for order in ("cumulative", "tottime"):
        pstats.Stats(profiler, stream=sys.stdout).strip_dirs().sort_stats(order).print_stats(SHOWN)


def figures_of(found: dict[str, Times], mix: str) -> list[Figure]:
    """Return the ratios of one mix, of processor time; bound where the issue binds them."""
    figures = []
    for size, times in found.items():
        own = times["processor_ms"]
        bound = AGAINST_SEARCH if int(size) == SMALLER else None
        for name in own.keys() - {SEARCH, SHORT_SEARCH, STANDING}:
            for share in ("p50", "p99"):
                what = f"{int(size):,} {mix}: {name} against search, {share}"
                figures.append(Figure(what, own[name][share] / own[SEARCH][share], bound, at_most=True))
    smaller, larger = found.get(str(SMALLER)), found.get(str(LARGER))
    if smaller and larger:
        for name in larger["processor_ms"]:
            for share in ("p50", "p99"):
                ratio = larger["processor_ms"][name][share] / smaller["processor_ms"][name][share]
                bound = None if name in {SEARCH, SHORT_SEARCH} else AGAINST_SMALLER
                what = f"{mix}: {name} at {LARGER:,} against {SMALLER:,}, {share}"
                figures.append(Figure(what, ratio, bound, at_most=True))
    return sorted(figures, key=lambda figure: figure.what)


def show(total: int, mix: str, times: Times) -> None:
    """Print one store."""
    print(f"\n{total:,} records, {mix}")
    head = f"{'clock p50':>11}{'p99 ms':>9}{'processor p50':>16}{'p99 ms':>9}"
    print(f"  {'warm':26}{head}{'x search p50':>15}{'p99':>7}{'tokens':>9}")
    floor = times["processor_ms"][SEARCH]
    for name, clock in times["clock_ms"].items():
        own = times["processor_ms"][name]
        line = f"  {name:26}{clock['p50']:11.1f}{clock['p99']:9.1f}{own['p50']:16.1f}{own['p99']:9.1f}"
        line += f"{own['p50'] / floor['p50']:15.2f}{own['p99'] / floor['p99']:7.2f}"
        print(f"{line}{times['tokens'].get(name, 0):9,.0f}")


def main() -> int:
    """Measure every size and mix, and say whether the bounds are kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000], help="default: %(default)s")
    parser.add_argument("--mixes", nargs="+", choices=MIXES, default=list(MIXES))
    parser.add_argument("--keep", type=Path, help="where stores are kept between runs")
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    numbers: dict[str, dict[str, Times]] = {}
    with tempfile.TemporaryDirectory(prefix="phantasm-compile-") as temporary:
        root = chosen.keep or Path(temporary)
        for mix in chosen.mixes:
            for total in sorted(chosen.sizes):
                folder = mixed(root, total, mix, tell)
                if chosen.profile:
                    profile(folder, total, chosen.questions)
                    continue
                times = measure(folder, total, chosen.questions, chosen.rounds)
                numbers.setdefault(mix, {})[str(total)] = times
                if not chosen.json:
                    show(total, mix, times)
    print()
    figures = [figure for mix, found in numbers.items() for figure in figures_of(found, mix)]
    return report(figures, chosen.json, numbers)


if __name__ == "__main__":
    sys.exit(main())
