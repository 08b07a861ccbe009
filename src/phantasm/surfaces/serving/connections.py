"""How long may somebody keep us waiting, with their question or for its answer? Only so long, and so many."""

from __future__ import annotations

from typing import TYPE_CHECKING

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from phantasm.surfaces.serving.guard import refusal
from phantasm.surfaces.serving.headers import ALWAYS

if TYPE_CHECKING:
    import asyncio

# A client on the same machine sends a head at once; a slow network takes a second.
HEAD_SECONDS = 10.0
# As long as an answer itself may take; a slow network takes the largest in it.
TAKING_SECONDS = 120.0
# Half of the files that a process may usually have open; the store needs the rest.
MOST_CONNECTIONS = 512


class Connection(H11Protocol):
    """One connection: whoever holds it without asking anything, or takes no answer, is not waited for."""

    head_seconds = HEAD_SECONDS
    taking_seconds = TAKING_SECONDS
    most_connections = MOST_CONNECTIONS
    _head_due: asyncio.TimerHandle | None = None
    _taking_due: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as above it
        """Begin to wait for the first request, unless too many are connected already."""
        super().connection_made(transport)
        if len(self.connections) > self.most_connections:
            transport.write(_FULL)
            transport.close()
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

    def pause_writing(self) -> None:
        """Wait until what was written is taken, but not for ever."""
        super().pause_writing()
        self._taking_due = self.loop.call_later(self.taking_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: it was taken."""
        super().resume_writing()
        self._stop_taking()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        self._stop_taking()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        if self._head_due is None:
            self._head_due = self.loop.call_later(self.head_seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._head_due is not None:
            self._head_due.cancel()
            self._head_due = None

    def _stop_taking(self) -> None:
        if self._taking_due is not None:
            self._taking_due.cancel()
            self._taking_due = None


def _full() -> bytes:
    """Return what one too many is told, whatever it asks."""
    body = refusal("store_busy", "too many connections are open")
    headers: dict[str, object] = {
        "content-type": "application/json",
        "content-length": len(body),
        "connection": "close",
        "retry-after": round(HEAD_SECONDS),  # by then whoever says nothing is gone
    }
    lines = [f"{name}: {value}" for name, value in (headers | ALWAYS).items()]
    return "\r\n".join(["HTTP/1.1 503 Service Unavailable", *lines, "", ""]).encode() + body


_FULL = _full()
