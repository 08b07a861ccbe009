"""Where does a server listen, and until when? On this machine, on a port that nobody else has."""

from __future__ import annotations

import asyncio
import signal
import socket
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.surfaces.serving.guard import LOOPBACK, MOST_HEAD_BYTES, authority, refusal
from phantasm.surfaces.serving.headers import ALWAYS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.types import ASGIApp

    from phantasm.surfaces.serving.lifetime import Lifetime


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


# Below the grace of the lifetime, which would cut it off.
_FAREWELL_SECONDS = 1
_BACKLOG = 128
# Longer than clients keep a connection, so that none asks on one that is being closed.
_KEPT_SECONDS = 75
_EVERY_ADDRESS = frozenset({"", "0.0.0.0", "::"})  # noqa: S104  refused


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens."""

    host: str
    port: int

    def url(self, path: str) -> str:
        """Return what a client is configured with."""
        return f"http://{authority(self.host, self.port)}{path}"


def listen(host: str, port: int, *, remote: bool) -> socket.socket:
    """Take a port; one that is taken is refused, and so is any but the loopback unless that was asked for."""
    if host in _EVERY_ADDRESS:
        raise PhantasmError(
            Code.NOT_ALLOWED,
            f"{host} is no name under which a client reaches this machine, and the Host header is checked",
            remediation=(Remediation("Name the address that clients use, with --remote."),),
        )
    if host not in LOOPBACK and not remote:
        raise PhantasmError(
            Code.NOT_ALLOWED,
            f"{host} can be reached from other machines",
            remediation=(Remediation("Use 127.0.0.1, or add --remote if that is what you want."),),
        )
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        taken = socket.create_server((host, port), family=family, backlog=_BACKLOG, reuse_port=False)
        # asyncio does so only for a socket that names its protocol; without it an answer whose body comes
        # after its head waits 40 ms for the client to acknowledge that. What is accepted inherits it.
        taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except OSError as problem:
        raise PhantasmError(
            Code.STORAGE_FAILED,
            f"cannot listen on {host}:{port}: {problem.strerror}",
            remediation=(Remediation("Choose another port with --port; 0 takes a free one."),),
        ) from problem
    return taken


def configuration(app: ASGIApp) -> uvicorn.Config:
    """Return how the web server is set up."""
    return uvicorn.Config(
        app,
        http=Connection,
        h11_max_incomplete_event_size=MOST_HEAD_BYTES,
        ws="none",
        access_log=False,
        log_config=None,
        lifespan="on",
        proxy_headers=False,  # nobody stands in between whose word about others would count
        server_header=False,
        timeout_graceful_shutdown=_FAREWELL_SECONDS,
        timeout_keep_alive=_KEPT_SECONDS,
    )


async def serve(app: ASGIApp, taken: socket.socket, lifetime: Lifetime, *, ready: Callable[[], None]) -> None:
    """Answer until there is a reason to end; `ready` is called when a signal ends it properly."""
    running = _Running(configuration(app))
    loop = asyncio.get_running_loop()
    for one in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(one, lifetime.tell, f"{one.name} came")

    def end(_: str) -> None:
        loop.call_soon_threadsafe(running.end)

    lifetime.watch(end)
    ready()
    await running.serve(sockets=[taken])


class _Running(uvicorn.Server):
    """The web server, without its own handling of signals: that would raise them again at the end."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def end(self) -> None:
        self.should_exit = True
