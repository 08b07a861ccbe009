"""How is the API described? OpenAPI from the models of the contract, with every operation's own types."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from pydantic import Field, create_model
from pydantic.json_schema import models_json_schema

from phantasm import __version__
from phantasm.contracts.envelope import Confirmations, ErrorBody, Key, Request, Response
from phantasm.contracts.errors import STATUS
from phantasm.contracts.model import Model
from phantasm.runtime import registry
from phantasm.surfaces.http.admission import API, EVENTS, HEALTH, SESSION, WORD_HEADER

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject
    from phantasm.contracts.operation import Operation


ParamsT = TypeVar("ParamsT", bound=Model)
ResultT = TypeVar("ResultT", bound=Model)
PARAMS = "The operation's own parameters"


class CallingClient(Model):
    """Which program calls; the profile is the token's."""

    session_id: Key | None = Field(default=None, description="The caller's session, for scope and audit")
    name: Key | None = Field(default=None, description="The calling program")
    version: Key | None = Field(default=None, description="The calling program's version")


class Call(Model, Generic[ParamsT]):
    """What is sent to an operation's route."""

    params: ParamsT = Field(description=PARAMS)
    idempotency_key: Key | None = Field(
        default=None, description="Required for every write unless params.dry_run"
    )
    request_id: Key | None = Field(default=None, description="The caller's trace id; echoed")
    confirmations: Confirmations | None = Field(
        default=None, description="Required where the operation asks for it; counts in a person's browser"
    )
    client: CallingClient | None = None


class Answered(Response, Generic[ResultT]):
    """An answer, with the operation's own result."""

    data: ResultT  # type: ignore[assignment]  # what it is in the envelope's general form


class Refusal(Response):
    """An answer that says why nothing was done."""

    data: None = None
    error: ErrorBody


class Code(Model):
    """The one-time code of a link."""

    code: str


class Entered(Model):
    """Whom the server takes a caller for."""

    profile: str
    scope: str
    rights: list[str]
    is_person: bool
    version: str
    project: str | None = None
    root: str | None = None
    csrf: str | None = Field(default=None, description="Told once, when a browser comes in")


class Event(Model):
    """One server-sent event, field by field."""

    event: Literal["hello", "changed"]
    id: str = Field(description="The newest entry of the journal; send it back as Last-Event-ID")
    data: str = Field(description="JSON: `seq`, and for `changed` the `entries` that are new")


class Alive(Model):
    """Somebody answers; nothing more is told to whoever has no token."""

    status: str


_BODY = "$response.body#/data/"


def _with(operation: str, params: JsonObject, *, writes: bool = False) -> JsonObject:
    """Return a link to another operation; a write takes the answer's own trace id for its key."""
    key: JsonObject = {"idempotency_key": "$response.body#/request_id"} if writes else {}
    return {"operationId": operation, "requestBody": {"params": params, **key}}


def _of_a_record(pointer: str) -> JsonObject:
    """Return what can be asked about a record, by where the answer names it."""
    name = _BODY + pointer
    revised: JsonObject = {"id": name, "statement": "What is held now."}
    return {
        "inspect": _with("inspect", {"ids": [name]}),
        "history": _with("history", {"id": name}),
        "explain": _with("explain", {"id": name}),
        "relationships": _with("relationships", {"root_id": name}),
        "revise": _with("revise", revised, writes=True),
        "archive": _with("set_state", {"ids": [name], "action": "archive"}, writes=True),
    }


def _of_a_session(pointer: str) -> JsonObject:
    """Return what can be done with a session, by where the answer names it."""
    name = _BODY + pointer
    turn: JsonObject = {"id": "1", "role": "user", "text": "What was said."}
    return {
        "append": _with("session_append", {"session_id": name, "turns": [turn]}, writes=True),
        "end": _with("session_end", {"session_id": name}, writes=True),
    }


def _of_a_backup(pointer: str) -> JsonObject:
    """Return what can be done with a backup, by where the answer names it."""
    return {"verify": _with("backup_verify", {"backup_id": _BODY + pointer}, writes=True)}


LINKS: dict[str, JsonObject] = {
    "ingest": _of_a_record("results/0/record_id"),
    "revise": _of_a_record("record_id"),
    "list": _of_a_record("records/0/id"),
    "search": {"inspect": _with("inspect", {"ids": [f"{_BODY}hits/0/id"]})},
    "review_queue": {
        "accept": _with("review", {"action": "accept", "ids": [f"{_BODY}items/0/id"]}, writes=True),
        "defer": _with("review", {"action": "defer", "ids": [f"{_BODY}items/0/id"]}, writes=True),
    },
    "session_start": _of_a_session("session/id"),
    "sessions": _of_a_session("sessions/0/id"),
    "backup_create": _of_a_backup("backup_id"),
    "backup_list": _of_a_backup("backups/0/id"),
    "audit": {"undo": _with("undo", {"operations": [f"{_BODY}entries/0/id"]}, writes=True)},
    "compile": {"replay": _with("replay", {"manifest": f"{_BODY}manifest"})},
}
"""For each operation whose answer names something: what can be asked about that."""


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
