"""Where does due maintenance run while a server is up? Beside an agent in a thread, beside people apart.

An agent's server starts no processes and is asked now and then. A page is looked at: a night's work at a
hundred thousand records computes for minutes, and in the server's own process every view would wait for it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

from phantasm.contracts.errors import PhantasmError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# Work that waits is rarely urgent, and looking costs the start of a process.
EVERY_SECONDS = 300.0
_POLL_SECONDS = 0.3
# A step is short; below the grace of the server's own end.
_FAREWELL_SECONDS = 0.4
_LOWEST = 19
_COMMAND = "from phantasm.surfaces.cli.entry import main; raise SystemExit(main())"


def in_a_thread(find_start: Callable[[], Path], stop: threading.Event) -> Callable[[], None]:
    """Start the thread in which due maintenance runs; nobody waits for its end."""
    from phantasm.runtime.bootstrap import open_project  # noqa: PLC0415  not in the handshake
    from phantasm.runtime.scheduler.background import Background  # noqa: PLC0415
    from phantasm.runtime.scheduler.worker import Worker  # noqa: PLC0415

    Background(lambda: open_project(find_start()), Worker(stop=stop)).start()
    return _leave_it


def in_a_process(
    find_start: Callable[[], Path], stop: threading.Event, *, every: float = EVERY_SECONDS
) -> Callable[[], None]:
    """Start `phantasm maintenance run` from time to time, at low priority; returns what waits for its end."""

    def work() -> None:
        while not stop.is_set():
            if _is_wanted(find_start()):
                _run_once(find_start(), stop)
            stop.wait(every)

    thread = threading.Thread(target=work, name="phantasm maintenance")
    thread.start()
    return thread.join


def _leave_it() -> None:
    """Wait for nothing: the thread ends with the process, and the store recovers."""


def _is_wanted(start: Path) -> bool:
    from phantasm.runtime.bootstrap import configured  # noqa: PLC0415  not in the handshake

    try:
        return configured(start)[0].settings.maintenance.enabled
    except (PhantasmError, OSError):
        return False


def _run_once(start: Path, stop: threading.Event) -> None:
    process = subprocess.Popen(  # noqa: S603  ourselves
        [sys.executable, "-c", _COMMAND, "--project", str(start), "maintenance", "run"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for the server, which then ends it
    )
    _let_others_first(process.pid)
    while process.poll() is None:
        if stop.wait(_POLL_SECONDS):
            process.terminate()
            try:
                process.wait(_FAREWELL_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()  # the store's own recovery is made for that
                process.wait()


def _let_others_first(process: int) -> None:
    """Give a process only the time that nobody else wants: somebody may be looking at the page."""
    with suppress(OSError):  # a sandbox may forbid it: then the work competes, and is done all the same
        if hasattr(os, "SCHED_IDLE"):
            os.sched_setscheduler(process, os.SCHED_IDLE, os.sched_param(0))
        else:
            os.setpriority(os.PRIO_PROCESS, process, _LOWEST)
