"""What keeps a browser from doing more with an answer than it should? Headers, on every one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
"""Nothing runs, is shown or is asked but what comes from here."""
ALWAYS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    # What memory says is for whoever asked, and is not left in a cache.
    "cache-control": "no-store",
}
"""What every answer has, unless it says something of its own."""
_SENT = [(name.encode(), value.encode()) for name, value in ALWAYS.items()]


class Headers:
    """Stands before everything: refusals have the headers too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and the answer back with its headers."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = {name.lower() for name, _ in message["headers"]}
                added = [(name, value) for name, value in _SENT if name not in told]
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        await self._app(scope, receive, with_headers)
