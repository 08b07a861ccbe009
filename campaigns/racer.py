"""How does one client race others for an idempotency key? It waits for the agreed moment and asks.

Run by the race campaign: python -m campaigns.racer ROOT REPORT --name R --start T --rounds N
"""

import argparse
import json
import sys
import time
from pathlib import Path

from phantasm.contracts.model import JsonObject
from phantasm.runtime.bootstrap import open_project

ROUND_SECONDS = 0.1
"""Between two rounds: twenty clients on two cores have all been answered by then."""


def race(root: Path, *, name: str, start: float, rounds: int) -> list[JsonObject]:
    """Ask the same as everybody in even rounds, and something of one's own under the same key in odd ones."""
    answers = []
    with open_project(root) as runtime:
        for number in range(rounds):
            body = "the same for all" if number % 2 == 0 else f"the wish of {name}"
            request: JsonObject = {
                "api_version": "v1",
                "operation": "ingest",
                "request_id": f"{name}-{number}",
                "client": {"profile": "claude_code"},
                "idempotency_key": f"round-{number}",
                "params": {"record_kind": "fact", "statement": f"In round {number} it is {body}."},
            }
            time.sleep(max(0.0, start + number * ROUND_SECONDS - time.monotonic()))
            answers.append(runtime.handle(request).to_json_object())
    return answers


def main() -> int:
    """Read the arguments, race, and leave the answers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("report", type=Path)
    parser.add_argument("--name", required=True)
    parser.add_argument("--start", type=float, required=True)
    parser.add_argument("--rounds", type=int, required=True)
    chosen = parser.parse_args()
    answers = race(chosen.root, name=chosen.name, start=chosen.start, rounds=chosen.rounds)
    chosen.report.write_text(json.dumps(answers), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
