"""How long may somebody take to say what they want?"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn

from phantasm.surfaces.serving.connections import Connection
from phantasm.surfaces.serving.listening import configuration, listen

SOON = 0.05
# Far above what anything here takes.
PATIENCE_SECONDS = 30.0
ASK = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class _Hasty(Connection):
    head_seconds = SOON


class _Few(Connection):
    most_connections = 2


async def _app(scope: Any, receive: Any, send: Any) -> None:
    """Answer everybody, without looking at the body."""
    if scope["type"] == "lifespan":
        for kind in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{kind}.complete"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


def _talk(kind: type[Connection], said: Callable[[Callable[[], Awaitable[Stream]]], Awaitable[None]]) -> None:
    """Talk to a server whose connections are of that kind."""

    async def run() -> None:
        taken = listen("127.0.0.1", 0, remote=False)
        config = configuration(_app)
        config.http = kind
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[taken]))
        opened: list[Stream] = []

        async def connect() -> Stream:
            opened.append(await asyncio.open_connection("127.0.0.1", taken.getsockname()[1]))
            return opened[-1]

        try:
            await asyncio.wait_for(said(connect), PATIENCE_SECONDS)
        finally:
            for _, writer in opened:
                writer.close()
            server.should_exit = True
            await serving

    asyncio.run(run())


async def _has_ended(stream: Stream) -> bool:
    try:
        return await stream[0].read() == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: x\r\n", ASK[:-1]])
def test_waits_for_a_head_only_so_long(said: bytes) -> None:
    async def talk(connect: Callable[[], Awaitable[Stream]]) -> None:
        stream = await connect()
        stream[1].write(said)
        assert await _has_ended(stream)

    _talk(_Hasty, talk)


def test_waits_for_the_next_head_only_so_long() -> None:
    async def talk(connect: Callable[[], Awaitable[Stream]]) -> None:
        stream = await connect()
        for _ in range(2):
            stream[1].write(ASK)
            assert (await stream[0].readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        stream[1].write(ASK[:9])
        assert await _has_ended(stream)

    _talk(_Hasty, talk)


def test_reads_no_body_for_ever_after_its_answer() -> None:
    async def talk(connect: Callable[[], Awaitable[Stream]]) -> None:
        stream = await connect()
        stream[1].write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc")
        assert (await stream[0].readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        stream[1].write(b"d")
        assert await _has_ended(stream)

    _talk(_Hasty, talk)


def test_holds_only_so_many() -> None:
    async def talk(connect: Callable[[], Awaitable[Stream]]) -> None:
        kept = [await connect() for _ in range(2)]
        assert await _has_ended(await connect())
        for reader, writer in kept:
            writer.write(ASK)
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")

    _talk(_Few, talk)
