"""Which HTTP requests get in? Those for this host, from no foreign page, with a token; on every route."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from phantasm.surfaces.mcp.identity import BOUND_PROFILE

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from phantasm.surfaces.mcp.lifetime import Lifetime
    from phantasm.surfaces.mcp.tokens import Authorize

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Names under which this machine reaches itself."""
_BEARER = "bearer "
_WRONG_HOST, _WRONG_ORIGIN, _NO_TOKEN = 421, 403, 401


def authority(host: str, port: int) -> str:
    """Return a host and a port as a URL has them."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def authorities(host: str, port: int) -> list[str]:
    """Return what the Host header may say: the name that was chosen, and with a loopback name all of them."""
    return [authority(name, port) for name in (LOOPBACK if host in LOOPBACK else (host.lower(),))]


class Guard:
    """Stands before the whole application: what it refuses reaches nobody."""

    def __init__(
        self, app: ASGIApp, *, hosts: list[str], authorize: Authorize, lifetime: Lifetime | None = None
    ) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._origins = frozenset(f"http://{host}" for host in hosts)
        self._authorize = authorize
        self._lifetime = lifetime

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request through, or answer it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # nothing here speaks anything else
            await send({"type": "websocket.close", "code": 1008})
            return
        refused = self._refused(scope)
        if refused is not None:
            await _answer(send, *refused)
            return
        profile = self._authorize(_token(_told(scope, b"authorization")))
        if profile is None:
            await _answer(send, _NO_TOKEN, "a bearer token of this project is needed")
            return
        await self._pass({**scope, BOUND_PROFILE: profile}, receive, send)

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        hosts = _told(scope, b"host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return _WRONG_HOST, "the Host header names another host"
        if any(origin.lower() not in self._origins for origin in _told(scope, b"origin")):
            return _WRONG_ORIGIN, "the Origin is not allowed"
        return None

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._lifetime is None:
            await self._app(scope, receive, send)
            return
        self._lifetime.begin()
        try:
            await self._app(scope, receive, send)
        finally:
            self._lifetime.finish()


def _told(scope: Scope, name: bytes) -> list[str]:
    """Return every value of a header: one that comes twice must not be read in two ways."""
    return [value.decode("latin-1") for one, value in scope["headers"] if one.lower() == name]


def _token(headers: list[str]) -> str | None:
    if len(headers) != 1 or not headers[0].lower().startswith(_BEARER):
        return None
    return headers[0][len(_BEARER) :].strip()


async def _answer(send: Send, status: int, message: str) -> None:
    body = json.dumps({"error": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == _NO_TOKEN:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
