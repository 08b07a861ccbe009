"""How is the server put on standard input and output? With nothing but the protocol on the wire."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING

import anyio
from mcp.server.stdio import stdio_server

from phantasm.surfaces.mcp.lines import Lines

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server import Server

    from phantasm.surfaces.serving.lifetime import Lifetime

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
    out = _Out(wire_out, lambda: lifetime.tell("the client no longer reads"))
    # The SDK calls nothing of its input but `readline`, and of its output `write` and `flush`.
    reader, writer = anyio.wrap_file(lines), anyio.wrap_file(out)  # type: ignore[arg-type]
    async with stdio_server(reader, writer) as (read, write):
        await server.run(read, write, server.create_initialization_options())


class _Out:
    """Standard output; when nobody reads it any more, that is an end and no failure."""

    def __init__(self, descriptor: int, at_end: Callable[[], None]) -> None:
        self._file = os.fdopen(descriptor, "wb", buffering=0)
        self._at_end = at_end

    def write(self, text: str) -> None:
        rest = memoryview(text.encode("utf-8", "replace"))
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError:
            self._at_end()

    def flush(self) -> None:
        """Nothing is held back."""


def claim() -> tuple[int, int]:
    """Take input and output for the protocol: whoever else prints does so on stderr, and reads nothing."""
    wire_in, wire_out = os.dup(_STDIN), os.dup(_STDOUT)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, _STDIN)
    os.close(nothing)
    os.dup2(_STDERR, _STDOUT)
    return wire_in, wire_out
