"""How does a call become a request, and what happens when a person has to confirm it?"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from mcp.types import InputRequiredResult

from phantasm.contracts.envelope import API_VERSION
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.surfaces.mcp import answers, confirming
from phantasm.surfaces.mcp.calls import Meant, meant
from phantasm.surfaces.mcp.identity import Caller, caller_of

if TYPE_CHECKING:
    from mcp.server import ServerRequestContext
    from mcp.types import CallToolRequestParams, CallToolResult, ElicitResult

    from phantasm.contracts.envelope import Response
    from phantasm.contracts.model import JsonObject
    from phantasm.surfaces.mcp.confirming import Question
    from phantasm.surfaces.mcp.keys import Keys
    from phantasm.surfaces.serving.door import Door

_ANONYMOUS = "the client"
_PERSON_DECIDES = "Run: phantasm review"
_CANNOT_ASK = "This client cannot put the question to a person. A person can run it at a terminal:"


class Asking:
    """Whoever puts questions to the door for the callers of one server."""

    def __init__(self, door: Door, keys: Keys) -> None:
        self.door = door
        self._keys = keys
        self._has_written = False

    def has_written(self) -> bool:
        """Tell whether memory was changed since this was asked last."""
        told, self._has_written = self._has_written, False
        return told

    async def ask(self, context: ServerRequestContext, operation: str, params: JsonObject) -> Response:
        """Read something for the caller of a request."""
        caller = caller_of(context)
        return await self.door.ask(_request(caller, Meant(operation, params)), caller.party())

    async def call(
        self, context: ServerRequestContext, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        """Carry out one call of a tool."""
        caller = caller_of(context)
        try:
            asked = meant(params.name, dict(params.arguments or {}), session=caller.session)
        except PhantasmError as problem:
            return answers.problem(problem)
        request = _request(caller, asked, key=self._keys.key(caller, asked))
        try:
            response = await self._answered(context, request, confirming.brought(params))
        except PhantasmError as problem:
            return answers.problem(problem)
        if isinstance(response, InputRequiredResult):
            return response
        if response.provenance.operation_id and not response.replayed:
            self._keys.wrote(caller, asked)
            self._has_written = True
        return _result(params.name, request, response)

    async def _answered(
        self,
        context: ServerRequestContext,
        request: JsonObject,
        going_on: tuple[Question, ElicitResult | None] | None,
    ) -> Response | InputRequiredResult:
        """Return the answer, asking a person in between where one has to confirm and the client can ask."""
        caller = caller_of(context)
        if going_on is None:
            response = await self.door.ask(request, caller.party())
            found = confirming.question_of(response)
            if found is None or not confirming.can_ask(context):
                return response
            preview = await self.door.ask(_dry(request), caller.party())
            if preview.preview is None:
                return preview
            shown = preview.preview
            going_on = replace(found, preview_hash=shown.preview_hash, changes=shown.changes), None
        question, answer = going_on
        if answer is None:
            told = await confirming.ask(context, question)
            if isinstance(told, InputRequiredResult):
                return told
            answer = told
        client = caller.name or _ANONYMOUS
        if answer.action != "accept":
            message = f"the person at {client} did not confirm {question.operation}; nothing was done"
            raise PhantasmError(Code.CONFIRMATION_REQUIRED, message, field="confirmations")
        said = confirming.confirmations(question, answer, client=client)
        return await self.door.ask(request | {"confirmations": said}, caller.party(question.approves()))


def _result(tool: str, request: JsonObject, response: Response) -> CallToolResult:
    question = confirming.question_of(response)
    if question is not None:
        # What the runtime advises (a dry run, confirmations in the request) is for whoever can confirm.
        bare = response.model_copy(update={"remediation": []})
        return answers.refusal(bare, _CANNOT_ASK, confirming.runnable(request, question))
    if tool == "review" and response.error is not None and response.error.code == Code.NOT_ALLOWED:
        return answers.refusal(response, _PERSON_DECIDES)
    return answers.result(response, whole=tool == "call")


def _request(caller: Caller, asked: Meant, *, key: str | None = None) -> JsonObject:
    """Return the whole request."""
    envelope: JsonObject = {
        "api_version": API_VERSION,
        "operation": asked.operation,
        "request_id": f"mcp-{secrets.token_hex(8)}",
        "client": caller.client(),
        "params": asked.params,
    }
    return envelope | ({"idempotency_key": key} if key is not None else {})


def _dry(request: JsonObject) -> JsonObject:
    params = request["params"]
    return request | {"params": (params if isinstance(params, dict) else {}) | {"dry_run": True}}
