"""Which thread answers? Readers have several, writers one, and long work its own: nobody waits for it.

Whoever finds all threads of a lane busy stands in its line and is served in turn by the first that is free,
so that one long question holds up nobody behind it. A line that is too long is closed: being told to come
back is better than waiting for an answer that comes when nobody listens any more.
"""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import Kind
from phantasm.runtime import registry
from phantasm.runtime.bootstrap import error_response
from phantasm.surfaces.serving.door import Door

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.runtime.bootstrap import Runtime
    from phantasm.runtime.party import Party

# SQLite lets go of the interpreter while it reads. More threads only wait for it, and cost a tenth each.
_MOST_READERS = 3
# Two cores answer some seventy reads a second (campaigns.http_load): the last of so many waits four seconds.
MOST_WAITING = 300
_LONG = frozenset({Kind.SNAPSHOT, Kind.MAINTENANCE})


class Lanes:
    """The doors of one project, each with a thread and a connection of its own."""

    def __init__(
        self, find_start: Callable[[], Path], *, readers: int | None = None, most_waiting: int = MOST_WAITING
    ) -> None:
        count = readers or min(_MOST_READERS, (os.cpu_count() or 1) + 1)
        # Writers queue for one lock anyway: in one thread they do it without holding up a reader.
        self.writer = Door(find_start)
        # What the server asks for itself: a listener is told of changes however many wait.
        self._own = Door(find_start)
        self._readers = _Lane([Door(find_start) for _ in range(count)], most_waiting)
        self._writers = _Lane([self.writer], most_waiting)
        self._long = _Lane([Door(find_start)], most_waiting)
        self._has_written = False

    async def ask(self, request: JsonObject, party: Party) -> Response:
        """Answer one request in the lane of its operation; `store_busy` where too many wait already."""
        response = await self._lane(request.get("operation")).ask(request, party)
        if response.provenance.operation_id and not response.replayed:
            self._has_written = True
        return response

    async def ask_aside(self, request: JsonObject, party: Party) -> Response:
        """Answer a read that the server itself needs, past every line."""
        return await self._own.ask(request, party)

    def has_written(self) -> bool:
        """Tell whether memory was changed since this was asked last."""
        told, self._has_written = self._has_written, False
        return told

    async def look(self, chore: Callable[[Runtime], None]) -> None:
        """Look at something of the project that no request is about."""
        await self._own.between(chore)

    def close(self) -> None:
        """Close the project once what is being asked is answered."""
        for lane in (self._readers, self._writers, self._long):
            lane.close()
        self._own.close()

    def _lane(self, name: object) -> _Lane:
        kind = _kind_of(name)
        if kind in _LONG:
            return self._long
        return self._writers if kind is Kind.MUTATION else self._readers


class _Lane:
    """Some doors, and the line before them."""

    def __init__(self, doors: list[Door], most_waiting: int) -> None:
        self._doors = doors
        self._free = list(reversed(doors))
        self._turns = asyncio.Semaphore(len(doors))
        self._most_waiting = most_waiting
        self._waiting = 0

    async def ask(self, request: JsonObject, party: Party) -> Response:
        """Answer one request when it is its turn."""
        if self._waiting >= self._most_waiting:
            return _too_many(request, self._waiting)
        self._waiting += 1
        try:
            await self._turns.acquire()
        finally:
            self._waiting -= 1
        # The one that was used last: while few ask, the others need not be opened at all.
        door = self._free.pop()
        try:
            return await door.ask(request, party)
        finally:
            self._free.append(door)
            self._turns.release()

    def close(self) -> None:
        """Close the doors."""
        for door in self._doors:
            door.close()


def _too_many(request: JsonObject, waiting: int) -> Response:
    problem = PhantasmError(
        Code.STORE_BUSY,
        f"{waiting} requests wait already",
        remediation=(Remediation("Ask again in some seconds, with the same idempotency key."),),
    )
    request_id, operation = request.get("request_id"), request.get("operation")
    return error_response(
        problem,
        request_id=request_id if isinstance(request_id, str) else "",
        operation=operation if isinstance(operation, str) else "",
    )


def _kind_of(name: object) -> Kind:
    """Return the kind of an operation; a name that there is not is refused by whoever reads it."""
    try:
        return registry.resolve(name)[0].kind if isinstance(name, str) else Kind.READ
    except PhantasmError:
        return Kind.READ
