"""How does a server that lives on reach the one door? Through one runtime, in one thread of its own.

Nothing is opened before the first question. What could not be opened is tried again with the next one, and
what no longer fits the disk (another store, another configuration, a failure of the store) is opened anew. A
question that takes far too long is left to its thread, and the next ones get another.
"""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from phantasm.contracts.errors import Code, PhantasmError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from phantasm.config.paths import Paths
    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.runtime.bootstrap import Runtime
    from phantasm.runtime.party import Party

Stamp = tuple[int, dict[str, list[int] | None]]
_Answer = TypeVar("_Answer")

# Twice what a writer waits for the lock; an ordinary question takes a hundredth of a second.
STUCK_SECONDS = 60.0
# Each holds a thread and a connection until it comes to its end, if ever.
_MOST_LEFT = 3
# After these the open store is not to be trusted to be the one on disk.
_OPENED_ANEW = frozenset(
    {
        Code.STORE_CORRUPT,
        Code.STORAGE_FAILED,
        Code.READ_ONLY,
        Code.SCHEMA_NEWER,
        Code.UNSAFE_PROJECT,
        Code.INTERNAL,
    }
)


class Door:
    """One project, opened when it is first needed, and asked by one thread at a time."""

    def __init__(
        self,
        find_start: Callable[[], Path],
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._find_start = find_start
        self._now = now
        self._keeper = _Keeper(find_start)
        self._left: list[_Keeper] = []
        self._waiting = 0
        self._since = 0.0

    @property
    def is_busy(self) -> bool:
        """Tell whether somebody waits for an answer."""
        return self._waiting > 0

    async def ask(self, request: JsonObject, party: Party) -> Response:
        """Answer one request; `party` is what the server knows about who is asking."""
        self._leave_stuck()
        self._waiting += 1
        try:
            return await self._run(lambda keeper: keeper.answer(request, party))
        finally:
            self._waiting -= 1

    async def between(self, chore: Callable[[Runtime], None]) -> bool:
        """Do something with the project between two questions; tells whether there is one to do it with."""
        return await self._run(lambda keeper: keeper.tend(chore))

    def start(self) -> Path:
        """Return the folder that the server works for, as things are now."""
        return self._find_start()

    def close(self) -> None:
        """Close the project once what is being asked is answered."""
        self._keeper.close(wait=True)

    async def _run(self, work: Callable[[_Keeper], _Answer]) -> _Answer:
        keeper = self._keeper

        def begin() -> _Answer:
            if keeper is self._keeper:
                self._since = self._now()
            return work(keeper)

        if not keeper.is_busy:
            self._since = self._now()
        return await asyncio.wrap_future(keeper.start(begin))

    def _leave_stuck(self) -> None:
        """Let the next questions go to another thread when this one has not come back for very long."""
        is_stuck = self._keeper.is_busy and self._now() - self._since > STUCK_SECONDS
        self._left = [keeper for keeper in self._left if keeper.is_busy]
        if is_stuck and len(self._left) < _MOST_LEFT:
            self._left.append(self._keeper)
            self._keeper.close(wait=False)
            self._keeper = _Keeper(self._find_start)


class _Keeper:
    """One thread, and the project as it has it open."""

    def __init__(self, find_start: Callable[[], Path]) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="phantasm door")
        self._started: list[Future[Any]] = []
        self._find_start = find_start
        self._runtime: Runtime | None = None
        self._stamp: Stamp = (0, {})

    @property
    def is_busy(self) -> bool:
        """Tell whether the thread has something to do, whether or not somebody still waits for it."""
        self._started = [one for one in self._started if not one.done()]
        return bool(self._started)

    def start(self, work: Callable[[], _Answer]) -> Future[_Answer]:
        """Let the thread do something after what it has to do already."""
        started = self._pool.submit(work)
        self._started.append(started)
        return started

    def answer(self, request: JsonObject, party: Party) -> Response:
        """Answer one request."""
        from phantasm.runtime.bootstrap import without_project  # noqa: PLC0415  not in the handshake

        try:
            runtime = self._opened()
        except PhantasmError as problem:
            # Says what is wrong, and still answers what needs no store.
            with without_project(self._find_start(), problem) as stopgap:
                return stopgap.handle(request, party)
        response = runtime.handle(request, party)
        if response.error is not None and Code(response.error.code) in _OPENED_ANEW:
            self._forget()
        return response

    def tend(self, chore: Callable[[Runtime], None]) -> bool:
        """Do a chore where there is a project."""
        try:
            runtime = self._opened()
        except PhantasmError:
            return False
        chore(runtime)
        return True

    def close(self, *, wait: bool) -> None:
        """Close the project, in its own thread, when that is free."""
        self.start(self._forget)
        self._pool.shutdown(wait=wait)

    def _opened(self) -> Runtime:
        """Return the open project; raises what keeps it from being opened."""
        from phantasm.runtime.bootstrap import open_project  # noqa: PLC0415  not in the handshake
        from phantasm.runtime.safety import typed_failures  # noqa: PLC0415  not in the handshake

        if self._runtime is not None:
            if _stamp(self._runtime.environment.paths) == self._stamp:
                return self._runtime
            self._forget()
        with typed_failures():
            self._runtime = open_project(self._find_start())
        self._stamp = _stamp(self._runtime.environment.paths)
        return self._runtime

    def _forget(self) -> None:
        if self._runtime is not None:
            self._runtime.close()
        self._runtime = None


def _stamp(paths: Paths) -> Stamp:
    """Return by what we see that the store is another file, or the configuration another one."""
    from phantasm.config.trust import stamps  # noqa: PLC0415  not in the handshake

    try:
        store = paths.store.stat().st_ino
    except OSError:
        store = 0
    return store, stamps(paths)
