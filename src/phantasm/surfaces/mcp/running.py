"""How does the process serve, from its start to its end? For `phantasm mcp`."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from mcp.server import Server

    from phantasm.surfaces.mcp.lifetime import Lifetime

# Until the configuration was read; it is not read in the handshake.
_FIRST_IDLE_MINUTES = 240


@dataclass(frozen=True, slots=True)
class Chosen:
    """What the command line says."""

    project: Path = Path()
    idle_minutes: int | None = None


@dataclass(frozen=True, slots=True)
class Web:
    """Where to listen over HTTP, and as whom the holder of the token asks."""

    host: str
    port: int
    profile: str
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
    from phantasm.runtime.bootstrap import locate  # noqa: PLC0415  the runtime
    from phantasm.surfaces.mcp import http  # noqa: PLC0415  the SDK
    from phantasm.surfaces.mcp.root import find_start  # noqa: PLC0415
    from phantasm.surfaces.mcp.tokens import one_token, token_of  # noqa: PLC0415

    token, place = token_of(locate(find_start(chosen.project)))
    taken = http.listen(web.host, web.port, remote=web.remote)
    address = http.Address(web.host, taken.getsockname()[1])

    async def serve(server: Server, lifetime: Lifetime) -> None:
        app = http.application(server, address, one_token(token, web.profile), lifetime)
        print(f"{address.url()}\ntoken: {place}", file=sys.stderr, flush=True)  # noqa: T201  for whoever started it
        await http.serve(app, taken, lifetime)

    asyncio.run(_serve(chosen, serve, watches_parent=False))
    _leave()


async def _serve(
    chosen: Chosen, serve: Callable[[Server, Lifetime], Awaitable[None]], *, watches_parent: bool
) -> None:
    from phantasm.surfaces.mcp.asking import Asking  # noqa: PLC0415  the SDK
    from phantasm.surfaces.mcp.chores import Chores  # noqa: PLC0415
    from phantasm.surfaces.mcp.door import Door  # noqa: PLC0415
    from phantasm.surfaces.mcp.keys import Keys  # noqa: PLC0415
    from phantasm.surfaces.mcp.lifetime import Lifetime, counted  # noqa: PLC0415
    from phantasm.surfaces.mcp.root import find_start  # noqa: PLC0415
    from phantasm.surfaces.mcp.server import build  # noqa: PLC0415

    idle = _FIRST_IDLE_MINUTES if chosen.idle_minutes is None else chosen.idle_minutes
    lifetime = Lifetime(idle_minutes=idle, parent=os.getppid if watches_parent else None)
    door = Door(lambda: find_start(chosen.project))
    asking = Asking(door, Keys())
    server = build(asking)
    server.middleware.append(counted(lifetime))
    chores = Chores(asking, lifetime, idle_minutes=chosen.idle_minutes)
    tending = asyncio.create_task(chores.run())
    try:
        await serve(server, lifetime)
    finally:
        chores.stop()
        tending.cancel()
        await asyncio.wait([tending])  # whatever became of it is no reason to fail at the end
        door.close()


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
