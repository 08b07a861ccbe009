"""Does `phantasm mcp --http` let in whoever has the token, and nobody else? A real process, real requests."""

import asyncio
import json
import re
import signal
import socket
import stat
import subprocess
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any, NamedTuple

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.e2e.mcp_servers import COMMAND, GONE_SECONDS, INITIALIZE, environment
from tests.e2e.processes import Place

CALL = {"jsonrpc": "2.0", "id": 1, **INITIALIZE}
ACCEPTED = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


class Served(NamedTuple):
    """A server that listens."""

    process: subprocess.Popen[bytes]
    port: int
    token: str

    def ask(self, path: str = "/mcp", body: bytes | None = None, **headers: str) -> int:
        """Send one request and return the status."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        told = ACCEPTED | {"Authorization": f"Bearer {self.token}"} | headers
        shown = {name.replace("_", "-"): value for name, value in told.items() if value}
        try:
            connection.request("POST", path, json.dumps(CALL).encode() if body is None else body, shown)
            return connection.getresponse().status
        finally:
            connection.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, bootstrapped: Any) -> Iterator[Served]:
    """Yield one server for all tests here."""
    place = Place(tmp_path_factory.mktemp("served"))
    import shutil  # noqa: PLC0415

    shutil.copytree(bootstrapped, place.root, dirs_exist_ok=True)
    place.trust()
    process = subprocess.Popen(
        [*COMMAND, "--http", "--port", "0"],
        cwd=place.root,
        env=environment(place),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stderr is not None
    port = re.search(r":(\d+)/mcp", process.stderr.readline().decode())
    assert port is not None
    assert process.stderr.readline().startswith(b"token: ")
    file = place.root / ".phantasm" / "state" / "tokens" / "mcp.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    yield Served(process, int(port[1]), json.loads(file.read_text(encoding="ascii"))["token"])
    process.send_signal(signal.SIGTERM)
    assert process.wait(GONE_SECONDS) == 0
    out, _ = process.communicate()
    assert out == b""


@pytest.mark.parametrize("era", ["legacy", "2026-07-28"])
def test_answers_the_sdk_client(served: Served, era: str) -> None:
    async def talk() -> list[str]:
        headers = {"Authorization": f"Bearer {served.token}"}
        async with httpx2.AsyncClient(headers=headers) as web:
            address = f"http://127.0.0.1:{served.port}/mcp"
            async with Client(
                streamable_http_client(address, http_client=web), mode=era, cache=None
            ) as client:
                said = {"record_kind": "fact", "statement": "The API listens on port 8400."}
                await client.call_tool("remember", said)
                found = await client.call_tool("search", {"query": "port of the API"})
                health = await client.call_tool("call", {"operation": "health"})
                return [str(found.structured_content), str(health.structured_content)]

    found, health = asyncio.run(talk())
    assert "8400" in found
    assert "verdict" in health


def test_lets_in_who_has_the_token(served: Served) -> None:
    assert served.ask() == 200
    assert served.ask(Host=f"localhost:{served.port}", Origin=f"http://localhost:{served.port}") == 200


@pytest.mark.parametrize(
    "header", ["", "Bearer ", "Bearer wrong", "Basic {token}", "{token}", "Bearer {token}x"]
)
def test_refuses_who_has_not(served: Served, header: str) -> None:
    assert served.ask(Authorization=header.format(token=served.token)) == 401


@pytest.mark.parametrize("path", ["/mcp", "/", "/docs", "/.well-known/oauth-protected-resource"])
def test_checks_host_and_origin_on_every_route(served: Served, path: str) -> None:
    assert served.ask(path, Host="evil.example") == 421
    assert served.ask(path, Host=f"127.0.0.1.evil.example:{served.port}") == 421
    assert served.ask(path, Host=f"localhost:{served.port + 1}") == 421
    assert served.ask(path, Origin="http://evil.example") == 403
    assert served.ask(path, Origin="null") == 403
    assert served.ask(path, Authorization="") == 401


def test_refuses_a_body_that_is_too_large(served: Served) -> None:
    assert served.ask(body=b"x" * (16 * 1024 * 1024 + 1)) == 413


def test_binds_the_token_to_a_profile(served: Served) -> None:
    """The client's own name does not count: the token is bound to what the command was started with."""

    async def talk() -> Any:
        from mcp.types import Implementation  # noqa: PLC0415

        headers = {"Authorization": f"Bearer {served.token}"}
        async with httpx2.AsyncClient(headers=headers) as web:
            transport = streamable_http_client(f"http://127.0.0.1:{served.port}/mcp", http_client=web)
            somebody = Implementation(name="codex-mcp-client", version="1")
            async with Client(transport, mode="legacy", client_info=somebody, cache=None) as client:
                return await client.call_tool("call", {"operation": "audit", "params": {"limit": 1}})

    assert "codex" not in str(asyncio.run(talk()).structured_content)


def test_does_not_take_a_port_that_is_taken(project_place: Place) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ended = project_place.run("mcp", "--http", "--port", str(taken.getsockname()[1]))
    assert ended.status == 5
    assert "cannot listen" in ended.err
    assert ended.out == ""


def test_listens_on_this_machine_only(project_place: Place) -> None:
    ended = project_place.run("mcp", "--http", "--host", "0.0.0.0", "--port", "0")  # noqa: S104  refused
    assert ended.status == 3
    assert "--remote" in ended.err


def test_changes_no_token_that_there_is(project_place: Place) -> None:
    """What was chosen for it at another time is not silently left: it is said, with the way to change it."""
    made = ("token", "add", "mcp", "--profile", "codex", "--scope", "write")
    assert project_place.run(*made).status == 0
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for chosen in (
            ("--scope", "read"),
            ("--profile", "cursor"),
            ("--profile", "codex", "--scope", "admin"),
        ):
            ended = project_place.run("mcp", "--http", "--port", port, *chosen)
            assert (ended.status, "phantasm token revoke mcp" in ended.err) == (4, True), chosen
        for fitting in ((), ("--scope", "write"), ("--profile", "codex")):
            ended = project_place.run("mcp", "--http", "--port", port, *fitting)
            assert "cannot listen" in ended.err  # so far it came


@pytest.mark.parametrize(("profile", "status"), [("cli", 3), ("nobody", 2)])
def test_binds_no_token_to_whom_it_cannot(project_place: Place, profile: str, status: int) -> None:
    assert project_place.run("mcp", "--http", "--port", "0", "--profile", profile).status == status
    assert list((project_place.root / ".phantasm" / "state" / "tokens").iterdir()) == []


def test_refuses_to_serve_without_a_project(place: Place) -> None:
    ended = place.run("mcp", "--http", "--port", "0")
    assert ended.status == 5
    assert "phantasm bootstrap" in ended.err
