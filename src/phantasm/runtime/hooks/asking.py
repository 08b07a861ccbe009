"""How does a hook ask? Through the door as its client's profile; a refusal is an error."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from phantasm import __version__
from phantasm.contracts.envelope import API_VERSION, MAX_KEY_CHARACTERS, Response
from phantasm.contracts.model import JsonObject
from phantasm.runtime.asking import answered

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime

NAME: Final = "phantasm-hook"
"""What the journal calls the program that asks."""
_KEY: Final = re.compile(rf"[^\x00-\x1f]{{1,{MAX_KEY_CHARACTERS}}}")
"""What the envelope takes for the id of a session."""


def request(
    runtime: "Runtime", client: str, operation: str, params: JsonObject, *, session: str = "", key: str = ""
) -> Response:
    """Ask as a client; `key` is the same each time the same thing is handed over."""
    drawn = runtime.environment.ids.new("hook")
    told: JsonObject = {"profile": client, "name": NAME, "version": __version__}
    if _KEY.fullmatch(session):
        told["session_id"] = session
    return runtime.handle(
        {
            "api_version": API_VERSION,
            "operation": operation,
            "request_id": drawn,
            "client": told,
            "idempotency_key": key or drawn,
            "params": params,
        }
    )


def asked(response: Response) -> JsonObject:
    """Return what a response says, or raise what it says went wrong."""
    return answered(response).data or {}


class OutOfTimeError(Exception):
    """There is no time for another request; what was asked before is done."""


def asker(
    runtime: "Runtime", client: str, is_over: Callable[[], bool]
) -> Callable[[str, JsonObject], Response]:
    """Return a way to ask that stops when the time is over, but never before something was handed over.

    Whoever begins to read gets at least one step further, however little time there is each time.
    """
    handed_over = [0]

    def ask(operation: str, params: JsonObject) -> Response:
        if handed_over[0] and is_over():
            raise OutOfTimeError
        response = request(runtime, client, operation, params)
        handed_over[0] += operation == "session_append"
        return response

    return ask
