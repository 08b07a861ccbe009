"""What does it cost to keep tracked files in step with memory, and to look at them?

Run: python benchmarks/sharing.py [--count N] [--rounds N]

Makes a repository with so many shared records, and times the first export, one with nothing to do, a look
with nothing changed, a write with and without sharing, and a checkout that brings every file back in another
version. Processor time of this process, best of the rounds: other people's work on the machine counts less.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

from phantasm.config.environment import for_git
from phantasm.config.paths import Paths
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.runtime.setup.project import lay_out_state
from phantasm.runtime.sharing import follow
from phantasm.runtime.tracked_files import take_in

BATCH = 2_000
_NUMBERS = count()


def ask(runtime: Runtime, operation: str, **params: object) -> dict[str, object]:
    """Send one request that must succeed."""
    drawn = f"sharing-{next(_NUMBERS)}"
    response = runtime.handle(
        {
            "api_version": "v1",
            "operation": operation,
            "request_id": drawn,
            "client": {"profile": "claude_code"},
            "idempotency_key": drawn,
            "params": params,
        }
    )
    if response.data is None:
        raise RuntimeError(response.error)
    return response.data


def git(root: Path, *arguments: str) -> None:
    """Run git in the repository."""
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    command = ["git", *who, *arguments]
    subprocess.run(command, cwd=root, env=for_git(), check=True, capture_output=True)


def best(rounds: int, work: Callable[[], object]) -> float:
    """Return the milliseconds of processor time of the quickest round."""
    found = []
    for _ in range(rounds):
        started = time.process_time()
        work()
        found.append(time.process_time() - started)
    return min(found) * 1000


def export(runtime: Runtime) -> None:
    """Bring every file in step."""
    while ask(runtime, "tracked_export")["postponed"]:
        pass


def fill(runtime: Runtime, records: int) -> None:
    """Hold so many records."""
    for start in range(0, records, BATCH):
        numbers = range(start, min(records, start + BATCH))
        items = [
            {
                "record_kind": "fact",
                "subject_key": f"queue.{n}",
                "statement": f"Queue {n} has {n % 31} workers.",
            }
            for n in numbers
        ]
        ask(runtime, "ingest", items=items)


def measure(root: Path, records: int, rounds: int) -> dict[str, float]:
    """Return the milliseconds of each step."""
    lay_out_state(Paths(root))
    git(root, "init", "-q", "-b", "main")
    found = {}
    with open_project(root) as runtime:
        fill(runtime, records)
        found["first export"] = best(1, lambda: export(runtime))
        found["export, nothing to do"] = best(rounds, lambda: export(runtime))
        git(root, "add", ".phantasm/memory")
        git(root, "commit", "-q", "-m", "memory")
        ask(runtime, "tracked_import")
        found["look, nothing changed"] = best(rounds, lambda: take_in(runtime))

        def write() -> None:
            note = f"Note {next(_NUMBERS)} is about lunch."
            ask(runtime, "ingest", record_kind="note", statement=note)

        found["one write"] = best(rounds, write)
        follow(runtime.environment)

        def write_and_follow() -> None:
            write()
            follow(runtime.environment)

        found["one write, followed"] = best(rounds, write_and_follow)
        for path in (root / ".phantasm/memory").glob("fact/*"):
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("confidence: 0.8", "confidence:  0.8"), encoding="utf-8")
        found["look, every file rewritten"] = best(1, lambda: take_in(runtime))
    return found


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measure(Path(folder).resolve(), options.count, options.rounds)
    for name, milliseconds in found.items():
        sys.stdout.write(f"{name:<30} {milliseconds:9.1f} ms\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
