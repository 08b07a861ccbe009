"""Do many processes at once get in each other's way?

Reliability C1. Writers beside readers, a backup loop and migration checks: nobody sees "busy", nothing is
lost, no reader sees an error.
Full size: python -m campaigns.contention --writers 16 --writes-each 500 --readers 8
"""

import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from campaigns.bystander import Report
from campaigns.laws import broken_laws
from campaigns.processes import module_command, spawn, writer_command
from campaigns.promises import Kept, compare
from campaigns.verdict import Verdict, finish, new_project, options, percentile, progress, workplace

# Bystanders look whether to stop between two requests; a verified backup of a big store takes some seconds.
_STOP_SECONDS = 120


def run(folder: Path, *, writers: int, writes_each: int, readers: int, seed: int) -> Verdict:
    """Run the campaign in a folder."""
    root = new_project(folder / "project").root
    logs = [folder / f"w{number}.acks" for number in range(writers)]
    reports = [folder / f"r{number}.report" for number in range(readers)]
    keeper = folder / "keeper.report"
    started = time.monotonic()
    lookers = [spawn(module_command("bystander", root, report, "reader")) for report in reports]
    lookers.append(spawn(module_command("bystander", root, keeper, "keeper")))
    crew = [spawn(writer_command(root, log, name=log.stem, seed=seed, count=writes_each)) for log in logs]
    codes = [_wait(process, index, len(crew)) for index, process in enumerate(crew, 1)]
    seconds = time.monotonic() - started
    (folder / "stop").touch()
    codes += [process.wait(_STOP_SECONDS) for process in lookers]
    kept, whole = compare(root, logs), broken_laws(root)
    seen, kept_by = [_report(path) for path in reports], _report(keeper)
    verdict = Verdict("contention", seed, _figures(kept, seen, kept_by, seconds))
    verdict.broken = [*kept.lost, *kept.surplus, *whole, *(f"{code} came back" for code in kept.errors)]
    verdict.broken += [problem for report in (*seen, kept_by) for problem in report.problems]
    verdict.broken += [f"a process ended with {code}" for code in codes if code]
    if kept.acknowledged != writers * writes_each:
        verdict.broken.append(f"{kept.acknowledged} of {writers * writes_each} writes were acknowledged")
    return verdict


def _figures(kept: Kept, seen: list[Report], keeper: Report, seconds: float) -> dict[str, object]:
    reads = [milliseconds for report in seen for milliseconds in report.milliseconds]
    return {
        "acknowledged": kept.acknowledged,
        "store_busy": kept.errors["store_busy"],
        "lost": len(kept.lost),
        "duplicated": len(kept.surplus),
        "reads": len(reads),
        "read_errors": sum(len(report.problems) for report in seen),
        "backups_verified": keeper.done["backup_verify"],
        "migration_checks": keeper.done["migration_check"],
        "write_ms_p50": round(percentile(kept.milliseconds, 0.5), 1),
        "write_ms_p99": round(percentile(kept.milliseconds, 0.99), 1),
        "write_ms_max": round(percentile(kept.milliseconds, 1), 1),
        "read_ms_p50": round(percentile(reads, 0.5), 1),
        "read_ms_p99": round(percentile(reads, 0.99), 1),
        "read_ms_max": round(percentile(reads, 1), 1),
        "seconds": round(seconds, 1),
    }


def _wait(process: subprocess.Popen[bytes], index: int, total: int) -> int:
    code = process.wait()
    if index % 4 == 0:
        progress(f"{index} of {total} writers are done")
    return code


def _report(path: Path) -> Report:
    if not path.exists():
        return Report(problems=[f"{path.stem} left no report"])
    value = json.loads(path.read_text(encoding="utf-8"))
    return Report(value["milliseconds"], Counter(value["done"]), value["problems"])


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    parser.add_argument("--writers", type=int, default=16, help="writer processes (default: %(default)s)")
    parser.add_argument("--writes-each", type=int, default=500, help="writes of each (default: %(default)s)")
    parser.add_argument("--readers", type=int, default=8, help="reader processes (default: %(default)s)")
    chosen = parser.parse_args()
    size = {"writers": chosen.writers, "writes_each": chosen.writes_each, "readers": chosen.readers}
    with workplace(chosen.folder) as folder:
        verdict = run(folder, seed=chosen.seed, **size)
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
