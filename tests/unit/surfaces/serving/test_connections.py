"""How long may somebody keep us waiting, and how many may be connected?"""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn

from phantasm.surfaces.serving.headers import ALWAYS
from phantasm.surfaces.serving.listening import Connection, configuration, listen

SOON = 0.05
# Far above what anything here takes.
PATIENCE_SECONDS = 30.0
# More than the buffers between two processes hold.
LARGE_BYTES = 64 * 1024 * 1024
ASK = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class _Hasty(Connection):
    head_seconds = SOON


class _Few(Connection):
    most_connections = 2


class _Impatient(Connection):
    taking_seconds = SOON
    lost = 0

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        type(self).lost += 1


async def _app(scope: Any, receive: Any, send: Any) -> None:
    """Answer everybody, some with a lot, without looking at the body."""
    if scope["type"] == "lifespan":
        for kind in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{kind}.complete"})
        return
    body = b"x" * LARGE_BYTES if scope["path"] == "/large" else b"ok"
    told = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": told})
    await send({"type": "http.response.body", "body": body})


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


def test_waits_only_so_long_for_an_answer_to_be_taken() -> None:
    async def talk(connect: Callable[[], Awaitable[Stream]]) -> None:
        reader, writer = await connect()
        writer.write(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
        while not _Impatient.lost:  # noqa: ASYNC110  nobody tells the client of it
            await asyncio.sleep(SOON)
        with contextlib.suppress(ConnectionResetError):
            assert len(await reader.read()) < LARGE_BYTES

    _talk(_Impatient, talk)


def test_holds_only_so_many() -> None:
    async def talk(connect: Callable[[], Awaitable[Stream]]) -> None:
        kept = [await connect() for _ in range(2)]
        for said in (b"", ASK):
            reader, writer = await connect()
            writer.write(said)
            head, _, body = (await reader.readuntil(b"}}")).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 503 ")
            assert {line.partition(b": ")[0].decode() for line in head.split(b"\r\n")} >= set(ALWAYS)
            assert json.loads(body)["error"]["code"] == "store_busy"
            assert await _has_ended((reader, writer))
        for reader, writer in kept:
            writer.write(ASK)
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")

    _talk(_Few, talk)
