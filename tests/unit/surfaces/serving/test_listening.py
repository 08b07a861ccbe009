"""Where does a server listen, and until when?"""

import asyncio
import signal
import socket
from typing import Any

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.serving.lifetime import Lifetime
from phantasm.surfaces.serving.listening import Address, configuration, listen, serve


async def _nothing(scope: Any, receive: Any, send: Any) -> None:
    """Answer nobody; begins and ends with the server."""
    assert scope["type"] == "lifespan"
    for kind in ("startup", "shutdown"):
        assert (await receive())["type"] == f"lifespan.{kind}"
        await send({"type": f"lifespan.{kind}.complete"})


def test_writes_addresses_as_clients_read_them() -> None:
    assert Address("::1", 80).url("/mcp") == "http://[::1]:80/mcp"
    assert Address("127.0.0.1", 80).url("/") == "http://127.0.0.1:80/"


@pytest.mark.parametrize(
    ("host", "remote"),
    [("0.0.0.0", True), ("::", True), ("", True), ("192.0.2.1", False), ("example.org", False)],  # noqa: S104
)
def test_listens_only_where_clients_can_name_it(host: str, *, remote: bool) -> None:
    with pytest.raises(PhantasmError) as refused:
        listen(host, 0, remote=remote)
    assert refused.value.code is Code.NOT_ALLOWED


def test_steals_no_port() -> None:
    taken = listen("127.0.0.1", 0, remote=False)
    with taken, pytest.raises(PhantasmError, match="cannot listen") as refused:
        listen("127.0.0.1", taken.getsockname()[1], remote=False)
    assert refused.value.code is Code.STORAGE_FAILED


def test_believes_no_proxy_and_says_nothing_about_itself() -> None:
    chosen = configuration(_nothing)
    assert (chosen.proxy_headers, chosen.server_header, chosen.access_log, chosen.ws) == (
        False,
        False,
        False,
        "none",
    )


@pytest.mark.parametrize("one", [signal.SIGTERM, signal.SIGINT])
def test_ends_when_told_and_gives_the_port_back(one: signal.Signals) -> None:
    taken = listen("127.0.0.1", 0, remote=False)
    port = taken.getsockname()[1]
    left: list[int] = []
    lifetime = Lifetime(idle_minutes=0, parent=None, leave=left.append)

    async def run() -> None:
        await serve(_nothing, taken, lifetime, ready=lambda: signal.raise_signal(one))
        lifetime.ended()

    asyncio.run(run())
    assert lifetime.reason() == f"{one.name} came"
    assert left == []
    socket.create_server(("127.0.0.1", port)).close()
