"""How does the benchmark talk to a memory product? One JSON object a line, in and out, timed at the call.

Both the time on the clock and the processor time of the product's own process are told: on a busy machine the
second one still compares.

An adapter runs with its product's own Python, where nothing of this project is installed: this module and the
adapters need the standard library only. Whatever a product prints goes to standard error.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Peer(Protocol):
    """Something that remembers texts."""

    def add(self, texts: list[str]) -> None:
        """Keep some texts, as the product does it in bulk."""
        ...

    def settle(self) -> None:
        """Make everything that was added searchable, where adding has not done so."""
        ...

    def search(self, query: str, limit: int) -> list[str]:
        """Return the texts that answer best, best first."""
        ...


def serve(open_peer: Callable[[Path, str], Peer]) -> None:
    """Answer until standard input ends; the arguments are a folder to keep things in, and the endpoint."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    peer = open_peer(Path(sys.argv[1]), sys.argv[2])
    _say(answers, {"ready": True})
    for line in sys.stdin:
        asked = json.loads(line)
        found: list[str] = []
        began, used = time.perf_counter(), time.process_time()
        if asked["do"] == "add":
            peer.add(asked["texts"])
        elif asked["do"] == "settle":
            peer.settle()
        else:
            found = peer.search(asked["query"], asked["limit"])
        taken = {"seconds": time.perf_counter() - began, "processor": time.process_time() - used}
        _say(answers, taken | {"texts": found})


def _say(answers: Any, what: Mapping[str, object]) -> None:  # noqa: ANN401  # a text stream
    answers.write(json.dumps(what) + "\n")
    answers.flush()
