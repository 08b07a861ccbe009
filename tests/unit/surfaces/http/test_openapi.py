"""Is the whole API described, and is the description sound?"""

import json
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from phantasm.contracts.errors import STATUS
from phantasm.runtime import registry
from phantasm.surfaces.http.openapi import LINKS, description


@cache
def _described() -> Any:
    return json.loads(description())


def _schema(name: str) -> Draft202012Validator:
    whole = {"$ref": f"#/components/schemas/{name}", "components": _described()["components"]}
    return Draft202012Validator(whole)


def test_describes_every_route() -> None:
    paths = {f"/v1/{name}" for name in registry.names()}
    others = {"/v1/handle-request", "/v1/events", "/v1/health", "/v1/session"}
    assert set(_described()["paths"]) == paths | others
    assert set(_described()["paths"]["/v1/health"]) == {"get", "post"}
    assert set(_described()["paths"]["/v1/session"]) == {"get", "post", "delete"}


def test_every_schema_is_one() -> None:
    for schema in _described()["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_names_no_operation_twice() -> None:
    names = [one["operationId"] for path in _described()["paths"].values() for one in path.values()]
    assert len(names) == len(set(names))


def test_needs_a_token_but_for_two_routes() -> None:
    bare = [
        (method, path)
        for path, routes in _described()["paths"].items()
        for method, route in routes.items()
        if route.get("security") == []
    ]
    assert sorted(bare) == [("get", "/v1/health"), ("post", "/v1/session")]
    assert _described()["security"] == [{"token": []}, {"browser": [], "word": []}]


@pytest.mark.parametrize("name", registry.names())
def test_types_every_operation(name: str) -> None:
    route = _described()["paths"][f"/v1/{name}"]["post"]
    content = route["requestBody"]["content"]["application/json"]
    assert content["schema"] == {"$ref": f"#/components/schemas/Call_{name}"}
    assert route["x-needs"] == registry.load(name).needs.value
    told = route["responses"]["200"]["content"]["application/json"]["schema"]
    assert told == {"$ref": f"#/components/schemas/Answered_{name}"}
    assert {str(status.http) for status in STATUS.values()} <= set(route["responses"])
    _schema(f"Call_{name}").validate(content["example"])


def test_params_may_be_left_out_where_none_is_needed() -> None:
    assert _schema("Call_health").is_valid({})
    assert not _schema("Call_search").is_valid({})
    assert not _schema("Call_health").is_valid({"client": {"profile": "cli"}})


def _pointed(value: Any) -> list[str]:
    """Return every place of an answer that a link points to."""
    if isinstance(value, dict):
        return [place for one in value.values() for place in _pointed(one)]
    if isinstance(value, list):
        return [place for one in value for place in _pointed(one)]
    return [value.partition("#/data/")[2]] if isinstance(value, str) and "#/data/" in value else []


@pytest.mark.parametrize("name", LINKS)
def test_every_link_leads_somewhere(name: str) -> None:
    """Its operation takes those parameters, and the answer has what it points to."""
    result = registry.load(name).result.model_json_schema()
    for link in LINKS[name].values():
        assert isinstance(link, dict)
        params = link["requestBody"]["params"]
        assert set(params) <= set(registry.load(link["operationId"]).params.model_fields)
        for pointer in _pointed(link["requestBody"]):
            node = result
            for step in pointer.split("/"):
                node = node["items"] if step == "0" else node["properties"][step]
                node = result["$defs"][node["$ref"].rpartition("/")[2]] if "$ref" in node else node
