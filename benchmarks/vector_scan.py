"""What does a vector search cost? Bare scans against whole searches, exact and clustered, to 1M rows.

Everything is measured in turns, query after query, in one process, so that a busy machine slows all alike;
what counts are the ratios. Times are processor time of one core. The vectors are the shipped model's at its
shallowest exit, of texts that are given (`--texts`, JSON lines, every text in them) or of windows over the
files of this repository, which overlap when there are many.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # noqa: TID251  # one core is measured, and numpy reads it when it loads

import numpy as np

from benchmarks.embedder_speed import windows
from benchmarks.figures import Figure, report
from phantasm.capabilities.embedding.embedded import shipped
from phantasm.retrieval.vectors import codes, files
from phantasm.retrieval.vectors.embedded import EmbeddedIndex, Sizes
from phantasm.retrieval.vectors.port import Stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

QUERIES = 200
LIMIT = 50
SHORTEST = 20
"""Characters of a text that is worth embedding."""
LONGEST = 400
NEVER = 1 << 62
MEMORY_BYTES = 600_000_000
"""What a process may hold at a million rows, all files mapped and read."""
BUILD_SECONDS = 120
"""What clustering a million rows may take of one core."""

HIGHEST = "int(open('/proc/self/status').read().split('VmHWM:')[1].split()[0]) * 1024"
SEARCHING = f"""
import sys
import numpy as np
from pathlib import Path
from phantasm.retrieval.vectors.embedded import EmbeddedIndex, Sizes
for sizes in (Sizes(), Sizes(cluster_rows={NEVER}), Sizes(fine_rows={NEVER})):
    index = EmbeddedIndex(Path(sys.argv[1]), sizes)
    for query in np.load(sys.argv[2])[:20]:
        index.search(query, {LIMIT})
