"""What must an operation file provide, and what does the registry know about it?"""

from collections.abc import Callable
from typing import Any, NamedTuple

from phantasm.contracts.envelope import API_VERSION
from phantasm.contracts.kinds import Kind, Right
from phantasm.contracts.model import JsonObject, Model


class Operation(NamedTuple):
    """One operation as the registry found it: declarations that the pipeline enforces."""

    name: str
    summary: str
    kind: Kind
    needs: Right
    params: type[Model]
    result: type[Model]
    handle: Callable[..., Model]
    prepare: Callable[..., Any] | None
    target: Callable[[Any], JsonObject | None] | None
    example: JsonObject
    suggestible: bool
    needs_store: bool

    @property
    def confirmed(self) -> bool:
        """Tell whether a person has to confirm this operation's target."""
        return self.target is not None

    def example_request(self) -> JsonObject:
        """Return a whole request that can be sent as it is."""
        profile = "cli" if self.needs in {Right.MAINTENANCE, Right.REVIEW} else "claude_code"
        request: JsonObject = {
            "api_version": API_VERSION,
            "operation": self.name,
            "request_id": f"example-{self.name}",
            "client": {"profile": profile},
            "params": self.example,
        }
        if self.kind.writes:
            request["idempotency_key"] = f"example-{self.name}"
        return request
