"""How is the server put on standard input and output? With nothing but the protocol on the wire."""

from __future__ import annotations

import asyncio
import json
import os
import re
import select
import signal
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import anyio
from mcp.server.stdio import stdio_server

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server import Server

    from phantasm.surfaces.serving.lifetime import Lifetime


# What a request may have at most (contracts.parse.MAX_REQUEST_BYTES); a longer line is dropped as a whole.
MOST_LINE_BYTES = 64 * 1024 * 1024
_CHUNK_BYTES = 64 * 1024
# How often we look whether the last answers are out, once the input has ended.
_SETTLE_SECONDS = 0.02


# Half a character: JavaScript writes one when a text is cut in the middle of an emoji.
_ESCAPED = re.compile(r"\\u[dD][89a-fA-F]")
_HALF = re.compile("[\ud800-\udfff]")
_REPLACEMENT = "\ufffd"


def mended(line: str) -> str:
    """Return a line without half characters: the SDK would drop it and never answer."""
    if not _ESCAPED.search(line):
        return line
    try:
        # Two halves that belong together become one character here.
        whole = json.dumps(json.loads(line), ensure_ascii=False)
    except (ValueError, RecursionError):
        return line
    return _HALF.sub(_REPLACEMENT, whole) + "\n"


class Lines:
    """Standard input, read so that it can be left at any time: ending is the same as an end of the input."""

    def __init__(
        self,
        descriptor: int,
        *,
        settled: Callable[[], bool],
        at_end: Callable[[], None],
        most_bytes: int = MOST_LINE_BYTES,
    ) -> None:
        """`settled` tells whether all is answered; `at_end` is told when the client has ended its side."""
        self._descriptor = descriptor
        self._most_bytes = most_bytes
        self._settled = settled
        self._at_end = at_end
        self._kept = bytearray()
        self._over = False
        self._wake_reader, self._wake_writer = os.pipe()

    def stop(self) -> None:
        """End the input from our side."""
        os.write(self._wake_writer, b"x")

    def readline(self) -> str:
        """Return the next line; nothing at the end. A line that is too long is left out."""
        scanned = 0
        while True:
            found = self._kept.find(b"\n", scanned)
            if found >= 0:
                line = bytes(self._kept[: found + 1])
                del self._kept[: found + 1]
                if len(line) <= self._most_bytes and not self._over:
                    return mended(line.decode("utf-8", "replace"))
                self._over, scanned = False, 0
                continue
            scanned = len(self._kept)
            if scanned > self._most_bytes:
                self._kept.clear()
                self._over, scanned = True, 0
            if not self._more():
                self._farewell()
                return ""

    def _more(self) -> bool:
        ready, _, _ = select.select([self._descriptor, self._wake_reader], [], [])
        if self._wake_reader in ready:
            return False
        chunk = os.read(self._descriptor, _CHUNK_BYTES)
        self._kept += chunk
        return bool(chunk)

    def _farewell(self) -> None:
        """Say that the input has ended, and give what was asked before the time to be answered.

        The SDK drops what is unanswered when the input ends; the lifetime bounds how long we wait.
        """
        self._at_end()
        time.sleep(_SETTLE_SECONDS)
        while not self._settled():
            time.sleep(_SETTLE_SECONDS)


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
