"""What does judging and storing one claim cost in a large store against a small one?

Run: python benchmarks/judging.py [--small N] [--large N] [--claims N]

Both stores are filled with plain statements of the same shapes; then the same number of claims is ingested
into each, in turns, so that a busy machine slows both: a third new, a third replacing a value, a third said
before.
Target: at most 3 times (issue 3).
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.setup.project import lay_out_state

TARGET = 3.0
BATCH = 5_000
# The first writes fill caches and load modules; they say nothing about the rest.
WARM_UP = 30


def statement(number: int, value: int) -> str:
    """Return the statement about one of many subjects, in one of several shapes."""
    shapes = (
        f"The port of service {number} is {8000 + value}.",
        f"Module m{number} is maintained by team {value}.",
        f"Worker pool {number} uses {value} threads.",
        f"Service {number} depends on queue {value}.",
        f"The nightly job {number} runs at {value % 24}:00 and writes its report to bucket {number}.",
    )
    return shapes[number % len(shapes)]


def ingest(runtime: Runtime, key: str, statements: list[str]) -> None:
    """Hold some statements as facts."""
    request: dict[str, object] = {
        "api_version": "v1",
        "operation": "ingest",
        "request_id": key,
        "client": {"profile": "claude_code"},
        "idempotency_key": key,
        "params": {"items": [{"record_kind": "fact", "statement": text} for text in statements]},
    }
    response = runtime.handle(request)
    if response.error is not None:
        raise RuntimeError(response.error.message)


def filled(root: Path, records: int) -> Runtime:
    """Return a store with so many live records."""
    root.mkdir()
    lay_out_state(Paths(root))
    runtime = open_project(root)
    for start in range(0, records, BATCH):
        numbers = range(start, min(records, start + BATCH))
        ingest(runtime, f"fill-{start}", [statement(number, number % 50) for number in numbers])
    return runtime


def claim(number: int, records: int) -> str:
    """Return the next claim: new, another value, or said before."""
    match number % 3:
        case 0:
            return statement(records + number, 1)
        case 1:
            return statement(number % records, 51 + number)
        case _:
            return statement(number % records, (number % records) % 50)


def main() -> int:
    """Measure and print; exit with 1 when the target is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--small", type=int, default=1_000)
    parser.add_argument("--large", type=int, default=100_000)
    parser.add_argument("--claims", type=int, default=300)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sizes = {"small": chosen.small, "large": chosen.large}
        stores = {name: filled(Path(folder) / name, records) for name, records in sizes.items()}
        times: dict[str, list[float]] = {name: [] for name in sizes}
        for number in range(WARM_UP + chosen.claims):
            for name, runtime in stores.items():
                started = time.perf_counter()
                ingest(runtime, f"claim-{number}", [claim(number, sizes[name])])
                if number >= WARM_UP:
                    times[name].append(time.perf_counter() - started)
        for runtime in stores.values():
            runtime.close()
    medians = {name: statistics.median(taken) for name, taken in times.items()}
    for name, taken in times.items():
        slowest = statistics.quantiles(taken, n=20)[-1]
        figures = f"median {medians[name] * 1000:.2f} ms, p95 {slowest * 1000:.2f} ms"
        print(f"{sizes[name]:>9,} live records: {figures}")
    ratio = medians["large"] / medians["small"]
    print(f"ratio {ratio:.2f} (target {TARGET:.0f})")
    return 0 if ratio <= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
