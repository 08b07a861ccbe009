"""Describe every operation, or one, with its schemas and a runnable example."""

from pydantic import Field

from phantasm.capabilities.environment import Catalogue, Environment
from phantasm.contracts.envelope import API_VERSION, Request, Response
from phantasm.contracts.errors import STATUS, Code, PhantasmError
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.contracts.operation import Operation
from phantasm.contracts.parse import did_you_mean

KIND = Kind.READ
NEEDS_STORE = False
EXAMPLE: JsonObject = {"target": "ingest"}
_EVERYTHING = frozenset({"all", "*", "api"})


class Params(Model):
    """What to describe."""

    target: Line = Field(
        default="all", description="An operation or alias; all, * or api for the whole catalogue"
    )


class Description(Model):
    """One operation."""

    name: str
    summary: str
    kind: str
    needs: str = Field(description="The right that the client profile must have")
    may_become_suggestion: bool = Field(description="Whether a profile without the right may suggest instead")
    needs_confirmation: bool
    needs_idempotency_key: bool
    params_schema: JsonObject
    result_schema: JsonObject
    example: JsonObject = Field(description="A request that can be sent as it is")


class Result(Model):
    """The catalogue, or the part that was asked for."""

    api_version: str
    operations: list[Description]
    aliases: dict[str, JsonObject]
    request_schema: JsonObject | None = None
    response_schema: JsonObject | None = None
    errors: dict[str, JsonObject] | None = None
    transports: list[str] | None = None


def prepare(params: Params, environment: Environment) -> Catalogue:
    """Hand over the catalogue."""
    return environment.catalogue


def handle(params: Params, work: None, catalogue: Catalogue) -> Result:
    """Describe what was asked for."""
    aliases: dict[str, JsonObject] = {
        name: {"operation": operation, "fixed_params": fixed}
        for name, (operation, fixed) in sorted(catalogue.aliases.items())
    }
    operations = catalogue.operations()
    if params.target not in _EVERYTHING:
        wanted = catalogue.aliases.get(params.target, (params.target, {}))[0]
        found = [operation for operation in operations if operation.name == wanted]
        if not found:
            raise _unknown(params.target, [*(operation.name for operation in operations), *aliases])
        own = {name: entry for name, entry in aliases.items() if entry["operation"] == wanted}
        return Result(api_version=API_VERSION, operations=[_description(found[0])], aliases=own)
    return Result(
        api_version=API_VERSION,
        operations=[_description(operation) for operation in operations],
        aliases=aliases,
        request_schema=Request.model_json_schema(),
        response_schema=Response.model_json_schema(),
        errors={
            code.value: {"exit_status": status.exit, "http_status": status.http, "meaning": status.meaning}
            for code, status in STATUS.items()
        },
        transports=[
            "phantasm handle-request JSON",
            "phantasm handle-request --stdin",
            "phantasm handle-request --file PATH",
            "phantasm handle-request --stream (one request and one response per line)",
        ],
    )


def _description(operation: Operation) -> Description:
    return Description(
        name=operation.name,
        summary=operation.summary,
        kind=operation.kind.value,
        needs=operation.needs.value,
        may_become_suggestion=operation.suggestible,
        needs_confirmation=operation.confirmed,
        needs_idempotency_key=operation.kind.writes,
        params_schema=operation.params.model_json_schema(),
        result_schema=operation.result.model_json_schema(),
        example=operation.example_request(),
    )


def _unknown(target: str, known: list[str]) -> PhantasmError:
    return PhantasmError(
        Code.UNKNOWN_OPERATION,
        f"unknown operation {target!r}{did_you_mean(target, known)}",
        field="params.target",
        expected="one of: " + ", ".join(sorted(known)),
    )
