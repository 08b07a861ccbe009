"""When does the server end? With its input, with its parent, when nobody asks any more, or when told to.

A thread of its own looks, so that it ends also when the loop or the store hangs. The kernel's signal at a
parent's death is not used: it comes when the *thread* that started us ends, and clients start servers from
threads that come and go.
"""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# Often enough to be gone within a second of the parent, and next to nothing for the processor.
POLL_SECONDS = 0.5
# What was asked before the end may still be answered; whoever has not finished by then is left to the store's
# own recovery. Together with the poll it stays below two seconds.
GRACE_SECONDS = 1.2
_MINUTE_SECONDS = 60.0


class Lifetime:
    """What keeps the server alive, and who is told when nothing does."""

    def __init__(
        self,
        *,
        idle_minutes: int,
        parent: Callable[[], int] | None = os.getppid,
        now: Callable[[], float] = time.monotonic,
        leave: Callable[[int], None] = os._exit,
    ) -> None:
        """`idle_minutes` of 0 means never; without `parent` nobody looks whether the parent lives."""
        self._idle_seconds = idle_minutes * _MINUTE_SECONDS
        self._parent = parent
        self._first_parent = parent() if parent else 0
        self._now = now
        self._leave = leave
        self._last = now()
        self._asked = 0
        self._told: str | None = None
        self._wake = threading.Event()
        self._ended = threading.Event()

    def allow(self, idle_minutes: int) -> None:
        """Wait so long from now on, once it is known what was configured."""
        self._idle_seconds = idle_minutes * _MINUTE_SECONDS

    @property
    def is_busy(self) -> bool:
        """Tell whether something was asked and is not answered yet."""
        return self._asked > 0

    def begin(self) -> None:
        """Note that something was asked."""
        self._asked += 1
        self._last = self._now()

    def finish(self) -> None:
        """Note that it was answered."""
        self._asked -= 1
        self._last = self._now()

    def tell(self, reason: str) -> None:
        """End for a reason that somebody else knows."""
        self._told = self._told or reason
        self._wake.set()

    def reason(self) -> str | None:
        """Return why it is time to end; None while it is not."""
        if self._told is not None:
            return self._told
        if self._parent is not None and self._parent() != self._first_parent:
            return "the process that started it is gone"
        if self._idle_seconds and not self.is_busy and self._now() - self._last >= self._idle_seconds:
            return "nobody asked anything for a long time"
        return None

    def watch(self, end: Callable[[str], None]) -> None:
        """Look until there is a reason, tell it, and leave for good when that has no effect."""
        threading.Thread(target=self._watch, args=(end,), name="phantasm lifetime", daemon=True).start()

    def ended(self) -> None:
        """Note that the server has ended by itself."""
        self._ended.set()
        self._wake.set()

    def _watch(self, end: Callable[[str], None]) -> None:
        while (reason := self.reason()) is None and not self._ended.is_set():
            self._wake.wait(POLL_SECONDS)
        if reason is not None:
            end(reason)
        if not self._ended.wait(GRACE_SECONDS):
            self._leave(0)
