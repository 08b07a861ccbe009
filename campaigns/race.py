"""What if many clients send one idempotency key at once?

Reliability C4. In even rounds all of them send the same body: one effect, identical data for all, all but
one replayed. In odd rounds each sends its own: one effect, and idempotency_conflict for the others.
Full size: python -m campaigns.race --clients 20 --rounds 40
"""

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from campaigns.laws import broken_laws, snapshot
from campaigns.processes import module_command, spawn
from campaigns.verdict import Verdict, finish, new_project, options, workplace

# Interpreters start one after the other on few cores; the race begins when all of them are surely ready.
_START_SECONDS_EACH = 0.5


def run(folder: Path, *, clients: int, rounds: int, seed: int) -> Verdict:
    """Run the campaign in a folder."""
    root = new_project(folder / "project").root
    start = time.monotonic() + 1 + clients * _START_SECONDS_EACH
    reports = [folder / f"c{number}.answers" for number in range(clients)]
    racers = [
        spawn(module_command("racer", root, path, "--name", path.stem, "--start", start, "--rounds", rounds))
        for path in reports
    ]
    codes = [process.wait() for process in racers]
    answers = [json.loads(path.read_text(encoding="utf-8")) for path in reports if path.exists()]
    verdict = Verdict("race", seed, {"clients": clients, "rounds": rounds})
    verdict.broken = [f"a client ended with {code}" for code in codes if code]
    for number in range(rounds):
        found = [own[number] for own in answers]
        judge = _same_body if number % 2 == 0 else _own_bodies
        verdict.broken += [f"round {number}: {problem}" for problem in judge(found, clients)]
    with snapshot(root) as (connection, _):
        effects = connection.execute("SELECT count(*) FROM records").fetchone()[0]
    if effects != rounds:
        verdict.broken.append(f"{rounds} keys had {effects} effects")
    verdict.broken += broken_laws(root)
    verdict.figures |= {"effects": effects, "identical_receipts": clients * ((rounds + 1) // 2)}
    return verdict


def _same_body(answers: list[dict[str, Any]], clients: int) -> list[str]:
    texts = {json.dumps(answer["data"], sort_keys=True) for answer in answers}
    replays = sum(bool(answer.get("replayed")) for answer in answers)
    problems = [f"{answer['error']['code']} came back" for answer in answers if answer["status"] == "error"]
    if len(texts) != 1 or len(answers) != clients:
        problems.append(f"{len(texts)} different answers to {len(answers)} clients")
    if replays != clients - 1:
        problems.append(f"{replays} of {clients} answers were replays")
    return problems


def _own_bodies(answers: list[dict[str, Any]], clients: int) -> list[str]:
    outcomes = Counter(answer["error"]["code"] if "error" in answer else "ok" for answer in answers)
    expected = Counter(ok=1, idempotency_conflict=clients - 1)
    return [] if outcomes == expected else [f"outcomes were {dict(outcomes)}"]


def main() -> int:
    """Read the options, run, and say what came of it."""
    parser = options(__doc__ or "")
    parser.add_argument("--clients", type=int, default=20, help="client processes (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=40, help="keys to race for (default: %(default)s)")
    chosen = parser.parse_args()
    with workplace(chosen.folder) as folder:
        verdict = run(folder, clients=chosen.clients, rounds=chosen.rounds, seed=chosen.seed)
    return finish(verdict, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
