"""What does a span say about a request? Names and attributes of OpenTelemetry's GenAI conventions.

The conventions are in development (github.com/open-telemetry/semantic-conventions-genai, read in 2026-11).
Nothing here is content: ids, counts and names only. Content is a matter of `content`, which is asked for.
"""

import json
from collections.abc import Callable
from typing import Final, TypeAlias

from phantasm.contracts.envelope import Response
from phantasm.contracts.model import JsonObject
from phantasm.runtime import registry

Attributes: TypeAlias = dict[str, str | int | bool]

PROVIDER: Final = "phantasm"
_WITHDRAWING = frozenset({"archive", "retract", "tombstone"})
# What the conventions call an operation; one that they have no name for keeps its own.
_NAMES = {
    "search": "search_memory",
    "recall": "search_memory",
    "compile": "retrieval",
    "frame": "retrieval",
    "ingest": "create_memory",
    "propose": "create_memory",
    "memory_import": "upsert_memory",
    "revise": "update_memory",
    "review": "update_memory",
    "undo": "update_memory",
    "set_state": "update_memory",
}
_FOUND: Final = "search_memory"
_RETRIEVED: Final = "retrieval"


def name_of(request: JsonObject) -> str:
    """Return what the conventions call what a request asks for."""
    operation, params = _operation(request), _params(request)
    if operation == "set_state" and params.get("action") in _WITHDRAWING:
        return "delete_memory"
    if operation == "ingest" and params.get("on_conflict") == "supersede":
        return "upsert_memory"
    return _NAMES.get(operation, operation)


def of_request(request: JsonObject) -> Attributes:
    """Return what is known before the answer."""
    said: Attributes = {
        "gen_ai.operation.name": name_of(request),
        "gen_ai.provider.name": PROVIDER,
        "phantasm.operation": _operation(request),
        "phantasm.request_id": str(request.get("request_id", "")),
    }
    client = request.get("client")
    if isinstance(client, dict):
        if client.get("session_id"):
            said["gen_ai.conversation.id"] = str(client["session_id"])
        said["phantasm.profile"] = str(client.get("profile", ""))
    if _params(request).get("dry_run"):
        said["phantasm.dry_run"] = True
    return said


def of_response(request: JsonObject, response: Response) -> Attributes:
    """Return what the answer tells: from which store, how many records, which one if it was one."""
    said: Attributes = {}
    name, store = name_of(request), response.provenance.store_id
    if store:
        said["gen_ai.data_source.id" if name == _RETRIEVED else "gen_ai.memory.store.id"] = store
    if response.provenance.operation_id:
        said["phantasm.operation_id"] = response.provenance.operation_id
    if response.replayed:
        said["phantasm.replayed"] = True
    if response.error is not None:
        said["error.type"] = response.error.code
    if name.endswith("_memory"):
        ids = _touched(response.data or {})
        count = len(ids) if name == _FOUND and response.error is None else _meant(_params(request), len(ids))
        said["gen_ai.memory.record.count"] = count
        if count == len(ids) == 1:
            said["gen_ai.memory.record.id"] = ids[0]
    return said


def content(request: JsonObject, response: Response, pass_on: Callable[[str], str]) -> Attributes:
    """Return what was asked and what was found; every text goes through `pass_on` first."""
    said: Attributes = {}
    name, query = name_of(request), _params(request).get("query")
    if isinstance(query, str):
        kind = "retrieval" if name == _RETRIEVED else "memory"
        said[f"gen_ai.{kind}.query.text"] = pass_on(query)
    if name == _FOUND and response.data:
        found = [
            {"id": hit["id"], "content": pass_on(str(hit["text"])), "score": hit["score"]}
            for hit in _list(response.data, "hits")
        ]
        said["gen_ai.memory.records"] = json.dumps(found, ensure_ascii=False)
    return said


def _operation(request: JsonObject) -> str:
    """Return the operation's own name; what is none could be anything, so it is not repeated."""
    name = str(request.get("operation", ""))
    operation, _ = registry.ALIASES.get(name, (name, {}))
    return operation if operation in registry.names() else "unknown"


def _params(request: JsonObject) -> JsonObject:
    params = request.get("params")
    _, fixed = registry.ALIASES.get(str(request.get("operation", "")), ("", {}))
    return params | fixed if isinstance(params, dict) else fixed


def _meant(params: JsonObject, touched: int) -> int:
    """Return how many records a write was about, also when it failed."""
    for name in ("items", "ids"):
        named = params.get(name)
        if isinstance(named, list) and named:
            return len(named)
    return touched or 1


def _touched(data: JsonObject) -> list[str]:
    """Return the ids of the records that an answer names as found or changed."""
    if "record_id" in data:
        return [str(data["record_id"])]
    for name, field in (("hits", "id"), ("results", "record_id"), ("records", "record_id")):
        found = [str(one[field]) for one in _list(data, name) if field in one]
        if found:
            return found
    return []


def _list(data: JsonObject, name: str) -> list[JsonObject]:
    found = data.get(name)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
