"""How is a server started for the conformance suite? The product's whole HTTP stack, the token handed in.

The suite knows no tokens. So a wrapper around the product's application adds the header, for tests only; host
and origin are checked as ever, because the wrapper changes nothing else.

Usage: python -m tests.conformance.serve PROJECT PORT [--fixtures]
"""

import asyncio
import os
import sys
from functools import partial
from pathlib import Path

from starlette.types import ASGIApp, Receive, Scope, Send

from phantasm.config.paths import Paths
from phantasm.contracts.kinds import TokenScope
from phantasm.surfaces.mcp import http
from phantasm.surfaces.mcp.asking import Asking
from phantasm.surfaces.mcp.keys import Keys
from phantasm.surfaces.mcp.server import build
from phantasm.surfaces.serving import listening, tokens
from phantasm.surfaces.serving.door import Door
from phantasm.surfaces.serving.lifetime import Lifetime
from tests.conformance.fixture_server import with_fixtures

HOST = "127.0.0.1"
PROFILE = "claude_code"


def main(arguments: list[str]) -> None:
    """Serve until the process that started us ends."""
    project, port = Path(arguments[0]), int(arguments[1])
    asyncio.run(_serve(project, port, fixtures="--fixtures" in arguments))
    os._exit(0)  # the SDK may still wait in a thread


async def _serve(project: Path, port: int, *, fixtures: bool) -> None:
    server = build(Asking(Door(lambda: project), Keys()))
    if fixtures:
        server = with_fixtures(server)
    paths = Paths(project)
    token = tokens.kept_or_made(paths, "conformance", profile=PROFILE, scope=TokenScope.WRITE).secret
    taken = listening.listen(HOST, port, remote=False)
    address = listening.Address(HOST, taken.getsockname()[1])
    lifetime = Lifetime(idle_minutes=30)
    app = http.application(server, address, partial(tokens.authorize, paths), lifetime)

    def ready() -> None:
        print(address.url(http.PATH), flush=True)  # noqa: T201  for whoever started it

    await listening.serve(with_token(app, token), taken, lifetime, ready=ready)


def with_token(app: ASGIApp, token: str) -> ASGIApp:
    """Return the application with a client before it that knows the token."""

    async def pass_on(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            header = (b"authorization", f"Bearer {token}".encode())
            scope = {**scope, "headers": [*scope["headers"], header]}
        await app(scope, receive, send)

    return pass_on


if __name__ == "__main__":
    main(sys.argv[1:])
