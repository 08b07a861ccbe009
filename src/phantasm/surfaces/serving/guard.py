"""Which HTTP requests get in? Those for this host, from no foreign page, that somebody vouches for."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from phantasm.surfaces.serving.tokens import Grant

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Receive, Scope, Send

    from phantasm.surfaces.serving.lifetime import Lifetime

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Names under which this machine reaches itself."""
GRANT = "phantasm.grant"
"""Where the guard leaves what a request is granted; None on the few routes that are open to everybody."""
MOST_HEAD_BYTES = 64 * 1024
"""Of a request's target and its headers; a browser's are a fiftieth of it."""
_BEARER = "bearer "
_REFUSED_AS = "not_allowed"
_TOO_LARGE, _WRONG_HOST, _WRONG_ORIGIN, _NO_TOKEN = 431, 421, 403, 401


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a request does not get in."""

    status: int
    message: str


@dataclass(frozen=True, slots=True)
class Public:
    """The route is open to everybody and tells nothing."""


def authority(host: str, port: int) -> str:
    """Return a host and a port as a URL has them."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def authorities(host: str, port: int) -> list[str]:
    """Return what the Host header may say: the name that was chosen, and with a loopback name all of them."""
    return [authority(name, port) for name in (LOOPBACK if host in LOOPBACK else (host.lower(),))]


def header(scope: Scope, name: bytes) -> list[str]:
    """Return every value of a header: one that comes twice must not be read in two ways."""
    return [value.decode("latin-1") for one, value in scope["headers"] if one.lower() == name]


def bearer(authorize: Callable[[str | None], Grant | None]) -> Callable[[Scope], Grant | Refused]:
    """Return who lets in whoever has a token, and nobody else."""

    def admit(scope: Scope) -> Grant | Refused:
        said = header(scope, b"authorization")
        is_one = len(said) == 1 and said[0].lower().startswith(_BEARER)
        grant = authorize(said[0][len(_BEARER) :].strip() if is_one else None)
        return grant or Refused(_NO_TOKEN, "a bearer token of this project is needed")

    return admit


class Guard:
    """Stands before the whole application: what it refuses reaches nobody."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: list[str],
        admit: Callable[[Scope], Grant | Public | Refused],
        lifetime: Lifetime | None = None,
    ) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._origins = frozenset(f"http://{host}" for host in hosts)
        self._admit = admit
        self._lifetime = lifetime

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request through, or answer it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # nothing here speaks anything else
            await send({"type": "websocket.close", "code": 1008})
            return
        admitted = self._refused(scope) or self._admit(scope)
        if isinstance(admitted, Refused):
            await _answer(send, admitted)
            return
        grant = admitted if isinstance(admitted, Grant) else None
        await self._pass({**scope, GRANT: grant}, receive, send)

    def _refused(self, scope: Scope) -> Refused | None:
        # The web server's own limit holds only for a head that comes in pieces.
        if _head_bytes(scope) > MOST_HEAD_BYTES:
            return Refused(_TOO_LARGE, f"the request's head is larger than {MOST_HEAD_BYTES} bytes")
        hosts = header(scope, b"host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return Refused(_WRONG_HOST, "the Host header names another host")
        if any(origin.lower() not in self._origins for origin in header(scope, b"origin")):
            return Refused(_WRONG_ORIGIN, "the Origin is not allowed")
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


def _head_bytes(scope: Scope) -> int:
    headers = sum(len(name) + len(value) for name, value in scope["headers"])
    return len(scope.get("path", "")) + len(scope.get("query_string", b"")) + headers


def refusal(code: str, message: str) -> bytes:
    """Return what somebody is told who does not come as far as the door, in the form of its answers."""
    error = {"code": code, "message": message}
    said = {"status": "error", "request_id": "", "operation": "", "data": None, "error": error}
    return json.dumps(said).encode()


async def _answer(send: Send, refused: Refused) -> None:
    body = refusal(_REFUSED_AS, refused.message)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refused.status == _NO_TOKEN:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
