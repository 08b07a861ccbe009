"""Which HTTP requests get in?"""

import asyncio
import json
from typing import Any

import pytest

from phantasm.contracts.kinds import TokenScope
from phantasm.surfaces.serving.guard import GRANT, Guard, Public, authorities, bearer
from phantasm.surfaces.serving.lifetime import Lifetime
from phantasm.surfaces.serving.tokens import Grant

HOSTS = authorities("127.0.0.1", 80)
GOOD = {"host": "127.0.0.1:80", "authorization": "Bearer right"}
CODEX = Grant("one", "codex", TokenScope.READ)
BY_TOKEN = bearer(lambda given: CODEX if given == "right" else None)


def _ask(
    *headers: tuple[str, str], kind: str = "http", admit: Any = BY_TOKEN, lifetime: Lifetime | None = None
) -> tuple[list[dict[str, Any]], list[object]]:
    """Return what was sent back, and what each that got through was granted."""
    sent: list[dict[str, Any]] = []
    let_in: list[object] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG001  an application's signature
        let_in.append(scope.get(GRANT))
        if lifetime is not None:
            assert lifetime.is_busy

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {}

    guard = Guard(app, hosts=HOSTS, admit=admit, lifetime=lifetime)
    told = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    asyncio.run(guard({"type": kind, "headers": told}, receive, send))
    return sent, let_in


def test_lets_in_with_what_the_token_grants() -> None:
    assert _ask(*GOOD.items()) == ([], [CODEX])
    assert _ask(*(GOOD | {"host": "LOCALHOST:80", "origin": "http://localhost:80"}).items())[1] == [CODEX]
    assert _ask(*(GOOD | {"authorization": "bearer  right "}).items())[1] == [CODEX]


def test_grants_nothing_where_everybody_gets_in() -> None:
    assert _ask(("host", "127.0.0.1:80"), admit=lambda _: Public())[1] == [None]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([], 421),
        ([("host", "")], 421),
        ([("host", "127.0.0.1")], 421),
        ([("host", "127.0.0.1:80, evil.example")], 421),
        ([*GOOD.items(), ("host", "evil.example")], 421),
        ([*GOOD.items(), ("host", "127.0.0.1:80")], 421),
        ([*GOOD.items(), ("origin", "http://evil.example")], 403),
        ([*GOOD.items(), ("origin", "https://localhost:80")], 403),
        ([*GOOD.items(), ("origin", "")], 403),
        ([*GOOD.items(), ("origin", "http://localhost:80"), ("origin", "null")], 403),
        ([("host", "127.0.0.1:80")], 401),
        ([*GOOD.items(), ("authorization", "Bearer right")], 401),
        ([("host", "127.0.0.1:80"), ("authorization", "Digest right")], 401),
        ([("host", "127.0.0.1:80"), ("authorization", "Bearer \xff")], 401),
    ],
)
def test_refuses_everybody_else(headers: list[tuple[str, str]], status: int) -> None:
    sent, let_in = _ask(*headers)
    assert let_in == []
    assert sent[0]["status"] == status
    said = json.loads(sent[1]["body"])
    assert (said["status"], said["data"], said["error"]["code"]) == ("error", None, "not_allowed")


def test_says_how_to_come_in() -> None:
    start, _ = _ask(("host", "127.0.0.1:80"))[0]
    assert (b"www-authenticate", b"Bearer") in start["headers"]


def test_speaks_nothing_but_http() -> None:
    sent, let_in = _ask(*GOOD.items(), kind="websocket")
    assert (sent[0]["type"], let_in) == ("websocket.close", [])


def test_counts_what_is_being_answered() -> None:
    lifetime = Lifetime(idle_minutes=0, parent=None)
    assert _ask(*GOOD.items(), lifetime=lifetime)[1] == [CODEX]
    assert not lifetime.is_busy


def test_names_every_way_to_reach_this_machine() -> None:
    assert authorities("localhost", 80) == ["127.0.0.1:80", "localhost:80", "[::1]:80"]
    assert authorities("Box.Local", 80) == ["box.local:80"]
