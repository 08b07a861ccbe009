"""Every parameter of every operation has a bound in its schema, and nothing breaks out at it or beyond it."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import pytest

from phantasm.contracts.envelope import Request, Response
from phantasm.runtime import registry
from tests.conftest import PERSON, Project
from tests.fixtures.histories import History

Json = dict[str, Any]

_BEYOND_EVERYTHING = (2**63, -(2**63) - 1, 2**64, 10**300)
"""What no column, no file system and no float holds."""
_NEVER = {"internal", "storage_failed", "store_corrupt", "storage_full"}
"""Codes that say that something of ours broke."""
_MOST_ITEMS, _MOST_CHARACTERS = 1_000, 100_000
"""What may be larger is sent this large, and not beyond its bound: one that is full is seconds of work."""


class Leaf(NamedTuple):
    """A number, a text or an array somewhere in the parameters of an operation."""

    way: tuple[str | int, ...]
    schema: Json

    @property
    def name(self) -> str:
        """How an error names it."""
        return "params" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.way)


def _alternatives(schema: Json, root: Json) -> Iterator[Json]:
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]] | {
            key: value for key, value in schema.items() if key != "$ref"
        }
    inner = [part for key in ("anyOf", "oneOf", "allOf") for part in schema.get(key, [])]
    if not inner:
        yield schema
    for part in inner:
        yield from _alternatives(part, root)


def _leaves(schema: Json, root: Json, way: tuple[str | int, ...] = ()) -> Iterator[Leaf]:
    for found in _alternatives(schema, root):
        if "enum" in found or "const" in found:
            continue
        if found.get("type") in {"integer", "number", "string", "array"}:
            yield Leaf(way, found)
        if found.get("type") == "array":
            yield from _leaves(found.get("items", {}), root, (*way, 0))
        for name, inner in found.get("properties", {}).items():
            yield from _leaves(inner, root, (*way, name))
        if isinstance(inner := found.get("additionalProperties"), dict):
            yield from _leaves(inner, root, (*way, "x"))


def _leaves_of(name: str) -> list[Leaf]:
    schema = registry.load(name).params.model_json_schema()
    return list(_leaves(schema, schema))


def _is_bounded(schema: Json) -> bool:
    match schema["type"]:
        case "string":
            return "maxLength" in schema
        case "array":
            return "maxItems" in schema
        case _:
            return bool({"minimum", "exclusiveMinimum"} & schema.keys()) and bool(
                {"maximum", "exclusiveMaximum"} & schema.keys()
            )


def _sample(schema: Json, root: Json) -> Any:
    """Return the smallest value that a schema takes, as far as it says so."""
    found = next(_alternatives(schema, root))
    if "enum" in found or "const" in found:
        return found.get("const", (found.get("enum") or [None])[0])
    match found.get("type"):
        case "object":
            properties = found.get("properties", {})
            return {name: _sample(properties[name], root) for name in found.get("required", [])}
        case "array":
            return [_sample(found["items"], root) for _ in range(found.get("minItems", 0))]
        case "string":
            return "a" * max(1, found.get("minLength", 1))
        case "integer" | "number":
            return found.get("minimum", 1)
        case "boolean":
            return False
        case _:
            return None


def _with(example: Json, leaf: Leaf, value: Any, root: Json) -> Json:
    """Return an operation's example with one value replaced, and what is missing on the way made up."""
    replaced: Json = _put(example, leaf.way, value, root, root)
    return replaced


def _put(held: Any, way: tuple[str | int, ...], value: Any, schema: Json, root: Json) -> Any:
    if not way:
        return value
    step, rest = way[0], way[1:]
    for found in _alternatives(schema, root):
        if isinstance(step, int) and found.get("type") == "array":
            first = held[0] if isinstance(held, list) and held else _sample(found["items"], root)
            return [_put(first, rest, value, found["items"], root)]
        inner = found.get("properties", {}).get(step) or found.get("additionalProperties")
        if isinstance(step, str) and isinstance(inner, dict):
            whole = held if isinstance(held, dict) else _sample(found, root)
            return whole | {step: _put(whole.get(step), rest, value, inner, root)}
    raise AssertionError(way)


