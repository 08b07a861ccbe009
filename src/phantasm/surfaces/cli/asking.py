"""How does a command become a request, and how is it sent?

The runtime is imported when something is asked: `phantasm --help` must not pay for it.
"""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

from phantasm import __version__
from phantasm.config.environment import client_profile
from phantasm.contracts.errors import PhantasmError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.runtime.party import Party

# A person at the terminal; without a terminal the runtime takes it for the default client and says so.
_PERSON_PROFILE = "cli"


def ask(start: Path, operation: str, params: JsonObject, *, key: str | None = None) -> Response:
    """Ask one thing of the project that a folder belongs to."""
    return send(start, request(operation, params, key=key))


def request(
    operation: str, params: JsonObject, *, key: str | None = None, confirmations: JsonObject | None = None
) -> JsonObject:
    """Return the whole request; what is None in `params` was not chosen and is left out."""
    drawn = _fresh()
    envelope: JsonObject = {
        "api_version": "v1",
        "operation": operation,
        "request_id": drawn,
        "client": {
            "profile": client_profile() or _PERSON_PROFILE,
            "name": "phantasm",
            "version": __version__,
        },
        "idempotency_key": key or drawn,
        "params": {name: value for name, value in params.items() if value is not None},
    }
    return envelope | ({"confirmations": confirmations} if confirmations else {})


def send(start: Path, envelope: JsonObject, *, party: Party | None = None) -> Response:
    """Send a request through the one door."""
    from phantasm.runtime.hooks.tending import tended  # noqa: PLC0415  the runtime
    from phantasm.surfaces.cli import terminal  # noqa: PLC0415  the runtime

    followed: list[str] = []
    with tended(start, followed) as runtime:
        response = runtime.handle(envelope, party or terminal.party())
    if not followed:
        return response
    from phantasm.contracts.envelope import Notice  # noqa: PLC0415  the runtime

    notices = [Notice(code="branches_followed", message=message) for message in followed]
    return response.model_copy(update={"notices": [*response.notices, *notices]})


def confirmation(operation: str, target: JsonObject, *, reason: str, preview_hash: str | None) -> JsonObject:
    """Return the confirmation of the person at the terminal, who is still asked before it counts."""
    return {
        "approved_by": login_name(),
        "reason": reason,
        "operation": operation,
        "target": target,
        "preview_hash": preview_hash,
    }


def attempt(command: str, work: Callable[[], Response]) -> Response:
    """Run what may fail before or beside a request; a problem becomes the response that tells it."""
    from phantasm.runtime.bootstrap import error_response  # noqa: PLC0415  the runtime
    from phantasm.runtime.safety import typed_failures  # noqa: PLC0415  the runtime

    try:
        with typed_failures():
            return work()
    except PhantasmError as problem:
        return error_response(problem, request_id=_fresh(), operation=command)


def perform(command: str, work: Callable[[], JsonObject]) -> Response:
    """Run a command that is no request (there may be no store), and answer in the same envelope."""
    return attempt(command, lambda: report(command, work()))


def report(command: str, data: JsonObject, *, error: PhantasmError | None = None) -> Response:
    """Return what a command found in the envelope of a response."""
    from phantasm.contracts.envelope import Response  # noqa: PLC0415  the runtime
    from phantasm.runtime.bootstrap import error_response  # noqa: PLC0415  the runtime

    if error is not None:
        return error_response(error, request_id=_fresh(), operation=command).model_copy(update={"data": data})
    return Response(status="ok", request_id=_fresh(), operation=command, data=data)


def login_name() -> str:
    """Return who is logged in, from the system and not from variables that anybody can set."""
    import pwd  # noqa: PLC0415  not on every platform, and only needed for confirmations

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return f"uid {os.getuid()}"


def _fresh() -> str:
    return f"cli-{secrets.token_hex(8)}"
