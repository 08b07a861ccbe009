"""Which writes reach the disk, and when are they acknowledged? Runs under the shim and records both.

Run by the power campaign with LD_PRELOAD: python -m campaigns.powerchild ROOT LOG ACKS SEED WRITES
"""

import json
import os
import sys
from pathlib import Path

from campaigns import acks
from campaigns.plan import Held, next_step
from campaigns.shim import Shim
from campaigns.writer import ask
from phantasm.config.paths import Paths
from phantasm.runtime.bootstrap import open_project


def main() -> int:
    """Write so many times, and mark each acknowledgement in the record."""
    root, log, answers = map(Path, sys.argv[1:4])
    seed, writes = int(sys.argv[4]), int(sys.argv[5])
    shim, held = Shim(), Held()
    descriptor = acks.open_log(answers)
    shim.record(Paths(root).state, log)
    with open_project(root) as runtime:
        for number in range(writes):
            ack = ask(runtime, json.dumps(next_step(seed, "w", number, held).request()).encode())
            shim.mark(number + 1)
            acks.append(descriptor, ack)
            if ack.data is None:
                return 1
            held.take(ack.operation, ack.data)
    os.close(descriptor)
    return 0


if __name__ == "__main__":
    sys.exit(main())
