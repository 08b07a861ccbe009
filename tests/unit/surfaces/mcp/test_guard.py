"""Which HTTP requests get in?"""

import asyncio
from typing import Any

import pytest

from phantasm.contracts.errors import PhantasmError
from phantasm.surfaces.mcp.guard import Guard, authorities
from phantasm.surfaces.mcp.http import Address, listen
from phantasm.surfaces.mcp.identity import BOUND_PROFILE
from phantasm.surfaces.mcp.tokens import one_token

HOSTS = authorities("127.0.0.1", 80)
GOOD = {"host": "127.0.0.1:80", "authorization": "Bearer right"}


def _ask(*headers: tuple[str, str], kind: str = "http") -> tuple[list[dict[str, Any]], list[object]]:
    """Return what was sent back, and the profiles with which something got through."""
    sent: list[dict[str, Any]] = []
    let_in: list[object] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG001  an application's signature
        let_in.append(scope.get(BOUND_PROFILE))

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {}

    guard = Guard(app, hosts=HOSTS, authorize=one_token("right", "codex"))
    told = [(name.encode(), value.encode()) for name, value in headers]
    asyncio.run(guard({"type": kind, "headers": told}, receive, send))
    return sent, let_in


def test_lets_in_with_the_profile_of_the_token() -> None:
    assert _ask(*GOOD.items()) == ([], ["codex"])
    assert _ask(*(GOOD | {"host": "LOCALHOST:80", "origin": "http://localhost:80"}).items())[1] == ["codex"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([], 421),
        ([("host", "127.0.0.1")], 421),
        ([*GOOD.items(), ("host", "evil.example")], 421),
        ([*GOOD.items(), ("origin", "http://evil.example")], 403),
        ([*GOOD.items(), ("origin", "http://localhost:80"), ("origin", "null")], 403),
        ([("host", "127.0.0.1:80")], 401),
        ([*GOOD.items(), ("authorization", "Bearer right")], 401),
        ([("host", "127.0.0.1:80"), ("authorization", "Digest right")], 401),
    ],
)
def test_refuses_everybody_else(headers: list[tuple[str, str]], status: int) -> None:
    sent, let_in = _ask(*headers)
    assert let_in == []
    assert sent[0]["status"] == status


def test_speaks_nothing_but_http() -> None:
    sent, let_in = _ask(*GOOD.items(), kind="websocket")
    assert (sent[0]["type"], let_in) == ("websocket.close", [])


def test_writes_addresses_as_clients_read_them() -> None:
    assert Address("::1", 80).url() == "http://[::1]:80/mcp"
    assert Address("127.0.0.1", 80).url() == "http://127.0.0.1:80/mcp"
    assert authorities("Box.Local", 80) == ["box.local:80"]


@pytest.mark.parametrize(("host", "remote"), [("0.0.0.0", True), ("::", True), ("192.0.2.1", False)])  # noqa: S104
def test_listens_only_where_clients_can_name_it(host: str, *, remote: bool) -> None:
    with pytest.raises(PhantasmError):
        listen(host, 0, remote=remote)
