"""How do the tests run `phantasm mcp`? As a real process, with the SDK's client or with bare lines."""

import json
import os
import select
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from tests.e2e.processes import TIMEOUT_SECONDS, Place
from tests.fixtures.commands import PHANTASM

COMMAND = (str(PHANTASM), "mcp")
INITIALIZE = {
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "claude-code", "version": "1"},
    },
}
GONE_SECONDS = 6.0
"""How long a server may take to end: two seconds are promised, and a machine under load gets more."""


def environment(place: Place, **variables: str) -> dict[str, str]:
    """Return what the server is started with."""
    return place._environment("claude_code", variables)  # noqa: SLF001  the same as for every command


class Bare:
    """A server that is talked to line by line, so that a test sees every byte."""

    def __init__(self, place: Place, *arguments: str, **variables: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=place.root,
            env=environment(place, **variables),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._kept = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def say(self, number: int | None, message: dict[str, Any]) -> None:
        """Send a request, or without a number a notification."""
        own = {"jsonrpc": "2.0", **({} if number is None else {"id": number}), **message}
        self.write(json.dumps(own).encode() + b"\n")

    def write(self, data: bytes) -> None:
        """Send bytes."""
        _pipe(self.process.stdin).write(data)
        _pipe(self.process.stdin).flush()

    def answer(self, number: int) -> dict[str, Any]:
        """Return the answer to a request; every line before it has to be the protocol's too."""
        while True:
            message: dict[str, Any] = json.loads(self._line())
            assert message["jsonrpc"] == "2.0"
            if message.get("id") == number and "method" not in message:
                return message

    def begin(self) -> Self:
        """Shake hands."""
        self.say(0, INITIALIZE)
        assert self.answer(0)["result"]["serverInfo"]["name"] == "phantasm"
        self.say(None, {"method": "notifications/initialized"})
        return self

    def call(self, number: int, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool and return its result."""
        self.say(number, {"method": "tools/call", "params": {"name": tool, "arguments": arguments}})
        answer = self.answer(number)
        assert "result" in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    def text(self, number: int, tool: str, **arguments: Any) -> str:
        """Call a tool and return what it says."""
        return str(self.call(number, tool, **arguments)["content"][0]["text"])

    def end(self) -> tuple[float, bytes, bytes]:
        """Close the input; returns how long the end took and what was still said."""
        started = time.monotonic()
        out, err = self.process.communicate(timeout=TIMEOUT_SECONDS)
        return time.monotonic() - started, out, err

    def _line(self) -> bytes:
        deadline = time.monotonic() + TIMEOUT_SECONDS
        out = _pipe(self.process.stdout)
        while b"\n" not in self._kept:
            assert select.select([out], [], [], max(0.0, deadline - time.monotonic()))[0], "no answer"
            chunk = os.read(out.fileno(), 1 << 20)
            assert chunk, _pipe(self.process.stderr).read().decode()
            self._kept += chunk
        line, _, self._kept = self._kept.partition(b"\n")
        return line


def is_alive(process_id: int) -> bool:
    """Tell whether a process runs; one that waits to be collected does not."""
    try:
        return " Z " not in Path(f"/proc/{process_id}/stat").read_text(encoding="utf-8")
    except OSError:
        return False


def children(process_id: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for path in Path(f"/proc/{process_id}/task").glob("*/children"):
        found += [int(one) for one in path.read_text(encoding="utf-8").split()]
    return found


def wait_until_gone(process_id: int, seconds: float = GONE_SECONDS) -> bool:
    """Wait until a process has ended; tells whether it has."""
    deadline = time.monotonic() + seconds
    while is_alive(process_id) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not is_alive(process_id)


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream
