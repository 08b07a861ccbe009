"""Which routes are there? One for each operation, one for whole requests, those of a browser's session."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from fastapi import Response as Reply
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from phantasm import __version__
from phantasm.contracts.envelope import API_VERSION, MAX_KEY_CHARACTERS
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.parse import MAX_REQUEST_BYTES, decode
from phantasm.runtime import registry
from phantasm.runtime.party import Party, rights_of
from phantasm.surfaces.http.admission import EVENTS, HEALTH, SESSION, cookie_of
from phantasm.surfaces.http.answers import plain_refusal, problem_reply, reply
from phantasm.surfaces.serving.guard import GRANT

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fastapi import Request

    from phantasm.contracts.model import JsonObject
    from phantasm.runtime.bootstrap import Runtime
    from phantasm.surfaces.http.browsers import Browsers
    from phantasm.surfaces.http.lanes import Lanes
    from phantasm.surfaces.serving.tokens import Grant


# A sender that takes longer for its body holds a connection for nothing.
BODY_SECONDS = 30.0
# Read within ten milliseconds; handing it to a thread costs a tenth of one.
LONG_BYTES = 256 * 1024
_FIELDS = frozenset({"params", "idempotency_key", "request_id", "confirmations", "client"})
_CLIENT_FIELDS = frozenset({"session_id", "name", "version"})


class UnreadableError(Exception):
    """A body that is not even looked at, with the HTTP status that says why."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


async def read(
    request: Request, *, most: int = MAX_REQUEST_BYTES, seconds: float = BODY_SECONDS
) -> JsonObject:
    """Return the JSON object that a request carries, of at most so many bytes, sent within so long."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":  # what a form can send is not taken for a request
        raise UnreadableError(415, "the body has to be application/json")
    if int(request.headers.get("content-length", 0)) > most:  # digits: the web server has looked
        raise _too_large(most)
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise _too_large(most)
    except TimeoutError as problem:
        raise UnreadableError(408, "the body did not come in time") from problem
    except ClientDisconnect as problem:  # nobody is left to read it, and it is no defect of ours
        raise UnreadableError(400, "the sender has gone") from problem
    # Its values are looked at one by one, which takes seconds for the longest: nobody else waits for that.
    return await asyncio.to_thread(decode, bytes(body)) if len(body) > LONG_BYTES else decode(bytes(body))


def request_of(operation: str, body: JsonObject, grant: Grant) -> JsonObject:
    """Return the whole request behind a call of one operation's route."""
    _refuse_unknown(body, _FIELDS, "")
    client = {} if body.get("client") is None else body["client"]
    if not isinstance(client, dict):
        raise PhantasmError(Code.INVALID_REQUEST, "client is not an object", field="client")
    _refuse_unknown(client, _CLIENT_FIELDS, "client.")
    given = {name: value for name, value in body.items() if value is not None or name == "params"}
    return {
        "request_id": f"http-{secrets.token_hex(8)}",
        **given,
        "api_version": API_VERSION,
        "operation": operation,
        "client": {**client, "profile": grant.profile},
    }


def as_granted(request: JsonObject, grant: Grant) -> JsonObject:
    """Return a whole request of somebody who says who they are; saying somebody else is refused."""
    client = request.get("client")
    named = client.get("profile") if isinstance(client, dict) else None
    if named is not None and named != grant.profile:
        raise PhantasmError(
            Code.NOT_ALLOWED,
            f"this token is bound to the profile {grant.profile!r}",
            field="client.profile",
            expected=grant.profile,
        )
    return request


def _too_large(most: int) -> UnreadableError:
    return UnreadableError(413, f"the body is larger than {most} bytes")


def _refuse_unknown(value: JsonObject, known: frozenset[str], prefix: str) -> None:
    unknown = sorted(set(value) - known)
    if unknown:
        raise PhantasmError(
            Code.INVALID_REQUEST,
            f"unknown field {prefix}{unknown[0]}",
            field=f"{prefix}{unknown[0]}",
            expected="one of: " + ", ".join(sorted(known)),
        )


# Far above the longest wait for the store's lock; whoever asks again with the same key gets the answer.
ANSWER_SECONDS = 120.0
_NOBODY, _NOT_POSTED, _TOO_LONG = 401, 405, 503
_NO_CONTENT = 204
# Whoever brings a code is not known yet: ten times what it takes.
_MOST_CODE_BYTES = 1024


