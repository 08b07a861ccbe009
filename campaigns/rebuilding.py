"""Can a memory be made again from what was seen and decided? Made-up histories, rebuilt and compared.

Each history mixes sessions that come in parts and late, records that people and agents write down, revise,
decide about, erase and take back, and runs of maintenance. What is rebuilt from evidence and the journalled
decisions must be the same memory, and nothing that was derived may have been copied.
Full size: python -m campaigns.rebuilding --histories 20 --operations 350
"""

import json
import sys
import time
from collections import Counter
from pathlib import Path

from campaigns.histories import Json, history
from campaigns.verdict import Verdict, finish, options, progress, workplace
from tools.evaluation.replay import rebuild

_SHOWN_CHARACTERS = 600
# Of every so many histories one has holidays, in which episodes are condensed and old turns go.
_LONG_EVERY = 4
_HOLIDAYS = 0.05


def run(folder: Path, *, histories: int, operations: int, sessions: int, seed: int) -> Verdict:
    """Live through so many histories, and make each memory again."""
    verdict = Verdict("rebuilding", seed)
    sums: Counter[str] = Counter()
    started = time.monotonic()
    for number in range(histories):
        holidays = _HOLIDAYS if number % _LONG_EVERY == _LONG_EVERY - 1 else 0.0
        with history(
            folder / f"history-{number}", f"{seed}/{number}", sessions=sessions, holidays=holidays
        ) as life:
            life.live_through(operations)
            report: dict[str, Json] = rebuild(life.runtime)
        _add(sums, report)
        if not report["equal"]:
            said = json.dumps(report["differences"], ensure_ascii=False)[:_SHOWN_CHARACTERS]
            verdict.broken.append(f"history {number} is another memory: {said}")
        if report["derived"]["copied"]:
            verdict.broken.append(f"history {number}: something derived was copied")
        progress(f"{number + 1} histories, {len(verdict.broken)} problems")
    verdict.figures = {
        "histories": histories,
        **sums,
        "different": len(verdict.broken),
        "seconds": round(time.monotonic() - started, 1),
    }
    return verdict


def _add(sums: Counter[str], report: dict[str, Json]) -> None:
    sums["writes"] += report["entries"]
    sums["records_held"] += report["held"]["records"]
    sums["records_decided"] += report["decided"]["records"]
    sums["records_derived"] += report["derived"]["records"]
    sums["episodes_formed"] += report["derived"]["episodes"]
    sums["runs_made_again"] += sum(report["derived"]["runs"].values())
    sums["left_out_for_lack_of_sources"] += report["pruned"]["records"] + report["pruned"]["sessions"]


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    parser.add_argument("--histories", type=int, default=20, help="how many (default: %(default)s)")
    parser.add_argument("--operations", type=int, default=350, help="in each (default: %(default)s)")
    parser.add_argument("--sessions", type=int, default=60, help="to draw from (default: %(default)s)")
    chosen = parser.parse_args()
    with workplace(chosen.folder) as folder:
        verdict = run(
            folder,
            histories=chosen.histories,
            operations=chosen.operations,
            sessions=chosen.sessions,
            seed=chosen.seed,
        )
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