print({HIGHEST})
"""


def read_texts(paths: list[Path]) -> Iterator[str]:
    """Every text of some files of JSON lines, once."""
    seen: set[int] = set()
    for path in paths:
        with (lzma.open if path.suffix == ".xz" else open)(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                value = json.loads(line)
                for text in value.values() if isinstance(value, dict) else value:
                    if isinstance(text, str) and len(text) >= SHORTEST and hash(text) not in seen:
                        seen.add(hash(text))
                        yield text[:LONGEST]


def embed(texts: list[str]) -> NDArray[np.float32]:
    model = shipped()
    view = model.model.fine._replace(exit=model.model.exits[0])
    parts = (texts[start : start + 1024] for start in range(0, len(texts), 1024))
    return np.concatenate([model.embed(part, side="document", view=view) for part in parts])


def fill(folder: Path, vectors: NDArray[np.float32]) -> float:
    """Build an index; processor seconds."""
    model, index, began = shipped().model, EmbeddedIndex(folder), time.process_time()
    with index.writer() as writer:
        assert writer is not None
        about = Stamp(model.id, model.generation, 0, vectors.shape[1], model.widths[0], "benchmark", 1)
        writer.reset(about)
        for start in range(0, len(vectors), 4096):
            part = vectors[start : start + 4096]
            writer.add(np.arange(start + 1, start + 1 + len(part)), part)
        writer.commit(1)
    return time.process_time() - began


def measure(folder: Path, queries: NDArray[np.float32]) -> dict[str, Any]:
    """Milliseconds of each way to search, and what each finds."""
    snapshot = files.open_snapshot(folder)
    assert snapshot is not None
    # As the product has it, but whatever the size: coarse vectors first, and clusters.
    exact = EmbeddedIndex(folder, Sizes(fine_rows=0, cluster_rows=NEVER))
    clustered = EmbeddedIndex(folder, Sizes(fine_rows=0, cluster_rows=0))
    began = time.process_time()
    clustered.build_clusters()
    building = time.process_time() - began
    whole = EmbeddedIndex(folder, Sizes(fine_rows=NEVER))
    some = np.arange(1, len(snapshot.ids) + 1, 10)

    def bare(query: NDArray[np.float32]) -> None:
        row = codes.encode(query[None, : snapshot.coarse.codes.shape[1]])
        codes.products(snapshot.coarse.codes, row.codes[0])

    ways: dict[str, Callable[[NDArray[np.float32]], Any]] = {
        "bare coarse scan": bare,
        "search, all fine vectors": lambda query: whole.search(query, LIMIT),
        "search, coarse then fine": lambda query: exact.search(query, LIMIT),
        "search, clustered": lambda query: clustered.search(query, LIMIT),
        "search, a tenth allowed": lambda query: exact.search(query, LIMIT, allowed=some),
    }
    taken: dict[str, list[float]] = {name: [] for name in ways}
    found: dict[str, list[Any]] = {name: [] for name in ways}
    for number, query in enumerate(queries):
        for name, way in ways.items():
            began = time.process_time()
            answer = way(query)
            if number >= 5:  # the first ones fill caches
                taken[name].append((time.process_time() - began) * 1e3)
                found[name].append(set(answer.ids.tolist()) if answer else set())
    base = float(np.median(taken["bare coarse scan"]))
    times = {
        name: {
            "p50": float(np.median(each)),
            "p99": float(np.quantile(each, 0.99)),
            "ratio": np.median(each) / base,
        }
        for name, each in taken.items()
    }
    fine, coarse, near = (
        found[f"search, {name}"] for name in ("all fine vectors", "coarse then fine", "clustered")
    )
    return {
        "times_ms": times,
        "recall_coarse": float(np.mean([len(a & b) / len(b) for a, b in zip(coarse, fine, strict=True)])),
        "recall_clustered": float(np.mean([len(a & b) / len(b) for a, b in zip(near, coarse, strict=True)])),
        "clusters_s": building,
    }


def weigh(folder: Path, queries: Path) -> dict[str, float]:
    """Bytes on disk, and the most that a process held which searched in every way."""
    command = [sys.executable, "-c", SEARCHING, str(folder), str(queries)]
    held = float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {"memory": held, "disk": float(sum(path.stat().st_size for path in folder.iterdir()))}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--texts", type=Path, nargs="+", default=[], help="JSON lines, .xz or not")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    wanted = max(given.rows) + QUERIES
    texts = list(islice(read_texts(given.texts), wanted)) if given.texts else windows(0, wanted, wanted)
    # Shuffled: queries and every size are drawn from all texts alike.
    vectors = embed(texts)[np.random.default_rng(1).permutation(len(texts))]
    queries, vectors = vectors[:QUERIES], vectors[QUERIES:]
    numbers: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as temporary:
        asked = Path(temporary) / "queries.npy"
        np.save(asked, queries)
        for rows in given.rows:
            folder = Path(temporary) / str(rows)
            writing = fill(folder, vectors[:rows])
            numbers[str(rows)] = measure(folder, queries) | weigh(folder, asked) | {"fill_s": writing}
            if not given.json:
                show(rows, numbers[str(rows)])
    largest = numbers[str(max(given.rows))]
    exact, near = (
        largest["times_ms"][f"search, {name}"]["ratio"] for name in ("coarse then fine", "clustered")
    )
    figures = [
        Figure("exact search against the bare scan, p50, largest size", exact, 3, at_most=True),
        Figure("megabytes held, largest size", largest["memory"] / 1e6, MEMORY_BYTES / 1e6, at_most=True),
    ]
    if max(given.rows) > Sizes().cluster_rows:  # below, nobody uses them
        recall, building = largest["recall_clustered"], largest["clusters_s"]
        figures += [
            Figure("clustered search against the bare scan, p50, largest size", near, 1, at_most=True),
            Figure(f"recall@{LIMIT} of clusters against the exact search, largest size", recall, 0.98),
            Figure("seconds to build clusters, largest size", building, BUILD_SECONDS, at_most=True),
        ]
    return report(figures, given.json, numbers)


def show(rows: int, found: dict[str, Any]) -> None:
    print(f"{rows:,} rows, one core{'p50 ms':>24}{'p99 ms':>9}{'ratio':>8}")
    for name, each in found["times_ms"].items():
        print(f"  {name:38}{each['p50']:9.2f}{each['p99']:9.2f}{each['ratio']:8.2f}")
    print(f"  recall@{LIMIT}: {found['recall_coarse']:.4f} coarse of all fine, ", end="")
    print(f"{found['recall_clustered']:.4f} clustered of exact")
    print(f"  written in {found['fill_s']:.1f} s, clustered in {found['clusters_s']:.1f} s; ", end="")
    print(f"{found['disk'] / 1e6:.0f} MB on disk, {found['memory'] / 1e6:.0f} MB held by a process\n")


if __name__ == "__main__":
    sys.exit(main())
