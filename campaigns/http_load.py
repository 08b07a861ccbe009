"""Does the server hold when two hundred read and twenty write at once?

A real `phantasm serve`; every reader and writer keeps its connection and asks without a pause. Nobody gets an
error, every acknowledged write is in the journal once and says what was answered, a key that is sent twice is
applied once, whoever listens is told of every write, memory stays level, and afterwards nothing is left.
Full size: python -m campaigns.http_load --readers 200 --writers 20 --seconds 600
"""

import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from campaigns import loadclients
from campaigns.acks import Ack
from campaigns.indexchild import fill, must
from campaigns.laws import broken_laws, snapshot
from campaigns.leftovers import locked, processes_in, sockets_in, unfinished_in
from campaigns.loadclients import Connection, Place, Seen
from campaigns.loadmix import READS, WRITES, Reads, Writes
from campaigns.loadserver import Sample, serving, slope, watch
from campaigns.plan import PROFILE, Step
from campaigns.promises import missing_writes
from campaigns.verdict import Verdict, finish, new_project, options, percentile, progress, workplace
from campaigns.writer import ask
from phantasm.contracts.kinds import TokenScope
from phantasm.runtime.bootstrap import Runtime, open_project
from phantasm.surfaces.serving import tokens

_LISTENERS = 5
_MODEL = "embedded"
"""The shipped one, which is what most projects use."""
_ALONE = 20
"""How often each operation is asked with nobody else there, to compare with."""
_SETTLED_SHARE = 0.5
"""Of the time, after which caches are full and the heap has found its shape: five minutes of ten."""
_LEAST_SECONDS = 60
"""Shorter runs show no trend."""
_GROWTH_SHARE = 0.05
"""Of the memory, that may come and go by chance over the rest of the run."""
_LAST_EVENT_SECONDS = 3.0
"""In which every listener has to hear of the last write."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How much of it there is."""

    readers: int
    writers: int
    seconds: float
    records: int


@dataclass(slots=True)
class _Run:
    """What a run has shown."""

    sizes: Sizes
    loaded: Seen = field(default_factory=Seen)
    alone: Seen = field(default_factory=Seen)
    in_process: Seen = field(default_factory=Seen)
    samples: list[Sample] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    """The newest write that each listener was told of."""
    start_seconds: float = 0.0


def run(folder: Path, sizes: Sizes, seed: int) -> Verdict:
    """Fill a store, serve it, load it, and look at what is left."""
    paths = new_project(folder / "project")
    shown = _Run(sizes)
    fill(paths.root, _MODEL, sizes.records, seed)
    with open_project(paths.root) as runtime:
        must(runtime, "embed", {}, key="fill-vectors")
        progress(f"the store has {sizes.records} records")
        _ask_in_process(runtime, shown.in_process, seed)
    token = tokens.make(paths, "campaign", profile=PROFILE, scope=TokenScope.WRITE).secret
    with serving(paths.root, folder / "server.log") as server:
        shown.start_seconds = server.start_seconds
        asyncio.run(_load(shown, Place(server.port, token), server.process, seed))
    verdict = Verdict("http_load", seed, _figures(shown))
    verdict.broken += [*shown.alone.problems, *shown.loaded.problems, *_promises(shown, paths.root)]
    verdict.broken += _memory(shown)
    verdict.broken += [f"the server ended with {server.process.returncode}"] * bool(server.process.returncode)
    verdict.broken += [f"process {pid} is still there: {what}" for pid, what in processes_in(paths.root)]
    verdict.broken += [*locked(paths), *sockets_in(paths), *unfinished_in(paths), *broken_laws(paths.root)]
    return verdict


def _must(runtime: Runtime, step: Step) -> Ack:
    answer = ask(runtime, json.dumps(step.request()).encode())
    if answer.data is None:
        message = f"{step.key}: {answer.error}"
        raise RuntimeError(message)
    return answer


def _ask_in_process(runtime: Runtime, seen: Seen, seed: int) -> None:
    """Ask the same operations without any server, as what to compare with."""
    reads, writes = Reads(seed, "alone"), Writes(seed, "in")
    for operation in READS:
        for number in range(_ALONE):
            read = Step(f"alone-{operation}-{number}", *reads.of(operation))
            seen.milliseconds[operation].append(_must(runtime, read).milliseconds)
    for _ in range(_ALONE):
        for operation in WRITES:
            step = writes.of(operation)
            answer = _must(runtime, step)
            writes.held.take(step, answer.data or {})
            seen.milliseconds[step.operation].append(answer.milliseconds)
            seen.acks.append(answer)


