"""What went wrong in a hook? One line for `phantasm doctor`, never a word to the agent."""

from __future__ import annotations

import os
import sys
import time

from phantasm.contracts.agent_event import FAILURES_LOG, LATE_LOG, OUT_OF_TIME
from phantasm.contracts.json_text import rendered

_MOST_BYTES = 200_000
"""A log that only grows while something is broken; that much is enough to see what."""


def note(state: str, arguments: list[str], problem: BaseException) -> None:
    """Note a failure beside the other logs: its kind and its place, nothing that was said."""
    frame, place = problem.__traceback__, ""
    while frame is not None:
        place = f"{os.path.basename(frame.tb_frame.f_code.co_filename)}:{frame.tb_lineno}"
        frame = frame.tb_next
    told = {
        "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "hook": arguments[:2],
        "problem": type(problem).__name__,
        "place": place,
    }
    # What only came too late is noted apart: it says nothing about whether hooks work.
    name = f"{state}/logs/{LATE_LOG if told['problem'] == OUT_OF_TIME else FAILURES_LOG}"
    try:
        if sys.stderr.isatty():  # a client would show it to the person
            sys.stderr.write(f"phantasm hook: {told['problem']} at {place}\n")
        if state and (not os.path.exists(name) or os.stat(name).st_size < _MOST_BYTES):
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_CLOEXEC
            descriptor = os.open(name, flags, 0o600)
            os.write(descriptor, (rendered(told) + "\n").encode())
            os.close(descriptor)
    except (OSError, ValueError, AttributeError):
        pass  # nobody is left to be told
