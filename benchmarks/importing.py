"""How fast do transcripts become sessions and episodes, in how much memory, and does a secret get through?

Run: python benchmarks/importing.py [--megabytes N] [--clients NAME ...] [--output CHARACTERS] [--json]

Made-up transcripts of all clients (`benchmarks/transcript_texts.py`), a file for each session, with secrets
strewn into them, are imported into a fresh project in a process of its own: found, read, masked, kept as
turns and evidence with their words in the index, and ended as episodes. Figures: megabytes (10^6 bytes of
transcript) per second of the processor, which a busy machine changes little (the clock is shown beside it),
the most memory that the process held, how long the processor was at one request at most, and how many
secrets are in the store afterwards. Targets: issue 7 (2 MB/s, less than 200 MB, no secret).
"""

import argparse
import json
import os
import random
import string
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks import transcript_texts
from benchmarks.figures import Figure, report
from benchmarks.transcript_texts import DOCUMENTS, EXCHANGES_PER_SESSION, LINES, MEGABYTE
from phantasm.capabilities.environment import Environment
from phantasm.config.paths import Paths
from phantasm.contracts.envelope import Response
from phantasm.runtime.bootstrap import open_project
from phantasm.runtime.importing.running import Wanted, import_sessions, surroundings
from phantasm.runtime.setup.project import lay_out_state

SPEED_TARGET, MEMORY_TARGET = 2.0, 200.0
"""Megabytes per second at least, and megabytes of memory at most: issue 7."""
LOCK_TARGET_SECONDS = 0.25
"""How long one request may hold the store's lock: architecture, section 4. Ending sessions is told apart: an
episode is formed of all turns of its session."""
SEED = 7
SHARES = {
    "claude_code": 40,
    "codex": 25,
    "gemini": 10,
    "swe_agent": 10,
    "cursor": 5,
    "markdown": 5,
    "generic": 5,
}
"""How much of the material is whose, in percent: most of it of the clients that write most."""
ENDINGS = {"markdown": ".md", "swe_agent": ".traj"}
SECRET_IN = 3
"""One exchange in so many that have the word has a secret in its place."""
LONGEST_OUTPUT = 12_000
"""The longest output of a command, in characters; the shortest has 200. Clients show up to 30,000."""
PLACE = b"empty"
"""The word that a secret takes the place of."""
OLD_SECONDS = 1_774_000_000.0
"""When the transcripts were written, in seconds since 1970: every session is over."""

Numbers = dict[str, Any]


def secret(choice: random.Random) -> str:
    """Return a made-up secret of some kind."""
    letters = string.ascii_letters + string.digits
    kinds = (
        "gh" + "p_{36}",
        "AK" + "IA{16u}",
        "gl" + "pat-{20}",
        "sk" + "-ant-api03-{93}AA",
        "password={16}",
    )
    kind = choice.choice(kinds)
    head, _, rest = kind.partition("{")
    size, _, tail = rest.partition("}")
    alphabet = string.ascii_uppercase + string.digits if size.endswith("u") else letters
    # A digit in each: which passwords are known for some is the rules' own figure (benchmarks/redaction.py).
    return (
        head
        + "".join(choice.choices(alphabet, k=int(size.rstrip("u")) - 1))
        + choice.choice("123456789")
        + tail
    )


def natural_words() -> tuple[str, ...]:
    """Return words as often as people use them: those of the project's own pages, one after the other.

    The few words of the parser's benchmark would be in every turn; in an index that is like no text there is.
    """
    pages = sorted((Path(__file__).parents[1] / "docs").glob("*.md"))
    words = [word for page in pages for word in page.read_text(encoding="utf-8").split()]
    return (*transcript_texts.WORDS, PLACE.decode(), *words)


def write(client: str, folder: Path, size: int) -> list[str]:
    """Write transcripts of one client until they have `size` bytes; return the secrets in them."""
    choice, hidden = random.Random(f"{SEED}{client}"), list[str]()
    made = {**LINES, **DOCUMENTS}[client]
    folder.mkdir(parents=True)
    total = files = 0
    while total < size:
        path = folder / f"{client}-{files}{ENDINGS.get(client, '.jsonl')}"
        pieces = []
        for number in range(1 if client in DOCUMENTS else EXCHANGES_PER_SESSION):
            piece = made(choice, number)
            if PLACE in piece and (choice.randrange(SECRET_IN) == 0 or client in DOCUMENTS):
                hidden.append(secret(choice))
                piece = piece.replace(PLACE, hidden[-1].encode(), 1)
            pieces.append(piece)
        # Every file is a session of its own.
        total += path.write_bytes(b"".join(pieces).replace(b'"session-0"', f'"{client}-{files}"'.encode()))
        os.utime(path, (OLD_SECONDS, OLD_SECONDS))
        files += 1
    return hidden


