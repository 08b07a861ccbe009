"""How is the API described? OpenAPI from the models of the contract, with every operation's own types."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, create_model
from pydantic.json_schema import models_json_schema

from phantasm import __version__
from phantasm.contracts.envelope import Request, Response
from phantasm.contracts.errors import STATUS
from phantasm.runtime import registry
from phantasm.surfaces.http.admission import API, EVENTS, HEALTH, SESSION, WORD_HEADER
from phantasm.surfaces.http.links import LINKS
from phantasm.surfaces.http.shapes import PARAMS, Alive, Answered, Call, Code, Entered, Event, Refusal

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject, Model
    from phantasm.contracts.operation import Operation

_Mode = Literal["validation", "serialization"]
_REF = "#/components/schemas/{model}"
# What HTTP itself may answer, beside the statuses of the error codes.
_OF_HTTP = (401, 403, 408, 413, 415, 421, 431, 503)


@cache
def description() -> bytes:
    """Return the description of the whole API as it is sent; made once, because no request changes it."""
    return json.dumps(document(), separators=(",", ":")).encode()


def document() -> JsonObject:
    """Return the description of the whole API."""
    operations = registry.operations()
    schema = _Schemas(operations)
    paths: JsonObject = {f"{API}/{one.name}": {"post": _operation(one, schema)} for one in operations}
    paths[f"{API}/handle-request"] = {
        "post": _route(
            "Send a whole request, whatever its operation.", "handle_request", schema, Response, Request
        )
    }
    paths[f"{API}/{EVENTS}"] = {"get": _events(schema)}
    paths[API + HEALTH] = paths[API + HEALTH] | {
        "get": _route("Say that somebody answers.", "alive", schema, Alive) | {"security": []}
    }  # type: ignore[operator]
    paths[API + SESSION] = {
        "post": _route("Exchange a one-time code for a session.", "enter", schema, Entered, Code)
        | {"security": []},
        "get": _route("Say whom the server takes the caller for.", "whoami", schema, Entered),
        "delete": _route("End a browser's session.", "leave", schema, None),
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Phantasm", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {"schemas": schema.definitions, "securitySchemes": _SECURITY},
        "security": [{"token": []}, {"browser": [], "word": []}],
    }


_ABOUT = "The memory of one project: every operation of the request contract, one route each."
_SECURITY: JsonObject = {
    "token": {"type": "http", "scheme": "bearer", "description": "`phantasm token show NAME`"},
    "browser": {"type": "apiKey", "in": "cookie", "name": "phantasm_PORT"},
    "word": {"type": "apiKey", "in": "header", "name": WORD_HEADER},
}


class _Schemas:
    """Every model of the API under a name of its own."""

    def __init__(self, operations: list[Operation]) -> None:
        self.calls = {one.name: _call_of(one) for one in operations}
        self.answers = {one.name: _answer_of(one) for one in operations}
        sent: list[type[Model]] = [*self.calls.values(), Request, Code]
        told: list[type[Model]] = [*self.answers.values(), Response, Refusal, Entered, Event, Alive]
        modes: list[tuple[type[Model], _Mode]] = [(one, "validation") for one in sent]
        modes += [(one, "serialization") for one in told]
        self._names, found = models_json_schema(modes, ref_template=_REF)
        self.definitions: JsonObject = found.get("$defs", {})

    def ref(self, model: type[Model], mode: _Mode) -> JsonObject:
        return self._names[(model, mode)]


def _call_of(operation: Operation) -> type[Model]:
    """Return what is sent to one operation, under its name; `params` may be left out where none is needed."""
    inner = operation.params
    base: type[Model] = Call[inner]  # type: ignore[valid-type]
    is_optional = not any(field.is_required() for field in inner.model_fields.values())
    fields: Any = {"params": (inner, Field(default={}, description=PARAMS))} if is_optional else {}
    return create_model(f"Call_{operation.name}", __base__=base, __module__=__name__, **fields)


def _answer_of(operation: Operation) -> type[Model]:
    """Return what one operation answers, under its name."""
    base: type[Model] = Answered[operation.result]  # type: ignore[name-defined]
    return create_model(f"Answered_{operation.name}", __base__=base, __module__=__name__)


def _operation(operation: Operation, schema: _Schemas) -> JsonObject:
    described = _route(
        operation.summary,
        operation.name,
        schema,
        schema.answers[operation.name],
        schema.calls[operation.name],
    )
    if operation.name in LINKS:
        described["responses"]["200"]["links"] = LINKS[operation.name]  # type: ignore[index]  # as made below
    key: JsonObject = {"idempotency_key": f"example-{operation.name}"} if operation.kind.writes else {}
    example: JsonObject = {"params": operation.example, **key}
    described["requestBody"]["content"]["application/json"]["example"] = example  # type: ignore[index]
    return described | {"tags": [operation.kind.value], "x-needs": operation.needs.value}


def _route(
    summary: str, name: str, schema: _Schemas, told: type[Model] | None, sent: type[Model] | None = None
) -> JsonObject:
    refusal = {"description": "Refused", "content": _json(schema.ref(Refusal, "serialization"))}
    statuses = sorted({*_OF_HTTP, *(status.http for status in STATUS.values())})
    answers: JsonObject = {str(status): refusal for status in statuses}
    if told is None:
        answers["204"] = {"description": "Done"}
    else:
        answers["200"] = {"description": "Answered", "content": _json(schema.ref(told, "serialization"))}
    route: JsonObject = {"summary": summary, "operationId": name, "responses": answers}
    if sent is not None:
        route["requestBody"] = {"required": True, "content": _json(schema.ref(sent, "validation"))}
    return route


def _events(schema: _Schemas) -> JsonObject:
    route = _route("Be told of changes, as server-sent events.", "events", schema, Event)
    answered = route["responses"]["200"]  # type: ignore[index]  # as made above
    answered["content"] = {"text/event-stream": answered["content"]["application/json"]}
    return route


def _json(schema: JsonObject) -> JsonObject:
    return {"application/json": {"schema": schema}}
