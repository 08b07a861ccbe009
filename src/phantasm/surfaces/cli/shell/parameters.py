"""Which parameters does an operation take, and what can stand behind each? Read from its own schema."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from phantasm.contracts.errors import PhantasmError
from phantasm.surfaces.cli.schemas import as_object, forms

if TYPE_CHECKING:
    from phantasm.contracts.model import JsonObject

# What the names of parameters say about their values, where the schema knows only that they are texts.
_RECORDS = frozenset(
    {"id", "ids", "record_id", "object_id", "root_id", "winner", "losers", "expected_id", "used", "goal"}
)
_SESSIONS = frozenset({"session", "session_id", "session_ids", "continues"})
_WRITES = frozenset({"operations", "operation_id"})
_KINDS = frozenset({"record_kind"})


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: what it is for, and what it may be."""

    name: str
    about: str
    type: str
    choices: tuple[str, ...] = ()
    """Everything that it may be, where that is a short list."""
    many: bool = False
    """It is a list; a single value is a list of one."""
    names: str = ""
    """Whose names its values are: record, session, write, kind, or nobody's."""
    required: bool = False


def operation_names() -> tuple[str, ...]:
    """Return every operation and alias, sorted; loads none of them."""
    from phantasm.runtime import registry  # noqa: PLC0415  the runtime

    return tuple(sorted((*registry.names(), *registry.ALIASES)))


def summary(operation: str) -> str:
    """Return what an operation does, in a sentence; nothing when there is no such operation."""
    from phantasm.runtime import registry  # noqa: PLC0415  the runtime

    try:
        return registry.resolve(operation)[0].summary
    except PhantasmError:
        return ""


@cache
def parameters(operation: str) -> dict[str, Parameter]:
    """Return the parameters of an operation or alias, by name; none when there is no such operation."""
    from phantasm.runtime import registry  # noqa: PLC0415  the runtime

    try:
        found, fixed = registry.resolve(operation)
    except PhantasmError:
        return {}
    schema = found.params.model_json_schema()
    definitions, required = as_object(schema.get("$defs")), schema.get("required", ())
    return {
        name: _parameter(name, as_object(one), definitions, required=name in required)
        for name, one in as_object(schema.get("properties")).items()
        if name not in fixed
    }


def in_form(operation: str, given: JsonObject) -> JsonObject:
    """Return parameters as the operation wants them: a single value for a list is a list."""
    known = parameters(operation)
    return {name: _listed(known.get(name), value) for name, value in given.items()}


def _listed(parameter: Parameter | None, value: object) -> object:
    if parameter is None or not parameter.many or isinstance(value, list | dict) or value is None:
        return value
    return [part for part in value.split(",") if part] if isinstance(value, str) else [value]


def _parameter(name: str, schema: JsonObject, definitions: JsonObject, *, required: bool) -> Parameter:
    there = [form for form in forms(schema, definitions) if form.get("type") != "null"]
    listed = next((form for form in there if form.get("type") == "array"), None)
    inner = forms(as_object(listed.get("items")), definitions) if listed else there
    choices = tuple(str(choice) for form in inner for choice in _choices(form))
    kinds = sorted({str(form.get("type", "value")) for form in inner})
    return Parameter(
        name=name,
        about=str(schema.get("description") or ""),
        type=("list of " if listed else "") + " or ".join(kinds),
        choices=choices,
        many=listed is not None and "object" not in kinds,
        names=_named(name),
        required=required,
    )


def _choices(form: JsonObject) -> list[object]:
    if form.get("type") == "boolean":
        return ["true", "false"]
    enumerated = form.get("enum")
    if isinstance(enumerated, list):
        return enumerated
    return [form["const"]] if "const" in form else []


def _named(name: str) -> str:
    families = (("record", _RECORDS), ("session", _SESSIONS), ("write", _WRITES), ("kind", _KINDS))
    return next((family for family, names in families if name in names), "")
