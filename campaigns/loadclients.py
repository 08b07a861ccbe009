"""How does one client of a server under load behave? One kept connection, one request at a time.

A few lines of HTTP/1.1 over asyncio: a whole client library would cost as much as the server that it
measures, and both share the processors.
"""

import asyncio
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from campaigns.acks import Ack
from campaigns.loadmix import Reads, Writes
from campaigns.plan import Step

_HEAD_END = b"\r\n\r\n"
_LONGEST_ANSWER = 8 * 1024 * 1024
_OK = 200
# As clients do: well below what the server keeps a connection that nobody asks on.
_KEPT_SECONDS = 30
# Of so many writes one is sent again: in turn after its answer, and twice at once.
_REPEATED_EVERY = 10
# Every so many writes the writer looks at what it has just been told.
_READ_BACK_EVERY = 5


@dataclass(frozen=True, slots=True)
class Place:
    """Where the server is, and what lets us in."""

    port: int
    token: str


@dataclass(slots=True)
class Seen:
    """What all clients have seen together."""

    milliseconds: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    acks: list[Ack] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)

    def count(self) -> int:
        """Return how many requests were answered."""
        return sum(map(len, self.milliseconds.values()))


class Connection:
    """One connection that is kept."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used_at = 0.0

    async def post(self, path: str, body: object) -> tuple[int, dict[str, Any]]:
        """Send one request and return the status and what the body says."""
        if time.monotonic() - self._used_at > _KEPT_SECONDS:
            self.close()
        reader, writer = await self._open()
        said = json.dumps(body).encode()
        writer.write(self._head("POST", path, len(said)) + said)
        head = (await reader.readuntil(_HEAD_END)).decode("latin-1").lower()
        length = int(head.partition("content-length:")[2].split("\r\n", 1)[0])
        answer = await reader.readexactly(length)
        self._used_at = time.monotonic()
        return int(head.split(" ", 2)[1]), json.loads(answer)

    async def events(self) -> asyncio.StreamReader:
        """Return the stream of events, behind its head."""
        reader, writer = await self._open()
        writer.write(self._head("GET", "/v1/events", 0))
        await reader.readuntil(_HEAD_END)
        return reader

    def close(self) -> None:
        """Let go."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    def _head(self, method: str, path: str, length: int) -> bytes:
        host = f"127.0.0.1:{self._place.port}"
        lines = [f"{method} {path} HTTP/1.1", f"host: {host}", f"authorization: Bearer {self._place.token}"]
        lines += ["content-type: application/json", f"content-length: {length}"]
        return "\r\n".join([*lines, "", ""]).encode()

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self._place.port, limit=_LONGEST_ANSWER
            )
        return self._streams


async def read(place: Place, reads: Reads, seen: Seen, goes_on: Callable[[], bool]) -> None:
    """Ask read after read; the snapshots that one client sees must never run backwards."""
    connection, newest = Connection(place), 0
    while goes_on():
        operation, params = reads.next()
        answer = await ask(connection, operation, {"params": params}, seen)
        at = (answer.get("provenance") or {}).get("snapshot_seq") or 0
        if answer and at < newest:
            seen.problems.append(f"{operation}: a snapshot ran backwards from {newest} to {at}")
        newest = max(newest, at)
    connection.close()


async def write(place: Place, writes: Writes, seen: Seen, goes_on: Callable[[], bool]) -> None:
    """Ask write after write; some are sent twice, some are looked at at once."""
    connection, other, number = Connection(place), Connection(place), 0
    while goes_on():
        number += 1
        step = writes.next()
        if number % (2 * _REPEATED_EVERY) == 1 + _REPEATED_EVERY:
            await asyncio.gather(*(put(one, step, writes, seen) for one in (connection, other)))
        else:
            await put(connection, step, writes, seen)
            if number % _REPEATED_EVERY == 1:
                await put(other, step, writes, seen)
        if number % _READ_BACK_EVERY == 0 and writes.held.records:
            await ask(connection, "history", {"params": {"id": writes.held.records[-1]}}, seen)
    connection.close()
    other.close()


async def put(connection: Connection, step: Step, writes: Writes, seen: Seen) -> None:
    """Send one write and note what came back."""
    body = {"params": step.params, "idempotency_key": step.key, "request_id": step.key}
    started = time.perf_counter()
    answer = await ask(connection, step.operation, body, seen)
    if not answer:
        return
    is_replayed = bool(answer.get("replayed"))
    seen.done["replayed"] += is_replayed
    if not is_replayed:
        writes.held.take(step, answer["data"])
    seen.acks.append(
        Ack(
            key=step.key,
            operation=step.operation,
            data=answer["data"],
            operation_id=answer["provenance"]["operation_id"],
            replayed=is_replayed,
            milliseconds=(time.perf_counter() - started) * 1000,
        )
    )


async def ask(connection: Connection, operation: str, body: object, seen: Seen) -> dict[str, Any]:
    """Ask once; an answer that is no success is a problem, and returned as nothing."""
    started = time.perf_counter()
    try:
        status, answer = await connection.post(f"/v1/{operation}", body)
    except (OSError, EOFError, ValueError) as problem:
        seen.problems.append(f"{operation}: {problem!r}")
        connection.close()
        return {}
    seen.milliseconds[operation].append((time.perf_counter() - started) * 1000)
    if status != _OK or answer["status"] != "ok":
        error = answer.get("error") or {}
        seen.problems.append(f"{operation}: {status} {error.get('code')}: {error.get('message')}")
        return {}
    return answer


async def listen(place: Place, seen: Seen, over: asyncio.Event) -> int:
    """Follow the events until it is over; returns the newest write that was told of."""
    connection = Connection(place)
    stream, newest = await connection.events(), 0
    while not over.is_set():
        try:
            event = await asyncio.wait_for(stream.readuntil(b"\n\n"), 1)
        except TimeoutError:
            continue
        except (OSError, EOFError) as problem:
            seen.problems.append(f"events: {problem!r}")
            break
        said = event.partition(b"data: ")[2]  # before it stand the size of the chunk and the event's name
        if not said:
            continue
        data = json.loads(said)
        if newest and data["seq"] <= newest:
            seen.problems.append(f"events: {data['seq']} came after {newest}")
        told = len(data.get("entries", ()))
        seen.done["events"] += 1
        seen.done["entries told"] += told
        seen.done["entries not told"] += data["seq"] - newest - told if newest else 0
        newest = data["seq"]
    connection.close()
    return int(newest)
