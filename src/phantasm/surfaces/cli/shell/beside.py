"""Who asks while somebody types? A second thread, with a door of its own; one question at a time."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from phantasm.surfaces.cli.shell.door import Door

if TYPE_CHECKING:
    from concurrent.futures import Future
    from pathlib import Path

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject


class Beside:
    """Answers questions beside the line: a runtime belongs to one thread, so this thread opens its own."""

    def __init__(self, start: Path) -> None:
        self._door = Door(start)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="phantasm-shell")

    def ask(self, operation: str, params: JsonObject) -> Future[Response]:
        """Ask something that only reads; the answer comes later."""
        return self._thread.submit(self._door.ask, operation, params)

    def tend(self) -> None:
        """Close the project for now: what was written is made ready for hooks, beside the line."""
        self._thread.submit(self._door.close)

    def close(self) -> None:
        """Close the project in the thread that opened it, and end the thread."""
        self.tend()
        self._thread.shutdown(wait=True)