def _at(leaf: Leaf, root: Json) -> Iterator[Any]:
    """Yield what is just allowed."""
    schema = leaf.schema
    match schema["type"]:
        case "string":
            length = min(schema["maxLength"], _MOST_CHARACTERS)
            yield from ("a" * length, "\U0001f600" * length, "../" * (length // 3))
        case "array":
            yield [_sample(schema["items"], root)] * min(schema["maxItems"], _MOST_ITEMS)
        case _:
            low, high = schema.get("minimum"), schema.get("maximum")
            yield schema["exclusiveMinimum"] + 1 if low is None else low
            yield schema["exclusiveMaximum"] - 1 if high is None else high


def _beyond(leaf: Leaf, root: Json) -> Iterator[Any]:
    """Yield what is just not allowed, and what is far from it."""
    schema = leaf.schema
    match schema["type"]:
        case "string":
            if schema["maxLength"] <= _MOST_CHARACTERS:
                yield "a" * (schema["maxLength"] + 1)
        case "array":
            if schema["maxItems"] <= _MOST_ITEMS:
                yield [_sample(schema["items"], root)] * (schema["maxItems"] + 1)
        case _:
            low, high = schema.get("minimum"), schema.get("maximum")
            yield schema["exclusiveMinimum"] if low is None else low - 1
            yield schema["exclusiveMaximum"] if high is None else high + 1
            yield from _BEYOND_EVERYTHING


def _send(project: Project, name: str, params: Json) -> Response:
    """Send a request as a person who has confirmed it, where it wants that."""
    operation = registry.load(name)
    request = project.request(name, profile="cli") | {"params": params}
    with suppress(ValueError):  # what is beyond a bound is nothing to confirm
        if operation.target and (target := operation.target(operation.params.model_validate(params))):
            approval = {"approved_by": "tester", "reason": "test", "operation": name, "target": target}
            request["confirmations"] = approval
    return project.runtime.handle(request, PERSON)


@pytest.mark.parametrize("name", registry.names())
def test_every_parameter_has_a_bound(name: str) -> None:
    unbounded = [leaf.name for leaf in _leaves_of(name) if not _is_bounded(leaf.schema)]
    assert not unbounded, f"{name}: {unbounded}"


def test_every_part_of_a_request_has_a_bound() -> None:
    schema = Request.model_json_schema()
    assert [leaf.name for leaf in _leaves(schema, schema) if not _is_bounded(leaf.schema)] == []


@pytest.mark.parametrize("name", registry.names())
def test_nothing_breaks_out_at_its_bounds(name: str, project: Project) -> None:
    History(project.root).commit("Begin", "a.py")
    project.hold("Retries use a backoff.")
    root = registry.load(name).params.model_json_schema()
    example = registry.load(name).example
    for leaf in _leaves_of(name):
        for value in _at(leaf, root):
            response = _send(project, name, _with(example, leaf, value, root))
            assert response.error is None or response.error.code not in _NEVER, (leaf, response.error)


@pytest.mark.parametrize("name", registry.names())
def test_what_is_beyond_a_bound_is_refused_by_name(name: str, project: Project) -> None:
    root = registry.load(name).params.model_json_schema()
    example = registry.load(name).example
    for leaf in _leaves_of(name):
        for value in _beyond(leaf, root):
            response = _send(project, name, _with(example, leaf, value, root))
            assert response.error is not None, (leaf, value)
            assert response.error.code == "invalid_params", (leaf, response.error)
            assert (response.error.field or "").startswith(leaf.name), (leaf, response.error)


def test_a_path_may_have_the_longest_name_that_a_file_system_takes(project: Project) -> None:
    project.hold("Retries use a backoff.")
    longest = "é" * 124 + "a.jsonl"
    for path in (longest, "folder/" + longest):
        project.get("memory_export", profile="cli", path=path)
        assert (project.root / path).is_file()
    for operation, field, path in (
        ("memory_export", "path", f"a{longest}"),
        ("memory_import", "path", f"a{longest}"),
        ("skills_export", "folder", "a" * 256),
        ("skills_export", "folder", "é" * 200),
        ("snapshot_import", "bundle_path", "a" * 256),
    ):
        error = _send(project, operation, {field: path}).error
        assert error is not None
        assert (error.code, error.field) == ("invalid_params", f"params.{field}")
        assert "255 bytes" in error.message
