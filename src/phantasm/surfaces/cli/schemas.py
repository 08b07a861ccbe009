"""Which forms may a parameter's value have? Read from the JSON schema of its operation."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from phantasm.contracts.errors import PhantasmError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phantasm.contracts.model import JsonObject


@cache
def schema_of(operation: str) -> JsonObject:
    """Return the schema of what an operation or alias takes; empty where there is no such operation."""
    from phantasm.runtime import registry  # noqa: PLC0415  the runtime

    try:
        return registry.resolve(operation)[0].params.model_json_schema()
    except PhantasmError:
        return {}


def forms_at(schema: JsonObject, path: Sequence[str]) -> list[JsonObject]:
    """Return the forms of what lies at a path of names; none where the schema does not say."""
    definitions = as_object(schema.get("$defs"))
    found = [schema]
    for name in path:
        inner = [as_object(form.get("properties")).get(name) for form in found]
        found = [form for one in inner if one is not None for form in forms(as_object(one), definitions)]
    return found


def item_forms(form: JsonObject, schema: JsonObject) -> list[JsonObject]:
    """Return the forms of what a list holds."""
    return forms(as_object(form.get("items")), as_object(schema.get("$defs")))


def forms(schema: JsonObject, definitions: JsonObject) -> list[JsonObject]:
    """Return the forms that a value may have, with references followed."""
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return forms(as_object(definitions.get(reference.rpartition("/")[2])), definitions)
    several = schema.get("anyOf")
    if isinstance(several, list):
        return [form for one in several for form in forms(as_object(one), definitions)]
    return [schema]


def as_object(value: object) -> JsonObject:
    """Return a part of a schema that is an object; an empty one where it is none."""
    return dict(value) if isinstance(value, Mapping) else {}
