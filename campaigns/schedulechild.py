"""What does one process of the scheduling campaign do? It works on jobs until it is told to stop, or killed.

Its clock is the campaign's: it runs faster than time and jumps. Its task writes one row per step, in the
transaction that checks the lease; these rows are the campaign's evidence.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.ledger import noting
from phantasm.runtime.scheduler.tasks import ALONE, Beat
from phantasm.runtime.scheduler.worker import Worker, drain
from phantasm.storage.leases import Held, require

STEPS = 6
# Seconds of the campaign's clock in one real second: a lease of a minute runs out after one.
SPEED = 60
_BEAT_SECONDS = 0.25
_LONGEST_STEP_SECONDS = 0.12
_IDLE_SECONDS = 0.05
# Share of the attempts that fail by themselves.
_FAILURES = 0.05

TABLE = """CREATE TABLE campaign_steps (
    number INTEGER PRIMARY KEY AUTOINCREMENT, job TEXT, kind TEXT, fence INTEGER, owner TEXT, step INTEGER,
    running INTEGER)"""
_NOTE = """INSERT INTO campaign_steps (job, kind, fence, owner, step, running)
           VALUES (:job, :kind, :fence, :owner, :step, :running)"""


class JumpingClock:
    """Reads the campaign's clock: a start, a speed, and how far somebody has put it forward or back."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def now(self) -> datetime:
        """Return what the clock shows now."""
        shown = json.loads(self._file.read_text(encoding="utf-8"))
        passed = (time.monotonic() - shown["begun"]) * SPEED + shown["offset"]
        return datetime(2026, 11, 1, 12, tzinfo=UTC) + timedelta(seconds=passed)


class Task:
    """Makes steps; each lasts a random time and ends with a fenced write."""

    def __init__(self, kind: str, chance: random.Random, *, fenced: bool) -> None:
        self._kind = kind
        self._chance = chance
        self._fenced = fenced

    def __call__(self, runtime: Runtime, params: JsonObject, beat: Beat) -> JsonObject:
        """Do the steps."""
        held = Held.model_validate(params["lease"])
        if self._chance.random() < _FAILURES:
            raise PhantasmError(Code.PROVIDER_UNAVAILABLE, "a failure that was drawn")
        for step in range(1, STEPS + 1):
            beat()
            time.sleep(self._chance.random() * _LONGEST_STEP_SECONDS)
            with noting(runtime.environment, "step") as work:
                require(work, held if self._fenced else None)
                rows = work.all("SELECT kind FROM jobs WHERE state = 'running'")
                row = held.model_dump(exclude={"job_id"}) | {"job": held.job_id, "kind": self._kind}
                running = sum(row["kind"] in ALONE for row in rows)
                work.run(_NOTE, row | {"step": step, "running": running})
        return {}


@contextmanager
def opened(root: Path, clock: Path) -> Iterator[Runtime]:
    """Open the project under the campaign's clock."""
    with open_project(root, clock=JumpingClock(clock)) as runtime:
        yield runtime


def work(root: Path, folder: Path, log: Path, seed: int, *, fenced: bool) -> None:
    """Work until there is a file called `stop`."""
    chance = random.Random(seed)
    tasks = {kind: Task(kind, chance, fenced=fenced) for kind in (*sorted(ALONE), "embed")}
    with opened(root, folder / "clock.json") as runtime, log.open("a", encoding="utf-8") as lines:
        worker = Worker(tasks=tasks, beat_seconds=_BEAT_SECONDS)
        while not (folder / "stop").exists():
            for ended in drain(runtime, worker):
                lines.write(json.dumps([ended.job_id, ended.state, ended.reason]) + "\n")
                lines.flush()
            time.sleep(_IDLE_SECONDS)


def main() -> int:
    """Read the arguments and work."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("log", type=Path)
    parser.add_argument("seed", type=int)
    parser.add_argument("--unfenced", action="store_true")
    chosen = parser.parse_args()
    work(chosen.root, chosen.folder, chosen.log, chosen.seed, fenced=not chosen.unfenced)
    return 0


if __name__ == "__main__":
    sys.exit(main())
