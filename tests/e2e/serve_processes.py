"""How do the tests run `phantasm serve`? As a real process, with and without a terminal."""

import os
import pty
import re
import select
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO

from phantasm.surfaces.serving.listening import Address
from tests.e2e.mcp_servers import GONE_SECONDS
from tests.e2e.processes import TIMEOUT_SECONDS, Place
from tests.fixtures import commands
from tests.fixtures.commands import PHANTASM
from tests.fixtures.serving import HOST

LINK = re.compile(rb"http://127\.0\.0\.1:(\d+)/login#([\w-]{40,})")


@dataclass(slots=True)
class Serving:
    """A server that runs, and what it has said."""

    address: Address
    pid: int
    said: bytes
    codes: list[str] = field(default_factory=list)


@contextmanager
def serving(place: Place, *arguments: str, command: str = "serve", umask: int = -1) -> Iterator[Serving]:
    """Serve without a terminal; afterwards it was asked to end, has ended well, and has not complained."""
    process = place.start(
        command,
        *arguments,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        umask=umask,
    )
    try:
        assert process.stderr is not None
        yield _started(process.pid, process.stderr)
        process.send_signal(signal.SIGTERM)
        assert process.wait(GONE_SECONDS) == 0
        out, err = process.communicate()
        assert (out, err) == (b"", b"")
    finally:
        process.kill()
        process.communicate()


class Terminal:
    """A server in a terminal of its own, with somebody in front of it."""

    def __init__(self, place: Place, *arguments: str) -> None:
        self._screen, theirs = pty.openpty()
        environment = place._environment(None, {"TERM": "dumb", "COLUMNS": "200"})  # noqa: SLF001  as for all
        started = commands.fork(
            [PHANTASM, *arguments], (theirs,) * 3, cwd=place.root, env=environment, terminal=True
        )
        os.close(theirs)
        assert started is not None
        self._process = started
        self._said = b""

    def link(self) -> tuple[Address, str]:
        """Return the next link that the screen shows: where, and the code."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while (found := LINK.search(self._said)) is None:
            assert select.select([self._screen], [], [], max(0.0, deadline - time.monotonic()))[0], self._said
            self._said += os.read(self._screen, 65536)
        self._said = self._said[found.end() :]
        return Address(HOST, int(found[1])), found[2].decode()

    def type(self, text: str) -> None:
        """Type something."""
        os.write(self._screen, text.encode())

    def end(self) -> int:
        """Wait until it has ended, and return the status; the screen shows no failure."""
        while True:
            try:
                chunk = os.read(self._screen, 65536)
            except OSError:  # Linux says so when the last process has closed its side
                break
            if not chunk:
                break
            self._said += chunk
        os.close(self._screen)
        assert b"Traceback" not in self._said, self._said
        return self._process.wait()


def _started(pid: int, said: IO[bytes]) -> Serving:
    lines = b""
    while (found := LINK.search(lines)) is None:
        line = said.readline()
        assert line, lines
        lines += line
    return Serving(Address(HOST, int(found[1])), pid, lines, [found[2].decode()])


def listening(address: Address, token: str) -> socket.socket:
    """Return a connection that is told of changes, after the first word."""
    connection = socket.create_connection((address.host, address.port), timeout=TIMEOUT_SECONDS)
    head = f"GET /v1/events HTTP/1.1\r\nHost: {HOST}:{address.port}\r\nAuthorization: Bearer {token}\r\n\r\n"
    connection.sendall(head.encode())
    told = b""
    while b"event: hello" not in told:
        chunk = connection.recv(65536)
        assert chunk, told
        told += chunk
    return connection


def rest(connection: socket.socket) -> bytes:
    """Return everything that a listener is still told, until the stream has come to its proper end."""
    told = b""
    with connection:
        while not told.endswith(b"0\r\n\r\n"):
            chunk = connection.recv(65536)
            assert chunk, told
            told += chunk
    return told
