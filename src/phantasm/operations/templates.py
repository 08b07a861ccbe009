"""Show the shape of a good record of each kind, with a runnable example."""

from pydantic import Field

from phantasm.contracts.envelope import API_VERSION
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.kinds import Kind
from phantasm.contracts.model import JsonObject, Line, Model
from phantasm.contracts.parse import did_you_mean
from phantasm.retrieval.adjusting import half_life_of
from phantasm.state.kinds import CATALOGUE, RecordKind

KIND = Kind.READ
NEEDS_STORE = False
EXAMPLE: JsonObject = {"record_kind": "decision"}


class Params(Model):
    """Which kind to show."""

    record_kind: Line | None = Field(default=None, description="One kind; all of them when left out")


class Template(Model):
    """One kind and a request that would hold a record of it."""

    record_kind: str
    meaning: str
    followed_by_agents: bool = Field(
        description="Whether agents act on it; from an untrusted origin it waits for a person"
    )
    half_life_days: float = Field(
        default=0.0,
        description="After so many days the ranking counts it half as recent: 0.5 ** (age / half-life)",
    )
    example: JsonObject


class Result(Model):
    """The templates."""

    templates: list[Template]


def handle(params: Params, work: None, prepared: None) -> Result:
    """Return the templates that were asked for."""
    if params.record_kind is None:
        return Result(templates=[_template(kind) for kind in CATALOGUE.values()])
    kind = CATALOGUE.get(params.record_kind)
    if kind is None:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"unknown record kind {params.record_kind!r}{did_you_mean(params.record_kind, CATALOGUE)}",
            field="params.record_kind",
            expected="one of: " + ", ".join(CATALOGUE),
        )
    return Result(templates=[_template(kind)])


def _template(kind: RecordKind) -> Template:
    params: JsonObject = {
        "record_kind": kind.name,
        "subject_key": kind.subject_key,
        "statement": kind.statement,
        "quality": {"confidence": 0.9, "source_type": "person"},
    }
    if kind.payload:
        params["payload"] = kind.payload
    example: JsonObject = {
        "api_version": API_VERSION,
        "operation": "ingest",
        "request_id": f"template-{kind.name}",
        "client": {"profile": "claude_code"},
        "idempotency_key": f"template-{kind.name}",
        "params": params,
    }
    return Template(
        record_kind=kind.name,
        meaning=kind.meaning,
        followed_by_agents=kind.instructs,
        half_life_days=half_life_of(kind.name),
        example=example,
    )
