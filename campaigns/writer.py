"""How does one client write? In its own process: ask, note the acknowledgement, go on.

Run by the campaigns: python -m campaigns.writer ROOT LOG --name W --seed S --count N
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

from campaigns import acks
from campaigns.acks import Ack
from campaigns.plan import Held, next_step
from phantasm.runtime.bootstrap import Runtime, open_project

# An error is a finding already; the retries only let the rest of the run go on.
_RETRIES = 5


def write(root: Path, log: Path, *, name: str, seed: int, count: int) -> int:
    """Ask for writes until `count` of them are acknowledged; returns how many errors came back."""
    held, number, errors = Held(), 0, 0
    for ack in acks.read(log):
        if ack.data is not None:
            held.take(ack.operation, ack.data)
            number += 1
    descriptor = acks.open_log(log)
    try:
        with open_project(root) as runtime:
            while number < count:
                step = next_step(seed, name, number, held)
                ack = ask(runtime, json.dumps(step.request()).encode())
                acks.append(descriptor, ack)
                if ack.data is None:
                    errors += 1
                    if errors > _RETRIES:
                        break
                    continue
                held.take(ack.operation, ack.data)
                number += 1
    finally:
        os.close(descriptor)
    return errors


def ask(runtime: Runtime, request: bytes) -> Ack:
    """Ask once and return the answer as it is noted."""
    started = time.perf_counter()
    response = runtime.handle(request)
    return Ack(
        key=response.request_id,
        operation=response.operation,
        data=response.data,
        operation_id=response.provenance.operation_id,
        replayed=bool(response.replayed),
        milliseconds=round((time.perf_counter() - started) * 1000, 3),
        error=response.error.code if response.error else None,
    )


def main() -> int:
    """Read the arguments and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("log", type=Path)
    parser.add_argument("--name", required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    chosen = parser.parse_args()
    errors = write(chosen.root, chosen.log, name=chosen.name, seed=chosen.seed, count=chosen.count)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
