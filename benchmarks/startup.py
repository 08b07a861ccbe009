"""How long does Phantasm take to start, against a bare interpreter?

Run: python benchmarks/startup.py [--rounds N] [--imports]

Bytecode is written first, since an installation has it. The commands run in turn, round after round, so
that a busy machine slows all of them alike; medians and minima are shown. Targets: `phantasm --version` at
most 3 times, `phantasm handle-request` with a read at most 25 times, aim 12 (issue 2).
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.runtime.setup.project import lay_out_state

VERSION_TARGET, READ_TARGET, READ_AIM = 3.0, 25.0, 12.0
_READ = {
    "api_version": "v1",
    "operation": "health",
    "request_id": "request-1",
    "client": {"profile": "generic_mcp"},
    "params": {},
}


def commands() -> dict[str, list[str]]:
    """Return what is timed, by name."""
    script = str(Path(sys.executable).with_name("phantasm"))
    return {
        "bare interpreter": [sys.executable, "-c", "pass"],
        "phantasm --version": [script, "--version"],
        "phantasm handle-request (health)": [script, "handle-request", json.dumps(_READ)],
    }


def measure(folder: Path, rounds: int) -> dict[str, list[float]]:
    """Run every command in turn, round after round; returns seconds by name."""
    lay_out_state(Paths(folder))
    for (
        command
    ) in commands().values():  # leaves bytecode of everything that is imported, as an installation does
        warm_up = ["env", "-u", "PYTHONDONTWRITEBYTECODE", *command]
        subprocess.run(warm_up, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    taken: dict[str, list[float]] = {name: [] for name in commands()}
    for _ in range(rounds):
        for name, command in commands().items():
            started = time.perf_counter()
            subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
            taken[name].append(time.perf_counter() - started)
    return taken


def show_imports(folder: Path) -> None:
    """Print the modules that cost most of a read, by their own import time."""
    lay_out_state(Paths(folder))
    script = commands()["phantasm handle-request (health)"]
    command = [sys.executable, "-X", "importtime", *script]
    errors = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stderr
    rows = [line.removeprefix("import time:").split("|") for line in errors.splitlines() if "|" in line]
    costs = sorted(((int(own), name.strip()) for own, _, name in rows[1:]), reverse=True)
    print(f"{len(costs)} modules, {sum(own for own, _ in costs) / 1000:.1f} ms of imports; the dearest:")
    for own, name in costs[:25]:
        print(f"{own / 1000:8.2f} ms  {name}")


def main() -> int:
    """Measure, print, and say whether the targets are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=30, help="how often each command runs (default: %(default)s)"
    )
    parser.add_argument("--imports", action="store_true", help="show what the imports of a read cost instead")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if chosen.imports:
            show_imports(Path(folder))
            return 0
        taken = measure(Path(folder), chosen.rounds)
    bare, version, read = (statistics.median(times) for times in taken.values())
    for name, times in taken.items():
        print(f"{name}: median {statistics.median(times) * 1e3:.1f} ms, fastest {min(times) * 1e3:.1f} ms")
    print(f"ratios of medians: --version {version / bare:.2f} (target {VERSION_TARGET:g}), "
          f"read {read / bare:.2f} (target {READ_TARGET:g}, aim {READ_AIM:g})")  # fmt: skip
    return 0 if version / bare <= VERSION_TARGET and read / bare <= READ_TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
