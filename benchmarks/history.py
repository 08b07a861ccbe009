"""How fast is a repository's history taken in, and how fast do its answers come?

Run: python benchmarks/history.py [--commits N ...] [--json]

Made-up repositories (`benchmarks/history_repository.py`) of so many commits are taken in through the door,
step by step as `phantasm history update` does, and then asked. Seconds are those of the processor, ours and
git's together, which a busy machine changes little (the clock is shown beside them), and are held against
`git log` of the same moment: taking in against one `git log --name-status -M` of the whole history, answers
about a file against `git log --follow` of that file, answers about words against `git log --grep`. Each
answer is the middle one of several, after one that is not counted.
"""

import argparse
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.figures import Figure, report
from benchmarks.history_repository import AREAS, THINGS, generate
from phantasm.config.paths import Paths
from phantasm.contracts.model import JsonObject
from phantasm.runtime.asking import ask_in_run
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.history import take_in
from phantasm.runtime.setup.project import lay_out_state

SECONDS_TARGET = 15.0
"""A first reading of 5,000 commits should take seconds; the rate is what a larger one is held to."""
RATE_TARGET = 5_000 / SECONDS_TARGET
STEP_TARGET_SECONDS = 0.5
"""Whoever waits for the store waits for one step at most."""
ASKED = 9
"""How often each question is asked, each time about something else."""
SEED = 5

Numbers = dict[str, Any]


def processor() -> float:
    """Return how long the processor was at our work and at that of the processes that we started."""
    spent = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in spent)


def seconds(work: Callable[[], object]) -> float:
    """Return how long the processor is at something."""
    began = processor()
    work()
    return processor() - began


def git(root: Path, *arguments: str) -> float:
    """Return how long git takes for something."""
    command = [shutil.which("git") or "git", "-C", str(root), *arguments]
    return seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL))


def ask(runtime: Runtime, operation: str, params: JsonObject) -> float:
    """Return how long an answer takes."""
    request: JsonObject = {
        "api_version": "v1",
        "operation": operation,
        "request_id": "benchmark",
        "client": {"profile": "claude_code"},
        "params": params,
    }
    began = processor()
    response = runtime.handle(request)
    assert response.error is None, response.error
    return processor() - began


def measure(commits: int, folder: Path) -> Numbers:
    """Make a repository, take it in, and ask."""
    root = folder / f"repository-{commits}"
    generate(root, commits)
    lay_out_state(Paths(root))
    Paths(root).settings.write_text(f'version = "v1"\n[history]\nmax_commits = {commits}\n', encoding="utf-8")
    log = git(root, "log", "-z", "--name-status", "-M", "--format=%H%x00%B")
    steps: list[float] = []
    with open_project(root) as runtime:
        numbers = count()

        def step(params: JsonObject) -> JsonObject:
            began = processor()
            found = ask_in_run(runtime, "commits_ingest", params, run_id="run_b", key=str(next(numbers)))
            steps.append(processor() - began)
            return found

        began = time.perf_counter()
        taking = seconds(lambda: take_in(step))
        by_the_clock = time.perf_counter() - began
        nothing = statistics.median(seconds(lambda: take_in(step)) for _ in range(3))
        answers = _answers(runtime, root)
    size = sum(path.stat().st_size for path in Paths(root).state.rglob("*") if path.is_file())
    return {
        "commits": commits,
        "git_log_seconds": round(log, 2),
        "taking_in_seconds": round(taking, 2),
        "taking_in_seconds_by_the_clock": round(by_the_clock, 2),
        "commits_per_second": round(commits / taking),
        "times_git_log": round(taking / log, 1),
        "longest_step_seconds": round(max(steps), 3),
        "nothing_new_seconds": round(nothing, 3),
        "store_megabytes": round(size / 1e6, 1),
        "answers": answers,
    }


def _answers(runtime: Runtime, root: Path) -> dict[str, Numbers]:
    choice = random.Random(SEED)
    areas, things = choice.choices(AREAS, k=ASKED), choice.choices(THINGS, k=ASKED)
    files = [f"src/{area}/{area}_{number}.py" for number, area in enumerate(areas, 20)]
    words = [f"{thing} in {area}" for thing, area in zip(things, areas, strict=True)]
    follow = [("--follow", "--format=%H", "--", file) for file in files]
    grep = [("-i", f"--grep={text}", "--format=%H") for text in words]
    below = [("--format=%aN", "--", f"src/{area}") for area in areas]
    asked: dict[str, tuple[str, list[JsonObject], Sequence[tuple[str, ...]]]] = {
        "together": ("changes_together", [{"paths": [file]} for file in files], follow),
        "who, a folder": ("who_knows", [{"paths": [f"src/{area}"]} for area in areas], below),
        "who, a topic": ("who_knows", [{"query": text} for text in words], grep),
        "done, words": ("prior_work", [{"query": text} for text in words], grep),
        "done, a file": ("prior_work", [{"paths": [file]} for file in files], follow),
    }
    found = {}
    for name, (operation, params, beside) in asked.items():
        ask(runtime, operation, params[0])
        took = statistics.median(ask(runtime, operation, one) for one in params)
        git_took = statistics.median(git(root, "log", *one) for one in beside)
        found[name] = {
            "milliseconds": round(took * 1000, 1),
            "git_milliseconds": round(git_took * 1000, 1),
            "ratio": round(took / git_took, 2),
        }
    return found


def main() -> int:
    """Measure, print, and say whether the targets are met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--commits", type=int, nargs="+", default=[5_000, 50_000])
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        measured = [measure(commits, Path(name)) for commits in chosen.commits]
    figures = []
    for one in measured:
        of = f"of {one['commits']:,} commits"
        figures += [
            Figure(f"commits per second, {of}", one["commits_per_second"], RATE_TARGET),
            Figure(f"taking in, times one git log, {of}", one["times_git_log"]),
            Figure(
                f"longest step, seconds, {of}", one["longest_step_seconds"], STEP_TARGET_SECONDS, at_most=True
            ),
            Figure(f"nothing new, seconds, {of}", one["nothing_new_seconds"]),
            Figure(f"store, megabytes, {of}", one["store_megabytes"]),
        ]
        for question, answer in one["answers"].items():
            figures.append(Figure(f"{question}, milliseconds, {of}", answer["milliseconds"]))
            figures.append(Figure(f"{question}, times git log, {of}", answer["ratio"]))
    return report(figures, chosen.json, {"measured": measured})


if __name__ == "__main__":
    raise SystemExit(main())
