"""Does anything acknowledged get lost when writers are killed?

Reliability D1. Several writer processes; the parent sends SIGKILL to a random one at random moments and
starts it again, and it retries what was not acknowledged.
Full size: python -m campaigns.kill --writers 4 --writes 20000 --kills 200
"""

import random
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from campaigns.laws import broken_laws
from campaigns.processes import spawn, writer_command
from campaigns.promises import compare
from campaigns.verdict import Verdict, finish, new_project, options, percentile, progress, workplace

# A kill lands at most so long after its planned moment: anywhere inside a write, which takes milliseconds.
_JITTER_SECONDS = 0.02
_POLL_SECONDS = 0.002
# Kills are spread over the run but for its end, so that a killed writer still has something to do.
_SHARE_WITH_KILLS = 0.95


@dataclass(slots=True)
class _Writer:
    """One writer process, its log, and how many lines of the log were there when it was last started."""

    name: str
    log: Path
    command: list[str]
    process: subprocess.Popen[bytes] = field(init=False)
    lines: int = 0
    at_start: int = 0
    _read: int = 0

    def start(self) -> None:
        """Start the process, again if need be."""
        self.at_start = self.count()
        self.process = spawn(self.command)

    def count(self) -> int:
        """Return how many acknowledgements the log has; reads only what is new."""
        if self.log.exists():
            with self.log.open("rb") as file:
                file.seek(self._read)
                news = file.read()
            whole = (
                news.rfind(b"\n") + 1
            )  # a torn line is cut off by the next start, and counted when it is whole
            self.lines += news[:whole].count(b"\n")
            self._read += whole
        return self.lines

    @property
    def writes_now(self) -> bool:
        """Tell whether the process is past its start and still running."""
        return self.process.poll() is None and self.lines > self.at_start


def run(folder: Path, *, writers: int, writes: int, kills: int, seed: int) -> Verdict:
    """Run the campaign in a folder."""
    root = new_project(folder / "project").root
    chance = random.Random(seed)
    crew = [
        _writer(folder, root, f"w{number}", seed=seed, count=writes // writers) for number in range(writers)
    ]
    moments = sorted(chance.randrange(int(writes * _SHARE_WITH_KILLS)) for _ in range(kills))
    started = time.monotonic()
    for writer in crew:
        writer.start()
    done = _kill_in_time(crew, moments, chance)
    codes = [writer.process.wait() for writer in crew]
    seconds = time.monotonic() - started
    kept = compare(root, [writer.log for writer in crew])
    whole = broken_laws(root)
    verdict = Verdict("kill", seed)
    verdict.figures = {
        "writers": writers,
        "kills": done,
        "acknowledged": kept.acknowledged,
        "replayed": kept.replayed,
        "lost": len(kept.lost),
        "duplicated": len(kept.surplus),
        "broken_laws": len(whole),
        "errors": dict(kept.errors),
        "write_ms_p50": percentile(kept.milliseconds, 0.5),
        "write_ms_p99": percentile(kept.milliseconds, 0.99),
        "seconds": round(seconds, 1),
    }
    verdict.broken = [*kept.lost, *kept.surplus, *whole, *(f"{code} came back" for code in kept.errors)]
    verdict.broken += [f"a writer ended with {code}" for code in codes if code]
    if done < kills:
        verdict.broken.append(f"only {done} of {kills} kills hit a writing process")
    return verdict


def _writer(folder: Path, root: Path, name: str, *, seed: int, count: int) -> _Writer:
    log = folder / f"{name}.acks"
    return _Writer(name, log, writer_command(root, log, name=name, seed=seed, count=count))


def _kill_in_time(crew: list[_Writer], moments: list[int], chance: random.Random) -> int:
    """Kill a writing process when so many writes are acknowledged; returns how often that was possible."""
    done = 0
    for moment in moments:
        while sum(writer.count() for writer in crew) < moment or not any(
            writer.writes_now for writer in crew
        ):
            if all(writer.process.poll() is not None for writer in crew):
                return done
            time.sleep(_POLL_SECONDS)
        time.sleep(chance.random() * _JITTER_SECONDS)
        victims = [writer for writer in crew if writer.writes_now]
        if not victims:
            continue
        victim = chance.choice(victims)
        victim.process.send_signal(signal.SIGKILL)
        if victim.process.wait() == -signal.SIGKILL:
            done += 1
        victim.start()
        if done % 20 == 0:
            progress(f"{done} kills, {sum(writer.lines for writer in crew)} acknowledged")
    return done


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    parser.add_argument("--writers", type=int, default=4, help="writer processes (default: %(default)s)")
    parser.add_argument(
        "--writes", type=int, default=20_000, help="acknowledged writes (default: %(default)s)"
    )
    parser.add_argument("--kills", type=int, default=200, help="kills (default: %(default)s)")
    chosen = parser.parse_args()
    with workplace(chosen.folder) as folder:
        verdict = run(
            folder, writers=chosen.writers, writes=chosen.writes, kills=chosen.kills, seed=chosen.seed
        )
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