def read(folder: Path) -> Numbers:
    """Import everything below a folder into a fresh project, in this process, and say what it took."""
    root = folder / "project"
    root.mkdir()
    lay_out_state(Paths(root))
    began, busy = time.perf_counter(), time.process_time()
    locked = {"appending": 0.0, "ending": 0.0}
    with open_project(root) as runtime:

        def ask(operation: str, params: Any) -> Response:  # noqa: ANN401  any JSON
            asked = time.process_time()
            request = {
                "api_version": "v1",
                "operation": operation,
                "request_id": f"r{asked}",
                "client": {"profile": "claude_code"},
                "idempotency_key": f"r{asked}",
                "params": params,
            }
            response = runtime.handle(request)
            ends = any("ended_at" in session for session in params.get("sessions", ()))
            kind = "ending" if ends else "appending"
            locked[kind] = max(locked[kind], time.process_time() - asked)
            return response

        account = import_sessions(
            Wanted(paths=(folder / "transcripts",)), _around(runtime.environment, folder), ask
        )
    seconds, busy = time.perf_counter() - began, time.process_time() - busy
    size = sum(path.stat().st_size for path in (folder / "transcripts").rglob("*") if path.is_file())
    store = sum(path.stat().st_size for path in Paths(root).state.rglob("*") if path.is_file())
    held = int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) * 1024
    return {
        "megabytes": round(size / MEGABYTE, 1),
        "seconds": round(seconds, 1),
        "processor_seconds": round(busy, 1),
        "megabytes_per_second": round(size / MEGABYTE / busy, 2),
        "megabytes_per_second_by_the_clock": round(size / MEGABYTE / seconds, 2),
        "peak_megabytes": round(held / MEGABYTE, 1),
        "store_megabytes": round(store / MEGABYTE, 1),
        "longest_request_seconds": round(locked["appending"], 3),
        "longest_ending_seconds": round(locked["ending"], 3),
        "account": account,
    }


def _around(environment: Environment, home: Path) -> Any:  # noqa: ANN401  the importer's own
    return surroundings(environment, home, lambda _: None)


def leaked(folder: Path, hidden: list[str]) -> int:
    """Return how many of the secrets are in the store, whole or but for a few characters."""
    stored = b"".join(path.read_bytes() for path in sorted((folder / "project").rglob("*")) if path.is_file())
    return sum(text.rpartition("=")[2][4:].encode() in stored for text in hidden)


def measure(clients: list[str], megabytes: int, output: int) -> tuple[Numbers, int, int]:
    """Write transcripts, import them in a process of its own, and look for the secrets."""
    transcript_texts.WORDS = natural_words()
    transcript_texts.OUTPUT_CHARACTERS = (200, output)
    whole = sum(SHARES[client] for client in clients)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        hidden: list[str] = []
        for client in clients:
            size = megabytes * MEGABYTE * SHARES[client] // whole
            hidden += write(client, folder / "transcripts" / client, size)
        command = [sys.executable, __file__, "--read", str(folder)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return dict(json.loads(done.stdout)), leaked(folder, hidden), len(hidden)


def main() -> int:
    """Measure, print, and say whether the targets are met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--megabytes", type=int, default=100, help="of all clients (default: %(default)s)")
    parser.add_argument("--clients", nargs="+", choices=list(SHARES), default=list(SHARES))
    parser.add_argument(
        "--output", type=int, default=LONGEST_OUTPUT, help="characters (default: %(default)s)"
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--read", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.read:
        print(json.dumps(read(chosen.read)))
        return 0
    numbers, through, hidden = measure(chosen.clients, chosen.megabytes, chosen.output)
    if not chosen.json:
        print(json.dumps(numbers, indent=1))
        print(f"{hidden} secrets in the transcripts")
    figures = [
        Figure("end to end, MB/s", numbers["megabytes_per_second"], SPEED_TARGET),
        Figure("MB of memory", numbers["peak_megabytes"], MEMORY_TARGET, at_most=True),
        Figure("secrets in the store", through, 0, at_most=True),
        Figure(
            "longest request, seconds", numbers["longest_request_seconds"], LOCK_TARGET_SECONDS, at_most=True
        ),
        Figure("longest ending, seconds", numbers["longest_ending_seconds"]),
    ]
    return report(figures, chosen.json, numbers)


if __name__ == "__main__":
    sys.exit(main())
