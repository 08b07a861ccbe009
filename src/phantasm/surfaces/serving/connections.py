"""How long may somebody take to say what they want? A few seconds, and only so many may at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

# A client on the same machine sends a head at once; a slow network takes a second.
HEAD_SECONDS = 10.0
# Half of the files that a process may usually have open; the store needs the rest.
MOST_CONNECTIONS = 512


class Connection(H11Protocol):
    """One connection: whoever holds it without asking anything is not waited for."""

    head_seconds = HEAD_SECONDS
    most_connections = MOST_CONNECTIONS
    _head_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as above it
        """Begin to wait for the first request, unless too many wait already."""
        super().connection_made(transport)
        if len(self.connections) > self.most_connections:
            transport.abort()
            return
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Take what came; a head that is not whole yet is waited for, but not for ever."""
        super().data_received(data)
        # The second: it has its answer already, and still sends a body that nobody reads.
        if self.conn.their_state is h11.IDLE or self.conn.our_state is h11.DONE:
            self._wait_for_head()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        if self._head_due is None:
            self._head_due = self.loop.call_later(self.head_seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._head_due is not None:
            self._head_due.cancel()
            self._head_due = None
