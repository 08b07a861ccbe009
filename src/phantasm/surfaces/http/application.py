"""How is it all put together? The routes, the page and the description, behind the guard."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fastapi import APIRouter, FastAPI, Request
from fastapi import Response as Reply
from fastapi.responses import StreamingResponse
from starlette.exceptions import HTTPException

from phantasm.surfaces.http.admission import API, EVENTS, HEALTH, OPENAPI, SESSION, admission, cookie_name
from phantasm.surfaces.http.answers import JSON, plain_refusal, reply
from phantasm.surfaces.http.events import Changes
from phantasm.surfaces.http.page import page_routes
from phantasm.surfaces.http.routes import Answering, operation_routes, party_of, session_routes
from phantasm.surfaces.serving.guard import GRANT, Guard, authorities
from phantasm.surfaces.serving.headers import Headers
from phantasm.surfaces.serving.tokens import Grant

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Scope

    from phantasm.surfaces.http.browsers import Browsers
    from phantasm.surfaces.http.lanes import Lanes
    from phantasm.surfaces.serving.guard import Public, Refused
    from phantasm.surfaces.serving.lifetime import Lifetime
    from phantasm.surfaces.serving.listening import Address

_DEFECT = 500
# Paths with several routes: of these the router would name only the first one's method.
_SHARED = {f"{API}{HEALTH}": "GET, POST", f"{API}{SESSION}": "DELETE, GET, POST"}


@dataclass(frozen=True, slots=True)
class Serving:
    """What the application serves, and whom."""

    lanes: Lanes
    authorize: Callable[[str | None], Grant | None]
    browsers: Browsers


def application(serving: Serving, address: Address, lifetime: Lifetime | None = None) -> ASGIApp:
    """Return the whole application."""
    admit = admission(serving.authorize, serving.browsers, port=address.port)
    changes = Changes(serving.lanes, is_over=lambda: lifetime is not None and lifetime.reason() is not None)
    app = FastAPI(title="Phantasm", openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False)
    app.add_exception_handler(HTTPException, _of_the_protocol)
    app.add_exception_handler(Exception, _of_our_own)
    # Mounted as a whole, so that the page, which answers every path, hides none of its refusals.
    api = APIRouter(redirect_slashes=False)
    api.include_router(session_routes(serving.lanes, serving.browsers, cookie=cookie_name(address.port)))
    api.include_router(_event_routes(changes, admit))
    api.include_router(operation_routes(Answering(serving.lanes)))
    app.mount(API, api)
    _describe(app)
    app.include_router(page_routes())
    hosts = authorities(address.host, address.port)
    return Headers(Guard(app, hosts=hosts, admit=admit, lifetime=lifetime))


def _describe(app: FastAPI) -> None:
    building = asyncio.Lock()

    def build() -> bytes:
        from phantasm.surfaces.http.openapi import description  # noqa: PLC0415  loads every operation

        return description()

    @app.get(OPENAPI, response_model=None)
    async def describe() -> Reply:
        async with building:  # it takes most of a second, once
            return Reply(await asyncio.to_thread(build), media_type=JSON)


def _event_routes(changes: Changes, admit: Callable[[Scope], Grant | Public | Refused]) -> APIRouter:
    router = APIRouter()

    @router.get(f"/{EVENTS}", response_model=None)
    async def events(request: Request) -> Reply:
        grant: Grant = request.scope[GRANT]
        first = await changes.ask(grant.profile, party_of(grant))
        if first.error is not None:  # who may not read the journal is not told of it either
            return reply(first)
        last = request.headers.get("last-event-id", "")
        after = int(last) if last.isascii() and last.isdigit() and len(last) < len(str(2**62)) else None
        # A token or a session that has ended since ends what came in with it.
        told = changes.listen(after, lambda: isinstance(admit(request.scope), Grant))
        return StreamingResponse(told, media_type="text/event-stream")

    return router


async def _of_the_protocol(request: Request, problem: Exception) -> Reply:
    """Answer what no route takes in the form of every other refusal."""
    if not isinstance(problem, HTTPException):
        raise problem
    headers = dict(problem.headers or {})
    if "Allow" in headers:
        headers["Allow"] = _SHARED.get(request.scope["path"], headers["Allow"])
    return plain_refusal(problem.status_code, problem.detail, headers=headers)


async def _of_our_own(_: Request, __: Exception) -> Reply:
    """Answer a defect of ours in that form too; what it was is for the log alone."""
    return plain_refusal(_DEFECT, "a defect in Phantasm; the terminal of the server shows it")