class Answering:
    """Whoever puts the requests of HTTP to the project."""

    def __init__(self, lanes: Lanes, *, seconds: float = ANSWER_SECONDS) -> None:
        self._lanes = lanes
        self._seconds = seconds

    async def answer(self, request: Request, name: str | None) -> Reply:
        """Answer a call of one operation, or a whole request where no name is given."""
        grant: Grant = request.scope[GRANT]
        try:
            body = await read(request)
            asked = request_of(name, body, grant) if name else as_granted(body, grant)
        except UnreadableError as problem:
            return plain_refusal(problem.status, problem.message)
        except PhantasmError as problem:
            return problem_reply(problem, operation=name or "")
        return await self._within_time(asked, grant)

    async def _within_time(self, asked: JsonObject, grant: Grant) -> Reply:
        try:
            async with asyncio.timeout(self._seconds):
                return reply(await self._lanes.ask(asked, party_of(grant)))
        except TimeoutError:
            message = f"no answer within {self._seconds:.0f} s; ask again with the same idempotency_key"
            return plain_refusal(_TOO_LONG, message)


def party_of(grant: Grant) -> Party:
    """Return what the runtime is told beside the request; in a person's browser their click is the answer."""
    return Party(
        at_terminal=grant.is_person, ask=(lambda _: True) if grant.is_person else None, scope=grant.scope
    )


def operation_routes(answering: Answering) -> APIRouter:
    """Return a route for each operation, and the one that takes whole requests."""
    router = APIRouter()

    def route(name: str | None) -> Callable[[Request], Awaitable[Reply]]:
        async def answer(request: Request) -> Reply:
            return await answering.answer(request, name)

        return answer

    router.add_api_route("/handle-request", route(None), methods=["POST"], response_model=None)
    for name in registry.names():
        router.add_api_route(f"/{name}", route(name), methods=["POST"], response_model=None)

    @router.post("/{name}", response_model=None)
    async def other(request: Request, name: str) -> Reply:
        """Answer an alias, or say that there is no such operation, whatever the body."""
        if name == EVENTS:
            raise HTTPException(_NOT_POSTED, headers={"Allow": "GET"})
        try:
            registry.resolve(name[:MAX_KEY_CHARACTERS])
        except PhantasmError as problem:
            return problem_reply(problem)
        return await answering.answer(request, name)

    return router


def session_routes(lanes: Lanes, browsers: Browsers, *, cookie: str) -> APIRouter:
    """Return the routes by which a browser comes in, is told who it is, and leaves."""
    router = APIRouter()

    @router.get(HEALTH)
    async def health() -> JSONResponse:
        return JSONResponse({"status": "ok"})

    @router.post(SESSION, response_model=None)
    async def enter(request: Request) -> Reply:
        try:
            body = await read(request, most=_MOST_CODE_BYTES)
        except UnreadableError as problem:
            return plain_refusal(problem.status, problem.message)
        except PhantasmError as problem:
            return problem_reply(problem)
        code = body.get("code")
        session = browsers.enter(code) if isinstance(code, str) else None
        if session is None:
            return plain_refusal(_NOBODY, "the link was used or is too old; the terminal shows a new one")
        told = await _told(lanes, session.grant)
        answer = JSONResponse(told | {"csrf": session.word})
        answer.set_cookie(cookie, session.cookie, httponly=True, samesite="strict", path="/")
        return answer

    @router.get(SESSION, response_model=None)
    async def known(request: Request) -> Reply:
        return JSONResponse(await _told(lanes, request.scope[GRANT]))

    @router.delete(SESSION, response_model=None)
    async def leave(request: Request) -> Reply:
        browsers.leave(cookie_of(request.scope, cookie) or "")
        answer = Reply(status_code=_NO_CONTENT)
        answer.delete_cookie(cookie, path="/", httponly=True, samesite="strict")
        return answer

    return router


async def _told(lanes: Lanes, grant: Grant) -> JsonObject:
    """Return whom the server takes somebody for, and in which project."""
    told: JsonObject = {
        "profile": grant.profile,
        "scope": grant.scope.value,
        "is_person": grant.is_person,
        "version": __version__,
        "rights": [],
    }

    def look(runtime: Runtime) -> None:
        environment = runtime.environment
        told["rights"] = rights_of(environment.profiles, grant.profile, grant.scope)
        told["project"] = environment.paths.root.name
        told["root"] = str(environment.paths.root)

    await lanes.look(look)
    return told
