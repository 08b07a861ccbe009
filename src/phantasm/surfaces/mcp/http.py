"""How is the server put on HTTP? The SDK's own application, behind the guard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcp.server.transport_security import TransportSecuritySettings

from phantasm.surfaces.serving.guard import Guard, authorities, bearer
from phantasm.surfaces.serving.headers import Headers

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server import Server
    from starlette.types import ASGIApp

    from phantasm.surfaces.serving.lifetime import Lifetime
    from phantasm.surfaces.serving.listening import Address
    from phantasm.surfaces.serving.tokens import Grant

PATH = "/mcp"
# Four times what the SDK takes: evidence may be long. The runtime itself refuses what is too long for it.
MOST_BODY_BYTES = 16 * 1024 * 1024


def application(
    server: Server,
    address: Address,
    authorize: Callable[[str | None], Grant | None],
    lifetime: Lifetime | None,
) -> ASGIApp:
    """Return the whole application."""
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
    return Headers(Guard(app, hosts=hosts, admit=bearer(authorize), lifetime=lifetime))
