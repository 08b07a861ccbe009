"""What does one operation do when its Nth file call fails? Runs under the shim; one fork per attempt.

Run by the faults campaign with LD_PRELOAD: python -m campaigns.faultchild FOLDER SAMPLE; one JSON line per
attempt.
"""

import json
import os
import random
import shutil
import sys
import traceback
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from campaigns.cases import PERSON, REQUEST_ID, Case, cases, prepare_project
from campaigns.laws import broken_laws, snapshot
from campaigns.shim import Failure, Fault, Fired, Shim
from phantasm.config.paths import Paths
from phantasm.contracts.envelope import Response
from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import Runtime, open_project

# What a failing or full disk may be called; anything else misjudges it.
_HONEST_CODES = frozenset({"storage_failed", "storage_full"})
_READ: JsonObject = {
    "api_version": "v1",
    "operation": "list",
    "request_id": "look",
    "client": {"profile": "claude_code"},
    "params": {},
}


WAYS = [(failure, lasting) for failure in Failure for lasting in (False, True)]
"""Every way in which a call can fail: with which error, and whether once or from then on."""


@dataclass(frozen=True, slots=True)
class Sample:
    """How much of everything is tried."""

    seed: int
    stride: int
    """The mean step between two Ns; 1 takes every N."""
    ways: int
    """How many ways to fail per case."""
    only: str | None
    """Only this operation; None takes all that write."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One fault and what came of it; `problems` names every broken law."""

    case: str
    nth: int
    failure: str
    lasting: bool
    failed: int
    first: str
    outcome: str
    read_during: str
    leftovers: list[str]
    problems: list[str]


def attempt(root: Path, case: Case, fault: Fault, shim: Shim) -> Attempt:
    """Let one call fail, then let everything work again and look whether anything is wrong."""
    problems: list[str] = []
    runtime = open_project(root)
    shim.arm(Paths(root).folder, fault)
    response = runtime.handle(case.request, PERSON)
    during = _outcome(runtime.handle(_READ)) if fault.lasting else "ok"
    if fault.lasting:  # the process gives up, and another one comes back when the disk works again
        _close(runtime, problems)
        fired = shim.disarm()
        runtime = open_project(root)
    else:
        fired = shim.disarm()
    again = runtime.handle(case.request, PERSON)
    _close(runtime, problems)
    problems += _misjudged(_outcome(response), "answered") + _misjudged(
        during, "a read meanwhile was answered"
    )
    problems += _unfinished(response, again) + _effects(root) + broken_laws(root)
    return Attempt(
        case=case.name,
        nth=fault.nth,
        failure=fault.failure.value,
        lasting=fault.lasting,
        failed=fired.failed,
        first=_short(fired, root),
        outcome=_outcome(response),
        read_during=during,
        leftovers=_leftovers(root),
        problems=problems,
    )


def _unfinished(first: Response, second: Response) -> list[str]:
    if second.error is not None:
        return [f"the retry was answered {second.error.code}: {second.error.message}"]
    if first.error is None and (first.data != second.data or not second.replayed):
        return ["the retry of a write that went well was not a replay of it"]
    return []


def _effects(root: Path) -> list[str]:
    with snapshot(root) as (connection, _):
        statement = "SELECT count(*) FROM operations WHERE request_id = :id"
        effects = connection.execute(statement, {"id": REQUEST_ID}).fetchone()[0]
        known = {row[0] for row in connection.execute("SELECT id FROM backups")}
    problems = [] if effects == 1 else [f"{effects} effects instead of one"]
    present = {path.name for path in Paths(root).backups.iterdir() if path.is_dir()}
    problems += [f"backup {name} is registered but gone" for name in known - present]
    problems += [f"backup {name} lies there but is not registered" for name in present - known]
    return problems


def _misjudged(outcome: str, what: str) -> list[str]:
    return [] if outcome == "ok" or outcome in _HONEST_CODES else [f"{what} {outcome}"]


def _close(runtime: Runtime, problems: list[str]) -> None:
    try:
        runtime.close()
    except OSError as problem:
        problems.append(f"closing raised {problem!r}")


def _leftovers(root: Path) -> list[str]:
    # The lock beside an image is empty and shared by all of them.
    return sorted(path.name for path in Paths(root).temporary.iterdir() if path.name != "store.lock")


def _outcome(response: Response) -> str:
    return response.error.code if response.error else "ok"


def _short(fired: Fired, root: Path) -> str:
    return fired.first.replace(str(Paths(root).folder), "")


def in_fork(act: Callable[[], Attempt], lost: Callable[[str], Attempt]) -> Attempt:
    """Run an attempt in a forked child, so that each starts from the same untouched process."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            text = json.dumps(asdict(act()))
        except BaseException:  # noqa: BLE001  whatever escapes the door is a finding
            text = json.dumps(asdict(lost(traceback.format_exc())))
        os.write(writing, text.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answers:
        text = answers.read()
    _, status = os.waitpid(child, 0)
    return Attempt(**json.loads(text)) if text else lost(f"the process died with status {status}")


def attempts(folder: Path, case: Case, sample: Sample, shim: Shim) -> Iterator[Attempt]:
    """Yield every attempt on a case: each way to fail, N = 1, 2, ... until no call is left to fail."""
    chance = random.Random(f"{sample.seed}/{case.name}")
    for failure, lasting in chance.sample(WAYS, sample.ways):
        nth = 1 + chance.randrange(sample.stride)
        while True:
            fault = Fault(nth, failure, lasting=lasting)
            root = folder / "attempt"
            shutil.rmtree(root, ignore_errors=True)
            shutil.copytree(folder / "prepared", root)
            lost = _Lost(case, fault)
            made = in_fork(partial(attempt, root, case, fault, shim), lost)
            yield made
            if made.failed == 0:
                break
            nth += 1 + chance.randrange(2 * sample.stride - 1)


@dataclass(frozen=True, slots=True)
class _Lost:
    case: Case
    fault: Fault

    def __call__(self, reason: str) -> Attempt:
        """Return the attempt that did not come back."""
        name, fault = self.case.name, self.fault
        return Attempt(
            name, fault.nth, fault.failure.value, fault.lasting, 1, "?", "crash", "?", [], [reason]
        )


def main() -> int:
    """Read the job, make every attempt, print each as a line."""
    folder, sample = Path(sys.argv[1]), Sample(**json.loads(sys.argv[2]))
    shim = Shim()
    prepared = prepare_project(folder / "prepared")
    for case in cases(prepared, sample.only):
        for made in attempts(folder, case, sample, shim):
            print(json.dumps(asdict(made)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
