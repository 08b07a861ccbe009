"""How does a person confirm through the client? With the protocol's elicitation, for exactly one target.

The question is put after a dry run and is bound to what that showed. Handshake clients are asked with a
request of ours; clients of 2026-07-28 get `input_required` and bring the answer, with our sealed state, to a
new call.
Where the client cannot ask, the refusal carries the request that a person can run at a terminal.
"""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from mcp.types import ElicitRequest, ElicitRequestFormParams, ElicitResult, InputRequiredResult

from phantasm.contracts.canonical import canonical
from phantasm.contracts.errors import Code

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server import ServerRequestContext
    from mcp.types import CallToolRequestParams

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject

_ANSWER = "confirmation"
# The longest reason that a confirmation can hold.
_REASON_CHARACTERS = 512
_FORM: dict[str, object] = {
    "type": "object",
    "properties": {"reason": {"type": "string", "title": "Reason", "description": "Why, for the journal"}},
}


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked: one operation, one target, and what a dry run of it showed."""

    operation: str
    target: JsonObject
    preview_hash: str | None = None
    changes: int | None = None

    def words(self) -> str:
        """Return the question as the person reads it."""
        extent = "" if self.changes is None else f" It changes {self.changes} things."
        return f"Phantasm: carry out {self.operation} for {canonical(self.target)}?{extent}"

    def approves(self) -> Callable[[str], bool]:
        """Return who answers the runtime's own question: yes to this one, no to any other."""
        subject = f"{self.operation} {canonical(self.target)} "
        return lambda asked: asked.startswith(subject)


def question_of(response: Response) -> Question | None:
    """Return what has to be confirmed, where that is why a request was refused."""
    problem = response.error
    if problem is None or problem.code != Code.CONFIRMATION_REQUIRED or not isinstance(problem.example, dict):
        return None
    operation, target = problem.example.get("operation"), problem.example.get("target")
    if not isinstance(operation, str) or not isinstance(target, dict):
        return None
    return Question(operation, target)


def can_ask(context: ServerRequestContext) -> bool:
    """Tell whether the client puts forms to a person; one that names no mode has the form."""
    capabilities = context.session.client_capabilities
    elicitation = capabilities.elicitation if capabilities else None
    return elicitation is not None and (elicitation.form is not None or elicitation.url is None)


async def ask(context: ServerRequestContext, question: Question) -> ElicitResult | InputRequiredResult:
    """Put the question: the answer, or what the client has to bring back with its next call."""
    if not is_modern(context):
        return await context.session.elicit_form(question.words(), _FORM, context.request_id)
    form = ElicitRequestFormParams(message=question.words(), requested_schema=_FORM)
    return InputRequiredResult(
        input_requests={_ANSWER: ElicitRequest(params=form)}, request_state=json.dumps(asdict(question))
    )


def is_modern(context: ServerRequestContext) -> bool:
    """Tell whether the client speaks a revision without requests from the server."""
    from mcp.types.version import MODERN_PROTOCOL_VERSIONS  # noqa: PLC0415  the SDK is loaded by now

    return context.protocol_version in MODERN_PROTOCOL_VERSIONS


def brought(params: CallToolRequestParams) -> tuple[Question, ElicitResult | None] | None:
    """Return the question that a call goes on with, and the answer to it; the state's seal was checked."""
    if params.request_state is None:
        return None
    question = Question(**json.loads(params.request_state))
    answer = (params.input_responses or {}).get(_ANSWER)
    return question, answer if isinstance(answer, ElicitResult) else None


def confirmations(question: Question, answer: ElicitResult, *, client: str) -> JsonObject:
    """Return the confirmation that a request carries once a person has said yes."""
    reason = (answer.content or {}).get("reason")
    said = str(reason).replace("\x00", "")[:_REASON_CHARACTERS].strip() if reason else ""
    return {
        "approved_by": f"a person at {client}",
        "reason": said or f"confirmed in {client}",
        "operation": question.operation,
        "target": question.target,
        "preview_hash": question.preview_hash,
    }


def runnable(request: JsonObject, question: Question) -> str:
    """Return the command with which a person can do it at a terminal, where they are asked."""
    said: JsonObject = {
        "approved_by": "your name",
        "reason": "why",
        "operation": question.operation,
        "target": question.target,
    }
    whole = request | {"client": {"profile": "cli"}, "confirmations": said}
    return f"phantasm handle-request {shlex.quote(json.dumps(whole, ensure_ascii=False))}"
