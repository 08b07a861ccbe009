"""Are the tools few, well described and cheap?"""

import json

from jsonschema import Draft202012Validator

from phantasm.capabilities.tokens import counter_for
from phantasm.surfaces.mcp.tools import TOOLS

# What a client may pay for the list in each conversation; the aim.
MOST_TOKENS = 2_500


def test_offers_at_most_eight() -> None:
    names = [tool.name for tool in TOOLS]
    assert len(names) == len(set(names)) <= 8


def test_describes_each_with_valid_schemas_and_hints() -> None:
    for tool in TOOLS:
        assert tool.description
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint is not None
        for schema in (tool.input_schema, tool.output_schema):
            assert schema is not None
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object"


def test_says_which_tools_only_read_and_which_may_remove() -> None:
    hints = {tool.name: tool.annotations for tool in TOOLS}
    assert {name for name, one in hints.items() if one and one.read_only_hint} == {"search", "compile"}
    assert {name for name, one in hints.items() if one and one.destructive_hint} == {
        "correct",
        "review",
        "call",
    }


def test_costs_few_tokens() -> None:
    shown = [tool.model_dump(by_alias=True, exclude_none=True, mode="json") for tool in TOOLS]
    text = json.dumps({"tools": shown}, separators=(",", ":"), ensure_ascii=False)
    assert counter_for("o200k_base").count(text) < MOST_TOKENS
