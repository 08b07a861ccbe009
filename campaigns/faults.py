"""What if the Nth write, fsync or rename fails?

Reliability D2, D3. For every operation of the registry that writes: the Nth file call fails with EIO or
ENOSPC (also after half a write), once or from then on, or the process is killed there, for N = 1, 2, ...
until the operation succeeds untouched. Every answer is typed, the store stays whole, and a retry leaves
exactly one effect.
Full size: python -m campaigns.faults
"""

import json
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path

from campaigns.attempt import Attempt
from campaigns.faultchild import WAYS, Sample
from campaigns.processes import module_command
from campaigns.shim import build, run_under
from campaigns.verdict import Verdict, finish, options, progress, workplace
from phantasm.runtime import registry


def run(folder: Path, sample: Sample) -> Verdict:
    """Run the campaign in a folder."""
    verdict = Verdict("faults", sample.seed)
    made: list[Attempt] = []
    command = module_command("faultchild", folder, json.dumps(asdict(sample)))
    with run_under(build(folder), command) as process:
        for line in process.stdout or ():
            made.append(Attempt(**json.loads(line)))
            if len(made) % 500 == 0:
                progress(f"{len(made)} attempts, now at {made[-1].case}")
    if process.returncode:
        verdict.broken.append(f"the process under test ended with {process.returncode}")
    verdict.broken += [f"{_name(one)}: {problem}" for one in made for problem in one.problems]
    verdict.broken += [f"no case ran for {name}" for name in _missing(made, sample.only)]
    verdict.broken += [
        f"{one.case} does not work without a fault: {one.outcome}"
        for one in made
        if not one.failed and one.outcome != "ok"
    ]
    verdict.figures = _figures([one for one in made if one.failed])
    return verdict


def _figures(hit: list[Attempt]) -> dict[str, object]:
    deepest: dict[str, int] = {}
    for one in hit:
        deepest[one.case] = max(deepest.get(one.case, 0), one.nth)
    return {
        "operations": len({name.split()[0] for name in deepest}),
        "cases": len(deepest),
        "faults": len(hit),
        "answers": dict(Counter(one.outcome for one in hit)),
        "reads_during_lasting_faults": dict(Counter(one.read_during for one in hit if one.lasting)),
        "left_in_tmp_after_one_fault": sum(len(one.leftovers) for one in hit if not one.lasting),
        "calls_by_case": deepest,
    }


def _name(made: Attempt) -> str:
    return (
        f"{made.case}, {made.failure}{' lasting' if made.lasting else ''} at call {made.nth} ({made.first})"
    )


def _missing(made: list[Attempt], only: str | None) -> list[str]:
    writing = {operation.name for operation in registry.operations() if operation.kind.writes}
    if only is not None:
        writing &= {only}
    return sorted(writing - {one.case.split()[0] for one in made})


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    parser.add_argument("--stride", type=int, default=1, help="mean step between Ns; 1 is every N (default)")
    parser.add_argument("--ways", type=int, default=len(WAYS), help="ways to fail per case (default: all)")
    parser.add_argument("--only", help="only this operation")
    chosen = parser.parse_args()
    with workplace(chosen.folder) as folder:
        verdict = run(folder, Sample(chosen.seed, chosen.stride, chosen.ways, chosen.only))
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
