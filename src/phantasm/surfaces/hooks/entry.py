"""What does a hook answer? Whatever happens, the agent goes on.

`phantasm hook CLIENT EVENT` with the client's JSON on stdin. The standard library only, and of that little: a
session that starts or a command that ran well costs little more than a Python that does nothing. What needs
the store is loaded when it is needed and given up when the time is over; by then the event is safe.
"""

from __future__ import annotations

import os
import sys
import time

from phantasm.surfaces.hooks import failures, hearing

_OK = 0
"""Clients take another status for a refusal, or drop the answer."""


def main(arguments: list[str]) -> int:
    """Answer one event of one client; never fails, and says nothing that is not an answer."""
    started = time.monotonic()
    sys.unraisablehook = lambda _: None  # what Python drops is not for the agent either
    event, adapter, state = None, None, ""
    context, notice = "", ""
    try:
        event, adapter = hearing.hear(arguments)
        if adapter is not None:
            state, notice = hearing.state_for(event)
        if state:
            from phantasm.surfaces.hooks import attending  # noqa: PLC0415  only inside a project

            context, notice = attending.attend(event, state, started)
    except BaseException as problem:  # noqa: BLE001  whatever it is, it is not the agent's
        failures.note(state, arguments, problem)
    if adapter is not None and event is not None:
        # Also after a failure: to some clients silence is a failure of its own.
        _say(adapter.write(event, context, notice))
    return _OK


def _say(answer: str) -> None:
    """Write the answer, if anybody still listens."""
    try:
        sys.stdout.buffer.write(answer.encode("utf-8", "replace"))
        sys.stdout.flush()
    except (OSError, ValueError, AttributeError):
        # The reader is gone, or there never was one; the interpreter is not to complain about it either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
