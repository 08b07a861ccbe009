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

from campaigns.attempt import Attempt, attempt
from campaigns.cases import Case, cases, prepare_project
from campaigns.shim import Failure, Fault, Shim
from campaigns.verdict import accept

WAYS = [
    *(
        (failure, lasting)
        for failure in (Failure.EIO, Failure.ENOSPC, Failure.SHORT)
        for lasting in (False, True)
    ),
    (Failure.KILL, False),
]
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
            accept(root)
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
