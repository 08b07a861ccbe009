"""Is every page of the operator's view there within a second, however much a project remembers?

Run: python benchmarks/page.py [--store FOLDER] [--records N] [--sessions N] [--only TEXT] [--json]

Issue 10 asks it of 100,000 records and 10,000 sessions; the store is that of `page_stores`, which `--store`
keeps. Every question that a page asks goes through the one door, with the parameters that the page asks it
with. What a page asks before it can be used may take a quarter of a second at best, so that a busy machine,
the way over HTTP and the browser's own work fit into the second; what somebody asks for by a click is marked
with a star and not bound. Shown are the least, the median and the most of the clock, and the least time that
a processor worked: others who use the machine change it less. `--profile` shows where the time goes instead.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.figures import Figure, report
from benchmarks.page_questions import Question, ask, known_to, questions
from benchmarks.page_stores import filled
from phantasm.config.environment import use_one_thread_each
from phantasm.runtime.bootstrap import Runtime, open_project

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST_PAINT_MS = 250.0
"""What one question of a page's first view may take at best, on two processors that others use as well."""
SHOWN = 30
"""Lines of a profile."""


class Taken(NamedTuple):
    """What one answer took, in milliseconds."""

    wall: float
    processor: float


def measure(runtime: Runtime, question: Question, rounds: int) -> list[Taken]:
    """Return what each round took; what takes seconds is asked fewer times."""
    taken: list[Taken] = []
    while len(taken) < rounds and sum(one.wall for one in taken) < 1_000 * rounds:
        began, worked = time.perf_counter(), time.process_time()
        ask(runtime, question.operation, question.params)
        wall, processor = time.perf_counter() - began, time.process_time() - worked
        taken.append(Taken(wall * 1e3, processor * 1e3))
    return taken


def summary(taken: list[Taken]) -> dict[str, float]:
    """Return the least, the middle and the most, and the least time that processors worked."""
    walls = [one.wall for one in taken]
    return {
        "least": min(walls),
        "p50": statistics.median(walls),
        "most": max(walls),
        "processor": min(one.processor for one in taken),
    }


def profile(runtime: Runtime, question: Question) -> None:
    """Show where the time of one question goes."""
    ask(runtime, question.operation, question.params)
    profiler = cProfile.Profile()
    profiler.runcall(ask, runtime, question.operation, question.params)
    print(f"\n{question.page}: {question.what}")
    pstats.Stats(profiler, stream=sys.stdout).strip_dirs().sort_stats("cumulative").print_stats(SHOWN)


def asked(folder: Path, only: str) -> Iterator[tuple[Runtime, Question, str]]:
    """Yield the chosen questions with their names, and whom to ask."""
    with open_project(folder) as runtime:
        for question in questions(runtime, known_to(runtime)):
            name = f"{question.page}: {question.what}"
            if only in name:
                yield runtime, question, name


def main() -> int:
    """Ask everything, and say whether the bound is kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--store", type=Path, help="where the store is kept between runs")
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--sessions", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="only questions whose page and name contain this")
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    use_one_thread_each()  # as the command does
    numbers: dict[str, dict[str, float]] = {}
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="phantasm-page-") as temporary:
        folder = chosen.store or Path(temporary) / "store"
        filled(folder, chosen.records, chosen.sessions, lambda line: print(line, file=sys.stderr))
        for runtime, question, name in asked(folder, chosen.only):
            if chosen.profile:
                profile(runtime, question)
                continue
            numbers[name] = summary(measure(runtime, question, chosen.rounds))
            if question.first:
                least = numbers[name]["least"]
                figures.append(Figure(f"{name}, ms", least, FIRST_PAINT_MS, at_most=True))
            if not chosen.json:
                columns = "".join(f"{value:10.1f}" for value in numbers[name].values())
                print(
                    f"{' ' if question.first else '*'} {name:40}{question.operation:16}{columns}", flush=True
                )
    print()
    return report([one for one in figures if chosen.json or not one.holds], chosen.json, numbers)


if __name__ == "__main__":
    sys.exit(main())
