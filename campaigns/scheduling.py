"""Do many processes ever consolidate at once, or lose a job?

Some processes of one project work on its jobs while the parent kills them, freezes them for longer than a
lease lasts, puts the clock forward and back, and asks for more work. Every step is one row, written in the
transaction that checks its lease: the rows say who worked when, in the order of the commits.
Full size: python -m campaigns.scheduling --processes 6 --jobs 300 --kills 100
"""

import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from campaigns import schedulelaws
from campaigns.laws import broken_laws, snapshot
from campaigns.processes import module_command, spawn
from campaigns.schedulechild import TABLE, opened
from campaigns.verdict import Verdict, finish, new_project, options, progress, workplace
from phantasm.runtime.asking import ask_in_run
from phantasm.runtime.bootstrap import Runtime
from phantasm.runtime.ledger import noting
from phantasm.storage import jobs

_DAY = 86_400
# Forward by at most so much in all: finished jobs are kept for a month, and all are counted at the end.
_FARTHEST_SECONDS = 20 * _DAY
# A lease lasts a second of real time here; who is frozen for longer comes back late.
_FREEZE_SECONDS = 1.6
_PAUSE_SECONDS = 0.25
# Share of the kills and freezes that are meant for whoever has a job.
_BUSY_SHARE = 0.8
# Far above what the rest takes once nobody makes trouble; reaching it is a law broken.
_PATIENCE_SECONDS = 300
_FAREWELL_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much of everything."""

    processes: int = 6
    jobs: int = 300
    kills: int = 100
    fenced: bool = True
    """Without the check of the lease in every step the campaign has to fail."""


@dataclass(slots=True)
class _Crew:
    """The processes, and what was done to them."""

    root: Path
    folder: Path
    chance: random.Random
    fenced: bool
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)
    started: int = 0
    done: Counter[str] = field(default_factory=Counter)
    offset: float = 0.0
    begun: float = field(default_factory=time.monotonic)

    def start(self) -> None:
        """Start one more process."""
        log = self.folder / f"worker{self.started}.log"
        seed = self.chance.randrange(2**32)
        arguments = (self.root, self.folder, log, seed, *(() if self.fenced else ("--unfenced",)))
        self.running.append(spawn(module_command("schedulechild", *arguments)))
        self.started += 1

    def victim(self, runtime: Runtime) -> subprocess.Popen[bytes]:
        """Choose one: mostly one that has a job in its hands."""
        with runtime.environment.snapshot() as work:
            owners = [row["lease_owner"].split("-")[1] for row in jobs.listed(work, ["running"], 100)]
        busy = [process for process in self.running if str(process.pid) in owners]
        return self.chance.choice(busy if busy and self.chance.random() < _BUSY_SHARE else self.running)

    def kill(self, runtime: Runtime) -> None:
        """Kill one at whatever it is doing, and start another."""
        victim = self.victim(runtime)
        self.running.remove(victim)
        victim.send_signal(signal.SIGKILL)
        self.done["kills"] += victim.wait() == -signal.SIGKILL
        self.start()

    def freeze(self, runtime: Runtime) -> None:
        """Let one sleep through the end of its lease and wake up late."""
        victim = self.victim(runtime)
        victim.send_signal(signal.SIGSTOP)
        time.sleep(_FREEZE_SECONDS)
        victim.send_signal(signal.SIGCONT)
        self.done["freezes"] += 1

    def jump(self, _: Runtime) -> None:
        """Put everybody's clock forward or back, by minutes or by days."""
        by = self.chance.choice((600, 7_200, _DAY, 3 * _DAY, -600, -7_200, -_DAY))
        self.offset = min(max(self.offset + by, 0), _FARTHEST_SECONDS)
        self.set_clock()
        self.done["jumps"] += 1

    def set_clock(self) -> None:
        """Write the clock in one piece."""
        written = self.folder / "clock.new"
        written.write_text(json.dumps({"begun": self.begun, "offset": self.offset}), encoding="utf-8")
        written.rename(self.folder / "clock.json")


