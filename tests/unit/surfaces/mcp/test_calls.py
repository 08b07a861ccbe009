"""Which operation does a call of a tool mean?"""

import pytest

from phantasm.contracts.errors import PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.surfaces.mcp.calls import DEFAULT_CONTEXT_TOKENS, MOST_CONTEXT_TOKENS, Meant, meant

CASES: list[tuple[str, JsonObject, str, JsonObject]] = [
    ("search", {"query": "x", "limit": 3}, "search", {"query": "x", "limit": 3}),
    ("search", {"query": "x", "limit": None}, "search", {"query": "x"}),
    ("compile", {}, "compile", {"token_budget": DEFAULT_CONTEXT_TOKENS}),
    ("compile", {"token_budget": 99_999}, "compile", {"token_budget": MOST_CONTEXT_TOKENS}),
    ("compile", {"token_budget": "many"}, "compile", {"token_budget": "many"}),
    ("remember", {"statement": "x"}, "ingest", {"statement": "x"}),
    ("correct", {"id": "a", "action": "revise", "statement": "x"}, "revise", {"id": "a", "statement": "x"}),
    ("correct", {"id": "a", "action": "forget"}, "set_state", {"ids": ["a"], "action": "tombstone"}),
    ("correct", {"id": "a", "action": "archive"}, "set_state", {"ids": ["a"], "action": "archive"}),
    ("review", {}, "review_queue", {}),
    ("review", {"action": "list", "limit": 2}, "review_queue", {"limit": 2}),
    ("review", {"action": "accept", "ids": ["a"]}, "review", {"action": "accept", "ids": ["a"]}),
    ("session", {"action": "end"}, "session_end", {"session_id": "own"}),
    ("session", {"action": "start", "session_id": "s"}, "session_start", {"session_id": "s"}),
    ("report", {"outcome": "success"}, "report_outcome", {"outcome": "success"}),
    ("call", {"operation": "health"}, "health", {}),
    ("call", {}, "describe", {}),
    ("call", {"operation": "list", "params": {"limit": 1}}, "list", {"limit": 1}),
]


@pytest.mark.parametrize(("tool", "arguments", "operation", "params"), CASES)
def test_names_the_operation(tool: str, arguments: JsonObject, operation: str, params: JsonObject) -> None:
    assert meant(tool, dict(arguments), session="own") == Meant(operation, params)


def test_takes_the_key_of_the_agent() -> None:
    assert meant("remember", {"statement": "x", "idempotency_key": "k"}) == Meant(
        "ingest", {"statement": "x"}, "k"
    )


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("correct", {"id": "a"}),
        ("correct", {"id": "a", "action": "burn"}),
        ("correct", {"id": 3, "action": "archive"}),
        ("review", {"action": "burn"}),
        ("session", {"action": "burn"}),
        ("session", {"action": {}}),
        ("correct", {"id": "a", "action": []}),
        ("review", {"action": {}}),
        ("session", {}),
        ("call", {"operation": "list", "params": "x"}),
    ],
)
def test_refuses_what_means_nothing(tool: str, arguments: JsonObject) -> None:
    with pytest.raises(PhantasmError):
        meant(tool, arguments)
