"""Is everything acknowledged still there after a power cut?

Reliability D4. A writer's file calls are recorded; at many points of the record a disk is rebuilt that has
forgotten any combination of what was not synced, torn writes included. Every rebuilt store is whole and has
every write that was acknowledged before the cut.
Full size: python -m campaigns.power --writes 400 --points 1000
"""

import random
import shutil
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from campaigns import acks
from campaigns.acks import Ack
from campaigns.disk import Disk, Event, Kind, read_record
from campaigns.laws import broken_laws, snapshot
from campaigns.processes import module_command
from campaigns.promises import missing_writes
from campaigns.shim import build, run_under
from campaigns.verdict import Verdict, accept, finish, new_project, options, progress, workplace
from phantasm.config.paths import Paths
from phantasm.contracts.errors import PhantasmError

# So much of the cuts falls right beside a sync or an acknowledgement, where mistakes would show.
_SHARE_AT_EDGES = 0.5


def run(folder: Path, *, writes: int, points: int, seed: int) -> Verdict:
    """Run the campaign in a folder."""
    paths = new_project(folder / "project")
    disk = Disk()
    disk.load(paths.state)
    record, log = folder / "record", folder / "w.acks"
    command = module_command("powerchild", paths.root, record, log, seed, writes)
    with run_under(build(folder), command) as process:
        status = process.wait()
    if status:
        return Verdict("power", seed, broken=["the recorded writer failed"])
    events, answers = list(read_record(record)), list(acks.read(log))
    verdict = Verdict("power", seed)
    for number, (point, acknowledged) in enumerate(_cuts(events, points, seed, disk), 1):
        left = disk.after_a_cut(random.Random(f"{seed}/{number}"))
        root = _rebuild(left, paths, folder / "after")
        broken = _broken(root, answers[:acknowledged])
        verdict.broken += [
            f"cut {number} at event {point}, {acknowledged} acknowledged: {law}" for law in broken
        ]
        if number % 100 == 0:
            progress(f"{number} cuts, {len(verdict.broken)} problems")
    kinds = Counter(event.kind.name.lower() for event in events)
    verdict.figures = {"cuts": points, "writes": len(answers), "events": len(events), "kinds": dict(kinds)}
    return verdict


def _cuts(events: list[Event], points: int, seed: int, disk: Disk) -> Iterable[tuple[int, int]]:
    """Let the events happen; yields each chosen point and how much was acknowledged by then."""
    chance = random.Random(seed)
    edges = [index for index, event in enumerate(events) if event.kind in {Kind.SYNC, Kind.MARK}]
    everywhere = range(len(events))
    chosen = Counter(
        chance.choice(edges) + chance.randrange(2)
        if chance.random() < _SHARE_AT_EDGES
        else chance.choice(everywhere)
        for _ in range(points)
    )
    acknowledged = 0
    for index, event in enumerate(events):
        for _ in range(chosen[index]):
            yield index, acknowledged
        disk.take(event)
        if event.kind is Kind.MARK:
            acknowledged = event.offset
    for _ in range(chosen[len(events)]):
        yield len(events), acknowledged


def _rebuild(left: dict[str, bytes | None], paths: Paths, root: Path) -> Path:
    """Write a state that a power cut could have left into a folder; shared memory does not survive."""
    shutil.rmtree(root, ignore_errors=True)
    state = Paths(root).state
    for folder in Paths(root).private_folders():
        folder.mkdir(parents=True, exist_ok=True)
    for name, content in sorted(left.items()):
        target = state / Path(name).relative_to(paths.state)
        if content is None:
            target.mkdir(exist_ok=True)
        elif target.parent.is_dir() and not name.endswith("-shm"):
            target.write_bytes(content)
    accept(root)
    return root


def _broken(root: Path, answers: list[Ack]) -> list[str]:
    try:
        with snapshot(root) as (connection, _):
            lost = list(missing_writes(connection, answers))
        return [*(f"lost: {text}" for text in lost), *broken_laws(root)]
    except PhantasmError as problem:
        return [f"the store cannot be opened: {problem.message}"]


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    parser.add_argument("--writes", type=int, default=400, help="recorded writes (default: %(default)s)")
    parser.add_argument("--points", type=int, default=1000, help="power cuts (default: %(default)s)")
    chosen = parser.parse_args()
    with workplace(chosen.folder) as folder:
        verdict = run(folder, writes=chosen.writes, points=chosen.points, seed=chosen.seed)
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
