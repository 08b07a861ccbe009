"""How is the server put on HTTP? On this machine only, behind a token, on a port that nobody else has."""

from __future__ import annotations

import asyncio
import signal
import socket
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.surfaces.mcp.guard import LOOPBACK, Guard, authorities, authority

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcp.server import Server
    from starlette.types import ASGIApp

    from phantasm.surfaces.mcp.lifetime import Lifetime
    from phantasm.surfaces.mcp.tokens import Authorize

PATH = "/mcp"
# Four times what the SDK takes: evidence may be long. The runtime itself refuses what is too long for it.
MOST_BODY_BYTES = 16 * 1024 * 1024
# Below the grace of the lifetime, which would cut it off.
_FAREWELL_SECONDS = 1
_BACKLOG = 128
_EVERY_ADDRESS = frozenset({"", "0.0.0.0", "::"})  # noqa: S104  refused


@dataclass(frozen=True, slots=True)
class Address:
    """Where the server listens."""

    host: str
    port: int

    def url(self) -> str:
        """Return what a client is configured with."""
        return f"http://{authority(self.host, self.port)}{PATH}"


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
        return socket.create_server((host, port), family=family, backlog=_BACKLOG, reuse_port=False)
    except OSError as problem:
        raise PhantasmError(
            Code.STORAGE_FAILED,
            f"cannot listen on {host}:{port}: {problem.strerror}",
            remediation=(Remediation("Choose another port with --port; 0 takes a free one."),),
        ) from problem


def application(server: Server, address: Address, authorize: Authorize, lifetime: Lifetime | None) -> ASGIApp:
    """Return the whole application: the SDK's own, behind the guard."""
    hosts = authorities(address.host, address.port)
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        host=address.host,
        max_request_body_size=MOST_BODY_BYTES,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=hosts,
            allowed_origins=[f"http://{host}" for host in hosts],
        ),
    )
    return Guard(app, hosts=hosts, authorize=authorize, lifetime=lifetime)


async def serve(app: ASGIApp, taken: socket.socket, lifetime: Lifetime) -> None:
    """Answer until there is a reason to end."""
    config = uvicorn.Config(
        app,
        access_log=False,
        log_config=None,
        lifespan="on",
        timeout_graceful_shutdown=_FAREWELL_SECONDS,
        server_header=False,
    )
    running = _Running(config)
    loop = asyncio.get_running_loop()
    for one in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(one, lifetime.tell, f"{one.name} came")

    def end(_: str) -> None:
        loop.call_soon_threadsafe(running.end)

    lifetime.watch(end)
    await running.serve(sockets=[taken])


class _Running(uvicorn.Server):
    """The web server, without its own handling of signals: that would raise them again at the end."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def end(self) -> None:
        self.should_exit = True
