"""Do agents that come and go, or are killed, leave anything behind, or lose anything?

Fifty agents work in one project, a few at a time; each has an MCP server as its child and runs a hook at
every turn. Half of them are killed at a random moment, and nobody else is. Ten seconds after the last is gone
there may be no process, no lock and no socket of theirs; and everything that a hook came back from is in the
store, once, when the next process has run.
Full size: python -m campaigns.agents --agents 50
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

from campaigns.agentchild import SCRIPT, WITH_TRANSCRIPT, WITHOUT_TRANSCRIPT
from campaigns.laws import broken_laws, snapshot
from campaigns.leftovers import locked, processes_in, sockets_in
from campaigns.processes import module_command, spawn
from campaigns.verdict import Verdict, finish, new_project, options, progress, workplace
from phantasm.storage.driver import Connection

_AT_ONCE = 6
"""Agents at work at a time: more than the processors, as many as a busy person has."""
_GONE_SECONDS = 10
_PATIENCE_SECONDS = 900
_DRAINS = 40
"""How often the inbox may be looked at until it is empty; once is usual."""


@dataclass(slots=True)
class _Seen:
    """What became of the agents."""

    killed: list[str] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)


def run(folder: Path, agents: int, turns: int, seed: int) -> Verdict:
    """Let the agents work, kill half of them, and look at what is left."""
    verdict = Verdict("agents", seed)
    paths = new_project(folder / "project")
    notes = folder / "agents"
    notes.mkdir()
    seen = _work(paths.root, notes, agents, turns, random.Random(seed))
    time.sleep(_GONE_SECONDS)
    left = processes_in(paths.root)
    verdict.broken += [f"process {pid} is still there: {what}" for pid, what in left]
    verdict.broken += [*sockets_in(paths), *locked(paths)]
    for _ in range(_DRAINS):
        _run_next(paths.root)
        if not any(paths.inbox.glob("*.json")):
            break
    verdict.broken += [f"{path.name} was never taken in" for path in paths.inbox.glob("*.json")]
    acknowledged = _acknowledged(notes, verdict)
    with snapshot(paths.root) as (connection, _):
        lost, doubled, held = _compared(connection, acknowledged)
    verdict.broken += broken_laws(paths.root)
    verdict.broken += [f"lost: {call}" for call in lost] + [f"twice: {call}" for call in doubled]
    verdict.figures = {
        "agents": agents,
        "killed": len(seen.killed),
        "finished": len(seen.finished),
        "hooks that came back": sum(acknowledged.values()),
        "uses of tools that were told": len([name for name in acknowledged if name]),
        "outcomes in the store": held,
        "lost": len(lost),
        "twice": len(doubled),
        "processes left": len(left),
    }
    return verdict


def _work(root: Path, notes: Path, agents: int, turns: int, chance: random.Random) -> _Seen:
    waiting = list(range(agents))
    doomed = set(chance.sample(waiting, agents // 2))
    running: dict[int, tuple[subprocess.Popen[bytes], float]] = {}
    seen, until = _Seen(), time.monotonic() + _PATIENCE_SECONDS
    while (waiting or running) and time.monotonic() < until:
        while waiting and len(running) < _AT_ONCE:
            number = waiting.pop(0)
            client = WITH_TRANSCRIPT if chance.random() < 0.7 else WITHOUT_TRANSCRIPT
            options = ("--name", f"agent-{number}", "--client", client, "--seed", number, "--turns", turns)
            child = spawn(module_command("agentchild", root, notes, *options))
            running[number] = (child, time.monotonic() + chance.uniform(0.2, 3.0 * turns))
        for number, (child, moment) in list(running.items()):
            if number in doomed and time.monotonic() > moment and child.poll() is None:
                child.send_signal(signal.SIGKILL)
                seen.killed.append(f"agent-{number}")
                doomed.discard(number)
            if child.poll() is not None:
                if child.returncode == 0:
                    seen.finished.append(f"agent-{number}")
                del running[number]
                progress(f"{len(seen.finished)} finished, {len(seen.killed)} killed of {agents}")
        time.sleep(0.05)
    return seen


def _run_next(root: Path) -> None:
    """Run whatever comes next: it takes in what hooks left."""
    subprocess.run([str(SCRIPT), "sessions", "--json"], cwd=root, check=True, stdout=subprocess.DEVNULL)


def _acknowledged(notes: Path, verdict: Verdict) -> Counter[str]:
    """Return the hooks that came back, by the use of a tool that they told of."""
    found: Counter[str] = Counter()
    for path in sorted(notes.glob("*.acks")):
        for line in path.read_text(encoding="utf-8").splitlines():
            told = json.loads(line)
            if "event" in told:
                found[told["call"] or ""] += 1
                if told["status"] != 0:
                    verdict.broken.append(f"{path.name}: {told['event']} ended with {told['status']}")
    return found


def _compared(connection: Connection, told: Counter[str]) -> tuple[list[str], list[str], int]:
    """Return the uses of tools that are not in the store, those that are there twice, and how many are."""
    rows = connection.execute(
        "SELECT call, slot, count(*) FROM turns WHERE call IS NOT NULL GROUP BY call, slot"
    )
    held = {(str(call), str(slot)): int(number) for call, slot, number in rows.fetchall()}
    calls = {call for call, _ in held}
    lost = [call for call in told if call and call not in calls]
    return lost, [call for (call, _), number in held.items() if number > 1], len(calls)


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    parser.add_argument("--agents", type=int, default=50, help="default: %(default)s")
    parser.add_argument("--turns", type=int, default=3, help="of each (default: %(default)s)")
    chosen = parser.parse_args()
    with workplace(chosen.folder) as folder:
        verdict = run(folder, chosen.agents, chosen.turns, chosen.seed)
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