def run(folder: Path, sizes: Sizes, seed: int) -> Verdict:
    """Run the campaign in a folder."""
    started = time.monotonic()
    crew = _Crew(new_project(folder / "project").root, folder, random.Random(seed), sizes.fenced)
    crew.set_clock()
    verdict = Verdict("scheduling", seed)
    with opened(crew.root, folder / "clock.json") as runtime:
        with noting(runtime.environment, "campaign") as work:
            work.run(TABLE)
        for _ in range(sizes.processes):
            crew.start()
        asked = _make_trouble(runtime, crew, sizes)
        revived = _settle(runtime, verdict)
    (folder / "stop").touch()
    codes = [process.wait(_FAREWELL_SECONDS) for process in crew.running]
    verdict.broken += [f"a process ended with {code}" for code in codes if code]
    verdict.broken += [f"a process is left: {line}" for line in _left_over(crew.root)]
    with snapshot(crew.root) as (connection, _):
        seen = schedulelaws.read(connection)
    verdict.broken += schedulelaws.broken(seen, asked)
    ends = _ends(folder)
    verdict.broken += broken_laws(crew.root)
    verdict.figures |= {
        "processes": sizes.processes,
        **dict(crew.done),
        "jobs_asked_for": len(asked),
        "jobs_by_schedule": len(seen.states.keys() - asked),
        "jobs_done": sum(state == "done" for state in seen.states.values()),
        "steps": len(seen.rows),
        "leases_with_steps": len(seen.steps),
        "revived": revived,
        "failed_attempts": ends["queued"] + ends["parked"],
        "late_workers_refused": ends["lost"],
        "seconds": round(time.monotonic() - started, 1),
    }
    return verdict


def _make_trouble(runtime: Runtime, crew: _Crew, sizes: Sizes) -> set[str]:
    """Ask for work, and kill, freeze and jump in between; returns the jobs that must not be lost."""
    asked: set[str] = set()
    number = 0
    while len(asked) < sizes.jobs or crew.done["kills"] < sizes.kills:
        number += 1
        if len(asked) < sizes.jobs:
            with noting(runtime.environment, "campaign") as work:
                kind, key = crew.chance.choice((("session", f"s{number}"), ("embed", f"e{number}")))
                asked.add(jobs.enqueue(work, kind, {}, key=key).job_id)
            queued = ask_in_run(runtime, "maintenance_run", {}, run_id="campaign", key=str(number))
            asked.add(str(queued["job_id"]))
        time.sleep(crew.chance.random() * _PAUSE_SECONDS)
        # So many more pauses than kills that processes get something done in between.
        action = crew.chance.choices((crew.kill, crew.freeze, crew.jump, None), (8, 2, 2, 8))[0]
        if action == crew.kill and crew.done["kills"] >= sizes.kills:
            action = None
        if action is not None:
            action(runtime)
        if number % 50 == 0:
            progress(f"{len(asked)} jobs asked for, {dict(crew.done)}")
    return asked


def _settle(runtime: Runtime, verdict: Verdict) -> int:
    """Wait until nothing is left to do; what was parked gets another chance, as a person would give it."""
    deadline, revived = time.monotonic() + _PATIENCE_SECONDS, 0
    while time.monotonic() < deadline:
        with runtime.environment.snapshot() as work:
            left = jobs.listed(work, ["parked", "running", "queued"], 1000)
        for row in left:
            if row["state"] == "parked":
                if not row["last_error"]:
                    verdict.broken.append(f"{row['id']} was parked without a reason")
                key = f"{revived}"
                ask_in_run(runtime, "maintenance_run", {"retry": row["id"]}, run_id="revive", key=key)
                revived += 1
        if not left:
            return revived
        time.sleep(_PAUSE_SECONDS)
    verdict.broken.append(f"{len(left)} jobs were not done in {_PATIENCE_SECONDS} seconds")
    return revived


def _ends(folder: Path) -> Counter[str]:
    """Count what the processes said of the ends of jobs."""
    logs = [log.read_text(encoding="utf-8").splitlines() for log in sorted(folder.glob("worker*.log"))]
    return Counter(json.loads(line)[1] for lines in logs for line in lines)


def _left_over(root: Path) -> list[str]:
    """Return the command lines of processes that still work in the project."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:  # it ended while we looked
            continue
        if str(root) in words and "schedulechild" in words:
            found.append(words)
    return found


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    sizes = Sizes()
    parser.add_argument("--processes", type=int, default=sizes.processes, help="default: %(default)s")
    parser.add_argument("--jobs", type=int, default=sizes.jobs, help="asked for (default: %(default)s)")
    parser.add_argument("--kills", type=int, default=sizes.kills, help="default: %(default)s")
    parser.add_argument("--unfenced", action="store_true", help="leave the checks out: it has to fail")
    chosen = parser.parse_args()
    with workplace(chosen.folder) as folder:
        sizes = Sizes(chosen.processes, chosen.jobs, chosen.kills, not chosen.unfenced)
        verdict = run(folder, sizes, chosen.seed)
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
