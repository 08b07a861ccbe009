"""What does one ingest of ten thousand records cost against a bare batched insert of the same rows?

Run: python benchmarks/bulk_ingest.py [--count N] [--rounds N] [--profile]

The bare side inserts the same statements with executemany in one transaction, into one table plus an FTS5
table, with the same driver, WAL and synchronous=FULL. Both run in turn, each round on a new store. Target:
at most 20 times, aim 8 times (issue 2).
"""

import argparse
import cProfile
import json
import pstats
import statistics
import sys
import tempfile
import time
from pathlib import Path

from phantasm.capabilities.clock import SystemClock
from phantasm.config.paths import Paths
from phantasm.contracts.ids import Ids
from phantasm.runtime.bootstrap import open_project
from phantasm.runtime.setup.project import lay_out_state
from phantasm.storage.driver import driver

TARGET, AIM = 20.0, 8.0
MAX_COUNT = 10_000


def statements(count: int) -> list[str]:
    """Return different statements of the usual length."""
    return [
        f"Service {number} keeps its settings in one file and reads it on each deploy of region {number % 7}."
        for number in range(count)
    ]


def bulk_request(texts: list[str]) -> bytes:
    """Return one request with all records, as bytes."""
    items = [
        {"record_kind": "fact", "subject_key": f"service.{number}", "statement": text}
        for number, text in enumerate(texts)
    ]
    request = {
        "api_version": "v1",
        "operation": "ingest",
        "request_id": "bulk",
        "client": {"profile": "claude_code"},
        "idempotency_key": "bulk",
        "params": {"items": items},
    }
    return json.dumps(request).encode()


def time_bulk(folder: Path, request: bytes, profiler: cProfile.Profile | None = None) -> float:
    """Return the seconds of one bulk ingest into a new project."""
    lay_out_state(Paths(folder))
    with open_project(folder) as runtime:
        runtime.handle(
            bulk_request(["A first record, so that modules and connections are there."]).replace(
                b"bulk", b"warm"
            )
        )
        if profiler:
            profiler.enable()
        started = time.perf_counter()
        response = runtime.handle(request)
        taken = time.perf_counter() - started
        if profiler:
            profiler.disable()
    if response.error is not None:
        raise SystemExit(f"the ingest failed: {response.error}")
    return taken


def time_bare(path: Path, texts: list[str]) -> float:
    """Return the seconds of one batched insert of the same rows."""
    connection = driver.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL").fetchall()
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE records (id TEXT PRIMARY KEY, kind TEXT, key TEXT, statement TEXT)")
    connection.execute("CREATE VIRTUAL TABLE found USING fts5(statement)")
    ids = Ids(SystemClock().now)
    started = time.perf_counter()
    rows = [(ids.new("rec"), "fact", f"service.{number}", text) for number, text in enumerate(texts)]
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany("INSERT INTO records VALUES (?, ?, ?, ?)", rows)
    connection.executemany("INSERT INTO found (statement) VALUES (?)", [(text,) for text in texts])
    connection.execute("COMMIT")
    taken = time.perf_counter() - started
    connection.close()
    return taken


def main() -> int:
    """Measure, print, and say whether the target is met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--count", type=int, default=MAX_COUNT, help="records in the call (default: %(default)s)"
    )
    parser.add_argument(
        "--rounds", type=int, default=7, help="how often each side runs (default: %(default)s)"
    )
    parser.add_argument("--profile", action="store_true", help="show where the time goes instead")
    chosen = parser.parse_args()
    texts = statements(chosen.count)
    request = bulk_request(texts)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        if chosen.profile:
            profiler = cProfile.Profile()
            (folder / "profiled").mkdir()
            time_bulk(folder / "profiled", request, profiler)
            pstats.Stats(profiler).sort_stats("tottime").print_stats(35)
            return 0
        bulk, bare = [], []
        for number in range(chosen.rounds):
            (folder / str(number)).mkdir()
            bulk.append(time_bulk(folder / str(number), request))
            bare.append(time_bare(folder / str(number) / "bare.sqlite", texts))
    ratio = statistics.median(bulk) / statistics.median(bare)
    print(
        f"ingest of {chosen.count} records: median {statistics.median(bulk):.3f} s, fastest {min(bulk):.3f} s"
    )
    print(f"bare batched insert with FTS5: median {statistics.median(bare):.3f} s, fastest {min(bare):.3f} s")
    print(f"ratio of medians: {ratio:.2f} (target {TARGET:g}, aim {AIM:g})")
    return 0 if ratio <= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
