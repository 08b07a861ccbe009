"""What does one durable mutation cost against a bare SQLite insert-commit?

Run: python benchmarks/mutation.py [--count N] [--profile]

Both write with the same driver, WAL and synchronous=FULL, one after the other in one run, so that a slow
disk or a busy machine slows both. The bare row has about as many bytes as the record's statement and
metadata. Target: at most 10 times, aim 5 times (issue 2).
"""

import argparse
import cProfile
import json
import logging
import pstats
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from phantasm.config.paths import Paths
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.setup.project import lay_out_state
from phantasm.storage.driver import DRIVER_NAME, SQLITE_VERSION, driver

TARGET, AIM = 10.0, 5.0
ROW_BYTES = 300
# The first writes fill caches and load modules; they say nothing about the rest.
WARM_UP = 50


class Statements(logging.Handler):
    """Notes how many SQL statements each answered request took, from telemetry's own event."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: list[int] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Take the count out of one event."""
        event: dict[str, Any] = getattr(record, "event", {})
        if "statements" in event:
            self.counts.append(event["statements"])


def request(number: int) -> JsonObject:
    """Return the ingest of one small record."""
    statement = f"Service {number} keeps its settings in one file and reads it again on every deploy."
    return {
        "api_version": "v1",
        "operation": "ingest",
        "request_id": f"request-{number}",
        "client": {"profile": "claude_code"},
        "idempotency_key": f"key-{number}",
        "params": {"record_kind": "fact", "subject_key": f"service.{number}", "statement": statement},
    }


def bare_store(path: Path) -> Any:  # noqa: ANN401  the driver has no types
    """Open a store with one table, the way a careful program without Phantasm would."""
    connection = driver.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL").fetchall()
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE records (id INTEGER PRIMARY KEY, key TEXT, body TEXT)")
    return connection


def bare_insert(connection: Any, number: int) -> None:  # noqa: ANN401  the driver has no types
    """Insert one row and commit it."""
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO records (key, body) VALUES (?, ?)", (f"key-{number}", "x" * ROW_BYTES))
    connection.execute("COMMIT")


def seconds(action: Any, *arguments: object) -> float:  # noqa: ANN401  any callable
    """Return how long a call took."""
    started = time.perf_counter()
    action(*arguments)
    return time.perf_counter() - started


def send(runtime: Runtime, number: int) -> None:
    """Send one ingest as bytes, as every surface does."""
    response = runtime.handle(json.dumps(request(number)).encode())
    if response.error is not None:
        raise SystemExit(f"the ingest failed: {response.error}")


def measure(folder: Path, count: int) -> tuple[list[float], list[float], list[int]]:
    """Interleave mutations and bare inserts; return the seconds of both and the statements per mutation."""
    lay_out_state(Paths(folder))
    statements = Statements()
    logging.getLogger("phantasm").addHandler(statements)
    connection = bare_store(folder / "bare.sqlite")
    mutations, inserts = [], []
    with open_project(folder) as runtime:
        for number in range(WARM_UP + count):
            mutations.append(seconds(send, runtime, number))
            inserts.append(seconds(bare_insert, connection, number))
    connection.close()
    logging.getLogger("phantasm").removeHandler(statements)
    return mutations[WARM_UP:], inserts[WARM_UP:], statements.counts[WARM_UP:]


def profile(folder: Path, count: int) -> None:
    """Show where the time of mutations goes."""
    lay_out_state(Paths(folder))
    profiler = cProfile.Profile()
    with open_project(folder) as runtime:
        for number in range(WARM_UP):
            send(runtime, number)
        profiler.enable()
        for number in range(WARM_UP, WARM_UP + count):
            send(runtime, number)
        profiler.disable()
    pstats.Stats(profiler).sort_stats("tottime").print_stats(35)
    pstats.Stats(profiler).sort_stats("cumtime").print_stats("phantasm", 45)


def main() -> int:
    """Measure, print, and say whether the target is met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000, help="mutations to time (default: %(default)s)")
    parser.add_argument("--profile", action="store_true", help="show where the time goes instead")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if chosen.profile:
            profile(Path(folder), chosen.count)
            return 0
        mutations, inserts, statements = measure(Path(folder), chosen.count)
    ratio = statistics.median(mutations) / statistics.median(inserts)
    print(f"driver: {DRIVER_NAME} {'.'.join(map(str, SQLITE_VERSION))}, WAL, synchronous=FULL")
    print(
        f"mutation: median {statistics.median(mutations) * 1e3:.3f} ms, fastest {min(mutations) * 1e3:.3f} ms"
    )
    print(
        f"bare insert: median {statistics.median(inserts) * 1e3:.3f} ms, fastest {min(inserts) * 1e3:.3f} ms"
    )
    print(f"SQL statements per mutation, besides BEGIN and COMMIT: {statistics.median(statements):.0f}")
    print(f"ratio of medians: {ratio:.2f} (target {TARGET:g}, aim {AIM:g})")
    return 0 if ratio <= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
