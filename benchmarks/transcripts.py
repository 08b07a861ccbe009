"""How fast are transcripts read, and in how much memory?

Run: python benchmarks/transcripts.py [--megabytes N] [--clients NAME ...] [--json]

Made-up transcripts of each client are written to a temporary folder: sessions in the client's shape with
prompts, answers, commands and their output in the sizes that agents produce. Each client is read in a process
of its own, from the file to the last event; the figures are megabytes (10^6 bytes) per second of the
processor, which a busy machine changes little (the clock is shown beside it), and the most memory that the
process held. Targets: 20 MB/s through the parser and less than 200 MB (issue 7). Clients whose transcript is
one JSON document get many of about a megabyte.
"""

import argparse
import importlib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.figures import Figure, report
from benchmarks.transcript_texts import DOCUMENTS, EXCHANGES_PER_SESSION, LINES, MEGABYTE
from phantasm.session.transcripts.lines import lines
from phantasm.session.transcripts.model import Began

SPEED_TARGET, MEMORY_TARGET = 20.0, 200.0
"""Megabytes per second at least, and megabytes of memory at most: issue 7."""
SEED = 7

KINDS = {"Turn": "turns", "Began": "sessions or segments", "Unreadable": "unreadable lines"}

Numbers = dict[str, float]


def write(client: str, folder: Path, size: int) -> None:
    """Write transcripts of one client until they have `size` bytes."""
    choice = random.Random(SEED)
    made = {**LINES, **DOCUMENTS}[client]
    folder.mkdir()
    total = number = 0
    while total < size:
        name = f"{number}.json" if client in DOCUMENTS else "session.jsonl"
        with (folder / name).open("ab") as file:
            # Many exchanges for each time that the file is opened.
            for _ in range(1 if client in DOCUMENTS else EXCHANGES_PER_SESSION):
                total += file.write(made(choice, number))
                number += 1


def read(client: str, folder: Path) -> Numbers:
    """Read the transcripts of one client in this process and say what it took."""
    module = importlib.import_module(f"phantasm.session.transcripts.{client}")
    files = sorted(folder.iterdir())
    kinds: Counter[str] = Counter()
    began, busy = time.perf_counter(), time.process_time()
    for path in files:
        if client in DOCUMENTS:
            kinds.update(type(event).__name__ for event in module.events_of(path.read_bytes(), path.name))
            continue
        known = Began("from-the-name") if client in {"cursor", "markdown"} else None
        with path.open("rb") as file:
            kinds.update(type(event).__name__ for _, event in module.events(lines(file.read), known))
    seconds, busy = time.perf_counter() - began, time.process_time() - busy
    size = sum(path.stat().st_size for path in files)
    status = Path("/proc/self/status").read_text()
    held = int(status.split("VmHWM:")[1].split()[0]) * 1024
    return {
        "megabytes": round(size / MEGABYTE, 1),
        "seconds": round(seconds, 3),
        "processor_seconds": round(busy, 3),
        "megabytes_per_second": round(size / MEGABYTE / busy, 1),
        "peak_megabytes": round(held / MEGABYTE, 1),
        **{name: kinds[kind] for kind, name in KINDS.items()},
    }


def measure(client: str, megabytes: int) -> Numbers:
    """Write transcripts of one client and read them in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / client
        write(client, place, megabytes * MEGABYTE)
        command = [sys.executable, __file__, "--read", str(place)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    return dict(json.loads(done.stdout))


def main() -> int:
    """Measure, print, and say whether the targets are met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--megabytes", type=int, default=100, help="of each client (default: %(default)s)")
    parser.add_argument("--clients", nargs="+", choices=[*LINES, *DOCUMENTS], default=[*LINES, *DOCUMENTS])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.read:
        print(json.dumps(read(chosen.read.name, chosen.read)))
        return 0
    numbers: dict[str, Numbers] = {}
    for client in chosen.clients:
        row = numbers[client] = measure(client, chosen.megabytes)
        if not chosen.json:
            shown = ", ".join(f"{value:g} {name.replace('_', ' ')}" for name, value in row.items())
            print(f"{client}: {shown}", flush=True)
    figures = [
        figure
        for client, row in numbers.items()
        for figure in (
            Figure(f"{client}, MB/s", row["megabytes_per_second"], SPEED_TARGET),
            Figure(f"{client}, MB of memory", row["peak_megabytes"], MEMORY_TARGET, at_most=True),
        )
    ]
    return report(figures, chosen.json, {"clients": numbers})


if __name__ == "__main__":
    sys.exit(main())
