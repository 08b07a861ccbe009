"""How do we ask ourselves? Through the door like everybody; a refusal is an error."""

from typing import TYPE_CHECKING

from phantasm.contracts.envelope import API_VERSION, Response
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.contracts.model import JsonObject

if TYPE_CHECKING:
    from phantasm.runtime.bootstrap import Runtime

_PROFILE = "scheduler"


def answered(response: Response) -> Response:
    """Return a response, or raise what it says went wrong."""
    if response.error is not None:
        problem = response.error
        steps = tuple(Remediation(step.message, step.request, step.command) for step in response.remediation)
        raise PhantasmError(Code(problem.code), problem.message, field=problem.field, remediation=steps)
    return response


def ask_in_run(
    runtime: "Runtime", operation: str, params: JsonObject, *, run_id: str, key: str
) -> JsonObject:
    """Send one step of a run through the door and return its data; `undo` of the run id takes it back.

    The key names the step and has to change with the lease: a step of another worker is another request.
    """
    response = runtime.handle(
        {
            "api_version": API_VERSION,
            "operation": operation,
            "request_id": f"{run_id}-{key}",
            "client": {"profile": _PROFILE, "session_id": run_id, "name": _PROFILE},
            "idempotency_key": f"{run_id}-{key}",
            "params": params,
        }
    )
    return answered(response).data or {}
