"""Who else is in the store while writers write? Readers, and a keeper who backs up and checks migrations.

Run by the contention campaign: python -m campaigns.bystander ROOT REPORT ROLE; ends when a file `stop`
lies beside the report.
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.contracts.envelope import Response
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.storage.database import Database
from phantasm.storage.schema import newest_revision, upgrade

READS: tuple[tuple[str, JsonObject], ...] = (("list", {"limit": 20}), ("inspect", {}), ("health", {}))
# Readers look, then think: without the pause eight of them would only measure the number of cores.
_READER_PAUSE_SECONDS = 0.05


@dataclass(slots=True)
class Report:
    """What a bystander saw."""

    milliseconds: list[float] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def take(self, response: Response, milliseconds: float) -> None:
        """Account for one answer."""
        self.milliseconds.append(milliseconds)
        if response.error is None:
            self.done[response.operation] += 1
        else:
            self.problems.append(f"{response.operation}: {response.error.code}: {response.error.message}")


def read(root: Path, goes_on: Callable[[], bool]) -> Report:
    """Ask read after read; the snapshots must never run backwards."""
    report, newest = Report(), 0
    with open_project(root) as runtime:
        for _ in _rounds(goes_on):
            for operation, params in READS:
                response = _ask(runtime, report, operation, params)
                seen = response.provenance.snapshot_seq or 0
                if seen < newest:
                    report.problems.append(f"{operation}: a snapshot ran backwards from {newest} to {seen}")
                newest = max(newest, seen)
            time.sleep(_READER_PAUSE_SECONDS)
    return report


def keep(root: Path, goes_on: Callable[[], bool]) -> Report:
    """Back up, verify with a trial restore, open the project anew, and migrate a copy, again and again."""
    report, turns = Report(), _turns()
    for _ in _rounds(goes_on):
        with open_project(root) as runtime:  # opening looks whether the store has to be migrated
            made = _ask(runtime, report, "backup_create", {"reason": "campaign"}, next(turns))
            if made.data is not None:
                _ask(runtime, report, "backup_verify", {"backup_id": made.data["backup_id"]}, next(turns))
        _check_migration(root, report)
    return report


def _check_migration(root: Path, report: Report) -> None:
    """Take a consistent copy and let the migrations find it current."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "store.sqlite"
        live, trial = Database(Paths(root).store), Database(copy)
        live.copy_into(copy)
        live.close()
        with trial.write("migration check") as (connection, _):
            upgrade(connection)
            revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        trial.close()
    if revision == newest_revision():
        report.done["migration_check"] += 1
    else:
        report.problems.append(f"migration check: the copy has revision {revision}")


def _ask(
    runtime: Runtime, report: Report, operation: str, params: JsonObject, key: str | None = None
) -> Response:
    request: JsonObject = {
        "api_version": "v1",
        "operation": operation,
        "request_id": key or f"look-{operation}",
        "client": {"profile": "claude_code"},
        "params": params,
    }
    if key:
        request["idempotency_key"] = key
    started = time.perf_counter()
    response = runtime.handle(request)
    report.take(response, (time.perf_counter() - started) * 1000)
    return response


def _rounds(goes_on: Callable[[], bool]) -> Iterator[None]:
    """Yield once in any case, then as long as it goes on: quick writers must not leave nothing to report."""
    yield
    while goes_on():
        yield


def _turns() -> Iterator[str]:
    number = 0
    while True:
        number += 1
        yield f"keeper-{number}"


def main() -> int:
    """Read the arguments, look on until told to stop, and leave the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("report", type=Path)
    parser.add_argument("role", choices=["reader", "keeper"])
    chosen = parser.parse_args()
    stop = chosen.report.with_name("stop")
    report = (read if chosen.role == "reader" else keep)(chosen.root, lambda: not stop.exists())
    shown = {"milliseconds": report.milliseconds, "done": report.done, "problems": report.problems}
    chosen.report.write_text(json.dumps(shown), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
