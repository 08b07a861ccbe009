"""What does a body say? Read within limits, and turned into a request as every surface sends it."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect

from phantasm.contracts.envelope import API_VERSION
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.parse import MAX_REQUEST_BYTES, decode

if TYPE_CHECKING:
    from fastapi import Request

    from phantasm.contracts.model import JsonObject
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
