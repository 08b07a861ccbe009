"""How does search hold up as a store grows to a million records?

Run: python benchmarks/retrieval_scale.py [--sizes N ...] [--keyed] [--keep FOLDER] [--questions N] [--json]

Fills stores through the normal operations with made-up texts, then reports what ingest and embedding took,
how long a search takes by each arm beside the bare FTS5 query and the bare vector scan of the same run, warm
and cold, what the searching process holds and what lies on the disk. Bounds at a million records (issue 5):
hybrid within 3 times of the two floors together at p50 and p99, at most 1.5 GB held, and what was added is
found by its words at commit. Ratios are bound by processor time, which a busy machine changes little; those
of the clock are shown beside them. Last, ten more statements are written into the full store, one by one, and
searched for until they are found.

`--keep` reuses stores between runs. A million takes hours the first time, most of them for the judge, who
compares statements that have no key; with `--keyed` each has one of its own, as after an import, and search
has the same work. `--profile` shows where the time of a search goes instead.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from benchmarks.figures import Figure, report
from benchmarks.project_texts import BATCH
from benchmarks.retrieval_searching import ARMS, BARE_SCAN, BARE_WORDS, asked_of
from benchmarks.retrieval_stores import build
from phantasm.config.paths import Paths

SEARCHING = Path(__file__).with_name("retrieval_searching.py")
RATIO = 3.0
"""How much longer than the two floors together a hybrid search may take (issue 5)."""
MEMORY_BYTES = 1_500_000_000
"""What a process may hold that searches a million records (issue 5)."""
BOUND_FROM = 1_000_000
"""Records from which on the bounds bind: below, what a request costs anyhow weighs more than any search."""
COLD = 5
"""Questions asked of a fresh process each: each costs a start of Python."""
QUANTILES = {"p50": 0.5, "p95": 0.95, "p99": 0.99}


def tell(line: str) -> None:
    """Say how far building has got, beside the report."""
    print(line, file=sys.stderr, flush=True)


def quantiles(values: list[float]) -> dict[str, float]:
    """Return the middle and the tail."""
    return {name: float(np.quantile(values, share)) for name, share in QUANTILES.items()}


def ratios(times: dict[str, list[float]]) -> dict[str, float]:
    """Return how much longer hybrid search takes than both floors, at each quantile of each."""
    floor = np.array(times[BARE_WORDS]) + np.array(times[BARE_SCAN])
    return {
        name: float(np.quantile(times["hybrid"], share) / np.quantile(floor, share))
        for name, share in QUANTILES.items()
    }


def searching(what: str, folder: Path, total: int, *more: str) -> dict[str, Any]:
    """Run one measurement in a process of its own."""
    command = [sys.executable, str(SEARCHING), what, str(folder), str(total), *more]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def cold(folder: Path, total: int) -> dict[str, float]:
    """Return the milliseconds of a search in a fresh process, with the files in memory and without."""
    found: dict[str, list[float]] = {"whole": [], "inside": [], "evicted": []}
    for question in asked_of(total, COLD):
        began = time.perf_counter()
        inside = searching("once", folder, total, "--question", question)["inside_ms"]
        found["whole"].append((time.perf_counter() - began) * 1e3)
        found["inside"].append(inside)
        evict(folder)
        found["evicted"].append(searching("once", folder, total, "--question", question)["inside_ms"])
    return {name: float(np.median(each)) for name, each in found.items()}


def evict(folder: Path) -> None:
    """Ask the kernel to forget what it has read of a store."""
    os.sync()
    for path in Paths(folder).state.rglob("*"):
        if path.is_file():
            handle = os.open(path, os.O_RDONLY)
            os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(handle)


def disk(folder: Path) -> dict[str, int]:
    """Return the bytes of the store, of the vectors and of the raw evidence."""
    paths = Paths(folder)

    def size(root: Path) -> int:
        return sum(path.stat().st_size for path in root.rglob("*") if path.is_file())

    store = sum(path.stat().st_size for path in paths.state.glob("store.sqlite*"))
    return {"store": store, "indexes": size(paths.indexes), "raw": size(paths.raw)}


def measure(folder: Path, total: int, smaller: Path | None, chosen: argparse.Namespace) -> dict[str, Any]:
    """Return everything about one size."""
    built = build(folder, total, tell, smaller=smaller, keyed=chosen.keyed)
    counts = ["--questions", str(chosen.questions), "--rounds", str(chosen.rounds)]
    found = searching("warm", folder, total, *counts)
    return {
        "built": built._asdict() | {"ingest_per_s": built.ingest_per_s, "embed_per_s": built.embed_per_s},
        "warm_ms": {name: quantiles(each) for name, each in found["clock_ms"].items()},
        "processor_ms": {name: quantiles(each) for name, each in found["processor_ms"].items()},
        "ratio": ratios(found["clock_ms"]),
        "processor_ratio": ratios(found["processor_ms"]),
        "cold_ms": cold(folder, total),
        "memory": searching("memory", folder, total, *counts)["bytes"],
        "disk": disk(folder),
        "told_ms": searching("told", folder, total),
    }


def figures_of(total: int, found: dict[str, Any]) -> list[Figure]:
    """Return the figures of one size, of processor time; they are bound at a million only."""
    bound = total >= BOUND_FROM
    ratio, memory = (RATIO, MEMORY_BYTES / 1e6) if bound else (None, None)
    found_at_commit = float(found["built"]["found_at_commit"])
    times = found["processor_ratio"]
    return [
        Figure(f"{total:,}: hybrid against both floors, p50", times["p50"], ratio, at_most=True),
        Figure(f"{total:,}: hybrid against both floors, p99", times["p99"], ratio, at_most=True),
        Figure(f"{total:,}: megabytes held", found["memory"] / 1e6, memory, at_most=True),
        Figure(f"{total:,}: found by its words at commit", found_at_commit, 1),
    ]


def show(total: int, found: dict[str, Any]) -> None:
    """Print one size."""
    built, files, fresh = found["built"], found["disk"], found["cold_ms"]
    print(f"\n{total:,} texts")
    print(
        f"  ingest {built['ingest_per_s']:,.0f}/s (last batch {built['last_batch_per_s']:,.0f}/s), ", end=""
    )
    print(f"findable by words at commit: {built['found_at_commit']}")
    print(
        f"  embed {built['embed_per_s']:,.0f}/s, {built['embedded']:,} vectors in {built['embed_s']:,.1f} s"
    )
    told = found["told_ms"]
    print(
        f"  one more statement, from handing it over: found by words after {told['lexical']:,.0f} ms, ",
        end="",
    )
    print(f"by its vector after {told['dense']:,.0f} ms")
    print(f"  {'one search, warm':22}{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}   processor p50, p99")
    for name in (BARE_WORDS, BARE_SCAN, *ARMS):
        clock, own = found["warm_ms"][name], found["processor_ms"][name]
        line = "".join(f"{clock[each]:9.1f}" for each in QUANTILES)
        print(f"  {name:22}{line}   {own['p50']:8.1f}{own['p99']:8.1f}")
    for name, label in (("ratio", "hybrid / both floors"), ("processor_ratio", "the same, processor")):
        print(f"  {label:22}" + "".join(f"{found[name][each]:9.2f}" for each in QUANTILES))
    print(
        f"  cold: {fresh['whole']:,.0f} ms with the start of Python, {fresh['inside']:,.0f} ms without, ",
        end="",
    )
    print(f"{fresh['evicted']:,.0f} ms with no file in memory")
    print(f"  held {found['memory'] / 1e6:,.0f} MB; on disk: store {files['store'] / 1e6:,.0f} MB, ", end="")
    print(f"vectors {files['indexes'] / 1e6:,.0f} MB, raw evidence {files['raw'] / 1e6:,.1f} MB")


def main() -> int:
    """Measure every size, and say whether the bounds are kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000], help="default: %(default)s")
    parser.add_argument("--keep", type=Path, help="where stores are kept between runs")
    parser.add_argument("--keyed", action="store_true", help="each record under a subject key of its own")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    numbers: dict[str, Any] = {}
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="phantasm-scale-") as temporary:
        root = chosen.keep or Path(temporary)
        smaller: Path | None = None
        for total in sorted(chosen.sizes):
            folder = root / f"{total}{'-keyed' if chosen.keyed else ''}"
            if chosen.profile:
                build(folder, total, tell, smaller=smaller, keyed=chosen.keyed)
                subprocess.run(
                    [sys.executable, str(SEARCHING), "profile", str(folder), str(total)], check=True
                )
                continue
            numbers[str(total)] = measure(folder, total, smaller, chosen)
            figures += figures_of(total, numbers[str(total)])
            if not chosen.json:
                show(total, numbers[str(total)])
            smaller = folder if total % BATCH == 0 else None
    print()
    return report(figures, chosen.json, numbers)


if __name__ == "__main__":
    sys.exit(main())
