"""How is the server put on standard input and output? With nothing but the protocol on the wire."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING, cast

import anyio
from mcp.server.stdio import stdio_server

from phantasm.surfaces.mcp.lines import Lines

if TYPE_CHECKING:
    from typing import IO

    from mcp.server import Server

    from phantasm.surfaces.mcp.lifetime import Lifetime

_STDIN, _STDOUT, _STDERR = 0, 1, 2


async def serve(server: Server, lifetime: Lifetime) -> None:
    """Answer until there is a reason to end."""
    wire_in, wire_out = claim()
    lines = Lines(
        wire_in,
        settled=lambda: not lifetime.is_busy,
        at_end=lambda: lifetime.tell("the client has ended its side"),
    )
    loop = asyncio.get_running_loop()
    for one in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(one, lifetime.tell, f"{one.name} came")
    lifetime.watch(lambda _: lines.stop())
    with os.fdopen(wire_out, "w", encoding="utf-8", errors="replace", newline="\n") as out:
        # The SDK calls nothing of its input but `readline`.
        reader = anyio.wrap_file(cast("IO[str]", lines))
        async with stdio_server(reader, anyio.wrap_file(out)) as (read, write):
            await server.run(read, write, server.create_initialization_options())


def claim() -> tuple[int, int]:
    """Take input and output for the protocol: whoever else prints does so on stderr, and reads nothing."""
    wire_in, wire_out = os.dup(_STDIN), os.dup(_STDOUT)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, _STDIN)
    os.close(nothing)
    os.dup2(_STDERR, _STDOUT)
    return wire_in, wire_out
