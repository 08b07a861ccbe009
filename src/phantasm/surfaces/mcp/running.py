"""How does the process serve, from its start to its end? For `phantasm mcp`."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from phantasm.config.environment import client_profile
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.kinds import TokenScope

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any

    from mcp.server import Server, ServerRequestContext
    from mcp.server.context import CallNext, HandlerResult, ServerMiddleware

    from phantasm.config.paths import Paths
    from phantasm.surfaces.serving.lifetime import Lifetime
    from phantasm.surfaces.serving.tokens import Grant

# Until the configuration was read; it is not read in the handshake.
_FIRST_IDLE_MINUTES = 240
TOKEN = "mcp"  # noqa: S105  its name
"""The name of the token that the first start over HTTP makes."""
_FIRST_SCOPE = TokenScope.WRITE


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the command line says."""

    project: Path = Path()
    idle_minutes: int | None = None


@dataclass(frozen=True, slots=True)
class Web:
    """Where to listen over HTTP, and as whom, how far, whoever has its token asks: if chosen."""

    host: str
    port: int
    profile: str | None = None
    scope: TokenScope | None = None
    remote: bool = False


def run_stdio(chosen: Chosen) -> None:
    """Serve one client on standard input and output; does not return."""
    _import_quietly()
    from phantasm.surfaces.mcp import stdio  # noqa: PLC0415  the SDK

    asyncio.run(_serve(chosen, stdio.serve, watches_parent=True))
    _leave()


def run_http(chosen: Chosen, web: Web) -> None:
    """Serve whoever has the token over HTTP; does not return once it listens."""
    _import_quietly()
    from phantasm.surfaces.mcp import http  # noqa: PLC0415  the SDK
    from phantasm.surfaces.mcp.root import find_start  # noqa: PLC0415
    from phantasm.surfaces.serving import listening, tokens  # noqa: PLC0415  uvicorn

    paths, grant = _granted(find_start(chosen.project), web)
    taken = listening.listen(web.host, web.port, remote=web.remote)
    address = listening.Address(web.host, taken.getsockname()[1])

    async def serve(server: Server, lifetime: Lifetime) -> None:
        app = http.application(server, address, partial(tokens.authorize, paths), lifetime)
        told = f"token: phantasm token show {TOKEN} ({grant.profile}, {grant.scope.value})"

        def ready() -> None:
            print(f"{address.url(http.PATH)}\n{told}", file=sys.stderr, flush=True)  # noqa: T201  for whoever started it

        await listening.serve(app, taken, lifetime, ready=ready)

    asyncio.run(_serve(chosen, serve, watches_parent=False))
    _leave()


def _granted(start: Path, web: Web) -> tuple[Paths, Grant]:
    """Return the project and what its token grants, made at the first start; later ones change nothing."""
    from phantasm.runtime.bootstrap import locate, token_profile  # noqa: PLC0415  the runtime
    from phantasm.surfaces.mcp.identity import ANYBODY  # noqa: PLC0415
    from phantasm.surfaces.serving import tokens  # noqa: PLC0415

    paths = locate(start)
    profile = token_profile(start, web.profile or client_profile() or ANYBODY)
    grant = tokens.kept_or_made(paths, TOKEN, profile=profile, scope=web.scope or _FIRST_SCOPE).grant
    if (web.profile and profile != grant.profile) or (web.scope and web.scope is not grant.scope):
        raise PhantasmError(
            Code.SUBJECT_EXISTS,
            f"the token {TOKEN!r} is for {grant.profile} and {grant.scope.value} already",
            remediation=(Remediation("Take it back first.", command=f"phantasm token revoke {TOKEN}"),),
        )
    return paths, grant


async def _serve(
    chosen: Chosen, serve: Callable[[Server, Lifetime], Awaitable[None]], *, watches_parent: bool
) -> None:
    from phantasm.surfaces.mcp.asking import Asking  # noqa: PLC0415  the SDK
    from phantasm.surfaces.mcp.keys import Keys  # noqa: PLC0415
    from phantasm.surfaces.mcp.root import find_start  # noqa: PLC0415
    from phantasm.surfaces.mcp.server import build  # noqa: PLC0415
    from phantasm.surfaces.serving.chores import Chores  # noqa: PLC0415
    from phantasm.surfaces.serving.door import Door  # noqa: PLC0415
    from phantasm.surfaces.serving.lifetime import Lifetime  # noqa: PLC0415
    from phantasm.surfaces.serving.maintaining import in_a_thread  # noqa: PLC0415

    idle = _FIRST_IDLE_MINUTES if chosen.idle_minutes is None else chosen.idle_minutes
    lifetime = Lifetime(idle_minutes=idle, parent=os.getppid if watches_parent else None)
    door = Door(lambda: find_start(chosen.project))
    asking = Asking(door, Keys())
    server = build(asking)
    server.middleware.append(_counted(lifetime))
    chores = Chores(
        door,
        lifetime,
        has_written=asking.has_written,
        maintain=in_a_thread,
        idle_minutes=chosen.idle_minutes,
    )
    try:
        async with chores.tended():
            await serve(server, lifetime)
    finally:
        door.close()


def _counted(lifetime: Lifetime) -> ServerMiddleware[Any]:
    """Return what counts every message that is being answered."""

    async def count(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        lifetime.begin()
        try:
            return await call_next(ctx)
        finally:
            lifetime.finish()

    return count


def _import_quietly() -> None:
    """Load the SDK without looking for garbage: what is loaded stays, so that there is none."""
    gc.disable()
    import mcp.server  # noqa: PLC0415, F401  nothing before it is as slow

    gc.freeze()
    gc.enable()


def _leave() -> None:
    """End at once: the store is closed, and a thread that still reads would keep the process."""
    sys.stderr.flush()
    os._exit(0)