async def _load(shown: _Run, place: Place, process: subprocess.Popen[bytes], seed: int) -> None:
    await _ask_alone(shown.alone, place, seed)
    seen, over = shown.loaded, asyncio.Event()
    ends = time.monotonic() + shown.sizes.seconds

    def goes_on() -> bool:
        return time.monotonic() < ends

    async with asyncio.TaskGroup() as around:
        watching = around.create_task(watch(process, goes_on))
        listening = [around.create_task(loadclients.listen(place, seen, over)) for _ in range(_LISTENERS)]
        async with asyncio.TaskGroup() as group:
            for number in range(shown.sizes.writers):
                group.create_task(loadclients.write(place, Writes(seed, f"w{number}"), seen, goes_on))
            for number in range(shown.sizes.readers):
                group.create_task(loadclients.read(place, Reads(seed, f"r{number}"), seen, goes_on))
        await asyncio.sleep(_LAST_EVENT_SECONDS)
        over.set()
    shown.samples = watching.result()
    shown.told = [task.result() for task in listening]


async def _ask_alone(seen: Seen, place: Place, seed: int) -> None:
    """Ask through HTTP with nobody else there."""
    connection, reads, writes = Connection(place), Reads(seed, "alone"), Writes(seed, "out")
    for operation in READS:
        for _ in range(_ALONE):
            await loadclients.ask(connection, operation, {"params": reads.of(operation).params}, seen)
    for _ in range(_ALONE):
        for operation in WRITES:
            await loadclients.put(connection, writes.of(operation), writes, seen)
    connection.close()


def _promises(shown: _Run, root: Path) -> list[str]:
    """Return every acknowledged write that is not there once, and every listener that was not told."""
    answers = [*shown.in_process.acks, *shown.alone.acks, *shown.loaded.acks]
    keys = {ack.key: ack.operation_id for ack in answers}
    with snapshot(root) as (connection, _):
        broken = list(missing_writes(connection, answers))
        rows = connection.execute("SELECT id, seq, request_id FROM operations").fetchall()
    times = Counter(row["request_id"] for row in rows)
    broken += [f"{key} was applied {times[key]} times" for key in keys if times[key] != 1]
    broken += [f"{ack.key} has two entries" for ack in answers if ack.operation_id != keys[ack.key]]
    ours = {ack.operation_id for ack in answers}
    newest = max((row["seq"] for row in rows if row["id"] in ours), default=0)
    return broken + [f"a listener was told up to {told} of {newest}" for told in shown.told if told < newest]


def _memory(shown: _Run) -> list[str]:
    settled = _settled(shown.samples)
    if shown.sizes.seconds < _LEAST_SECONDS:
        return []
    grown = slope(settled) * (settled[-1].seconds - settled[0].seconds) / 60
    allowed = _GROWTH_SHARE * settled[0].mebibytes
    return [f"memory grew by {grown:.1f} MiB in the second half"] if grown > allowed else []


def _settled(samples: list[Sample]) -> list[Sample]:
    return samples[int(_SETTLED_SHARE * len(samples)) :]


def _figures(shown: _Run) -> dict[str, object]:
    seen, samples = shown.loaded, shown.samples
    keys = {ack.key for ack in seen.acks}
    figures: dict[str, object] = {
        "start_seconds": round(shown.start_seconds, 2),
        "readers": shown.sizes.readers,
        "writers": shown.sizes.writers,
        "seconds": shown.sizes.seconds,
        "requests": seen.count(),
        "requests_per_second": round(seen.count() / shown.sizes.seconds, 1),
        "writes": len(keys),
        "errors": len(seen.problems),
        **{name.replace(" ", "_"): count for name, count in sorted(seen.done.items())},
        "mebibytes_first": round(samples[0].mebibytes, 1),
        "mebibytes_settled": round(_settled(samples)[0].mebibytes, 1),
        "mebibytes_last": round(samples[-1].mebibytes, 1),
        "mebibytes_a_minute": round(slope(_settled(samples)), 2),
        "threads_most": max(one.threads for one in samples),
        "files_most": max(one.files for one in samples),
    }
    for operation, taken in sorted(seen.milliseconds.items()):
        figures[operation] = _line(shown, operation, taken)
    return figures


def _line(shown: _Run, operation: str, taken: list[float]) -> str:
    loaded = " / ".join(f"{percentile(taken, share):.0f}" for share in (0.5, 0.95, 0.99))
    without = percentile(shown.in_process.milliseconds[operation], 0.5)
    alone = percentile(shown.alone.milliseconds[operation], 0.5)
    ratio = f"{alone / without:.2f}" if without else "-"
    return (
        f"{len(taken)} times, p50 / p95 / p99 {loaded} ms; "
        f"alone {alone:.1f} ms, in process {without:.1f} ms, ratio {ratio}"
    )


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    parser.add_argument("--readers", type=int, default=200, help="default: %(default)s")
    parser.add_argument("--writers", type=int, default=20, help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=600.0, help="default: %(default)s")
    parser.add_argument("--records", type=int, default=3000, help="before it begins (default: %(default)s)")
    chosen = parser.parse_args()
    sizes = Sizes(chosen.readers, chosen.writers, chosen.seconds, chosen.records)
    with workplace(chosen.folder) as folder:
        verdict = run(folder, sizes, chosen.seed)
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
