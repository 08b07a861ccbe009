"""Who does background work in a process that lives on? One thread, which ends with its owner.

For a surface that stays open beside an agent (MCP). The thread opens the project for itself, so that no
connection is shared with the threads that answer; nothing is forked, and nothing keeps the process alive.
"""

import threading
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Self

from phantasm.contracts.errors import PhantasmError
from phantasm.runtime.scheduler.worker import Ended, Worker, drain
from phantasm.storage.driver import Error

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime

# Looking costs one read of two small tables; half a minute is soon enough for what happens once a day or
# after a session.
POLL_SECONDS = 30.0
# A step takes well under a second; whoever has not come to its end by then is left to the end of the process.
_FAREWELL_SECONDS = 5.0


class Background:
    """One worker in a thread: looks for work from time to time until it is stopped."""

    def __init__(
        self,
        open_runtime: "Callable[[], Runtime]",
        worker: Worker,
        *,
        poll_seconds: float = POLL_SECONDS,
        report: Callable[[Ended], None] | None = None,
    ) -> None:
        self._open_runtime = open_runtime
        self._worker = worker
        self._poll_seconds = poll_seconds
        self._report = report
        self._thread = threading.Thread(target=self._work, name="phantasm background work", daemon=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Start to look for work."""
        self._thread.start()

    def stop(self) -> None:
        """Stop at the next step; a step that takes too long is left to the end of the process."""
        self._worker.stop.set()
        self._thread.join(_FAREWELL_SECONDS)

    def _work(self) -> None:
        while not self._worker.stop.is_set():
            try:
                self._attend()
            except (PhantasmError, OSError, Error):
                # Busy, full, being migrated or restored: the store says so to whoever asks; we look again.
                self._worker.stop.wait(self._poll_seconds)

    def _attend(self) -> None:
        """Open the project and work until the owner ends or the store refuses."""
        with self._open_runtime() as runtime:
            if not runtime.environment.config.settings.maintenance.enabled:
                self._worker.stop.set()  # nothing is to run by itself; what waits is left to whoever asks
            opened_at = self._worker.opened_at or runtime.environment.clock.now()
            worker = replace(self._worker, opened_at=opened_at)
            while not worker.stop.is_set():
                for ended in drain(runtime, worker):
                    if self._report is not None:
                        self._report(ended)
                worker.stop.wait(self._poll_seconds)
