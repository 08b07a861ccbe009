"""How does an import ask? Through the door like everybody; a refusal is an error."""

from collections.abc import Callable

from phantasm.contracts.envelope import Response
from phantasm.contracts.model import JsonObject
from phantasm.runtime.asking import answered

Ask = Callable[[str, JsonObject], Response]
"""Sends an operation's params through the door."""


def asked(ask: Ask, operation: str, params: JsonObject) -> Response:
    """Ask, and raise what the response says went wrong."""
    return answered(ask(operation, params))


def listed(response: Response, name: str) -> list[JsonObject]:
    """Return the objects of a list in a response."""
    found = (response.data or {}).get(name)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
