"""Does every answer have the headers, and may one say something else?"""

import asyncio
from typing import Any

from phantasm.surfaces.serving.headers import ALWAYS, POLICY, Headers


def _answered(*own: tuple[bytes, bytes]) -> list[tuple[bytes, bytes]]:
    told: list[tuple[bytes, bytes]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:  # noqa: ARG001  an application's signature
        await send({"type": "http.response.start", "status": 200, "headers": list(own)})
        await send({"type": "http.response.body", "body": b""})

    async def receive() -> Any:
        return {}

    async def send(message: Any) -> None:
        told.extend(message.get("headers", []))

    asyncio.run(Headers(app)({"type": "http"}, receive, send))
    return told


def test_adds_them_to_every_answer() -> None:
    assert dict(_answered()) == {name.encode(): value.encode() for name, value in ALWAYS.items()}


def test_leaves_what_the_answer_says_itself() -> None:
    told = _answered((b"Cache-Control", b"no-cache"))
    assert [value for name, value in told if name.lower() == b"cache-control"] == [b"no-cache"]


def test_runs_nothing_that_stands_in_the_page() -> None:
    rules = dict(rule.strip().split(" ", 1) for rule in POLICY.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["require-trusted-types-for"] == "'script'"
    assert "unsafe" not in POLICY
    assert "*" not in POLICY
    assert "http" not in POLICY
