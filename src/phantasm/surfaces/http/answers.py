"""How does a response go over HTTP? The envelope as everywhere, and the status of its error code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import Response as Reply

from phantasm.contracts.envelope import ErrorBody, Response, to_wire
from phantasm.contracts.errors import STATUS, Code
from phantasm.runtime.bootstrap import error_response

if TYPE_CHECKING:
    from phantasm.contracts.errors import PhantasmError

_OK = 200
_CODES = {
    401: Code.NOT_ALLOWED,
    404: Code.NOT_FOUND,
    500: Code.INTERNAL,
    503: Code.STORE_BUSY,
}
JSON = "application/json"
"""In which everything is said but the page and the events."""
_BUSY = STATUS[Code.STORE_BUSY].http
# By then those who wait are answered, when as many wait as may (lanes.MOST_WAITING).
_AGAIN_SECONDS = 5


def reply(response: Response) -> Reply:
    """Return what a client reads."""
    status = _OK if response.error is None else STATUS[Code(response.error.code)].http
    return _sent(response, status)


def problem_reply(problem: PhantasmError, *, request_id: str = "", operation: str = "") -> Reply:
    """Return a refusal that came before the door."""
    return reply(error_response(problem, request_id=request_id, operation=operation))


def plain_refusal(status: int, message: str, *, headers: dict[str, str] | None = None) -> Reply:
    """Return a refusal of the protocol's own: no such route, no such method, too large, too slow."""
    error = ErrorBody(code=_CODES.get(status, Code.INVALID_REQUEST).value, message=message)
    body = Response(status="error", request_id="", operation="", data=None, error=error)
    return _sent(body, status, headers)


def _sent(response: Response, status: int, headers: dict[str, str] | None = None) -> Reply:
    """Return the bytes; who is told that too many ask is told when to come back."""
    again = {"Retry-After": str(_AGAIN_SECONDS)} if status == _BUSY else {}
    return Reply(to_wire(response), status, headers=again | (headers or {}), media_type=JSON)
