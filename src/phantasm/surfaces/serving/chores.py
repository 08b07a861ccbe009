"""What does the server do when nobody asks? It takes in what hooks left, and lets due maintenance run.

Nothing of it happens in the handshake: the first look comes some seconds after the start. Chores use the
door's own runtime between two questions; maintenance has a thread and a runtime of its own.
"""

from __future__ import annotations

import asyncio
import threading
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from phantasm.contracts.errors import PhantasmError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from phantasm.runtime.bootstrap import Runtime
    from phantasm.surfaces.serving.door import Door
    from phantasm.surfaces.serving.lifetime import Lifetime

# A client starts all its servers at once; by then it has its handshakes and the processors are free again.
FIRST_SECONDS = 8.0
# As often as background work looks for itself.
EVERY_SECONDS = 30.0
# So long a question may have to wait because of us.
_DRAIN_SECONDS = 1.0
_MOST_SKIPPED = 4


class Chores:
    """What is done between questions, until the server ends."""

    def __init__(
        self,
        door: Door,
        lifetime: Lifetime,
        *,
        has_written: Callable[[], bool],
        maintain: Callable[[Callable[[], Path], threading.Event], Callable[[], None]],
        idle_minutes: int | None,
    ) -> None:
        """`has_written` tells whether memory was changed since it was asked last.

        `maintain` starts whatever does due maintenance until an event is set; it returns what waits for that.

        `idle_minutes` that somebody chose goes before what is configured.
        """
        self._door = door
        self._has_written = has_written
        self._maintain = maintain
        self._lifetime = lifetime
        self._chosen = idle_minutes
        self._stop = threading.Event()
        self._wait: Callable[[], None] | None = None
        self._skipped = 0

    @asynccontextmanager
    async def tended(
        self, *, first: float = FIRST_SECONDS, every: float = EVERY_SECONDS
    ) -> AsyncIterator[None]:
        """Do them while the block runs; background work ends at its next step."""
        tending = asyncio.create_task(self._run(first, every))
        try:
            yield
        finally:
            self._stop.set()
            if self._wait is not None:
                self._wait()
            tending.cancel()
            await asyncio.wait([tending])  # whatever became of it is no reason to fail at the end

    async def _run(self, first: float, every: float) -> None:
        await asyncio.sleep(first)
        while True:
            # Under steady writing it is never free: then a question waits for us, now and then.
            if not self._door.is_busy or self._skipped >= _MOST_SKIPPED:
                self._skipped = 0
                try:
                    found = await self._door.between(self._tend)
                except (PhantasmError, OSError):
                    found = False  # busy, read-only, being restored: whoever asks is told; we look again
                if found and self._wait is None:
                    self._wait = self._maintain(self._door.start, self._stop)
            else:
                self._skipped += 1
            await asyncio.sleep(every)

    def _tend(self, runtime: Runtime) -> None:
        from phantasm.runtime.branching import follow_changes  # noqa: PLC0415  not in the handshake
        from phantasm.runtime.hooks.draining import drain  # noqa: PLC0415
        from phantasm.runtime.hooks.standing import known_clients, refresh  # noqa: PLC0415
        from phantasm.runtime.hooks.tending import take_in_tracked  # noqa: PLC0415

        environment = runtime.environment
        if self._chosen is None:
            self._lifetime.allow(environment.config.settings.mcp.idle_minutes)
        drain(runtime, seconds=_DRAIN_SECONDS)
        take_in_tracked(runtime)
        follow_changes(runtime)
        if self._has_written():
            for client in known_clients(environment.paths):
                refresh(runtime, client)
