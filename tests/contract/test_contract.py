"""The contract changes only on purpose, and never under a client's feet."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import phantasm
from phantasm.contracts.errors import STATUS, Code
from phantasm.runtime import registry
from tests.contract.compatibility import breaks
from tests.contract.golden import GOLDEN, RELEASED, contract, render

ROOT = Path(__file__).parents[2]


def test_golden_file_is_current() -> None:
    assert GOLDEN.read_text(encoding="utf-8") == render(contract()), "the contract changed: run `make golden`"


@pytest.mark.parametrize("released", sorted(RELEASED.glob("*.json")), ids=lambda path: str(path.stem))
def test_keeps_what_was_released(released: Path) -> None:
    problems = breaks(json.loads(released.read_text(encoding="utf-8")), _plain(contract()))
    assert not problems or _may_break(released.stem, phantasm.__version__), problems


def test_every_error_code_has_a_status() -> None:
    assert set(STATUS) == set(Code)


def test_changelog_has_the_current_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(phantasm.__version__)}\b", changelog, re.MULTILINE)


@pytest.mark.parametrize("name", registry.names())
def test_every_operation_is_whole(name: str) -> None:
    operation = registry.load(name)
    assert operation.summary.endswith(".")
    for schema in (operation.params.model_json_schema(), operation.result.model_json_schema()):
        jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(operation.example, operation.params.model_json_schema())
    undescribed = [field for field, info in operation.params.model_fields.items() if not info.description]
    assert not undescribed, f"parameters without a description: {undescribed}"


@pytest.mark.parametrize(("alias", "aimed"), sorted((name, to[0]) for name, to in registry.ALIASES.items()))
def test_aliases_lead_somewhere(alias: str, aimed: str) -> None:
    assert aimed in registry.names()
    assert alias not in registry.names()


def test_compatibility_check_sees_what_breaks_clients() -> None:
    old = _plain(contract())
    assert breaks(old, old) == []
    new = copy.deepcopy(old)
    del new["operations"]["audit"]
    del new["aliases"]["archive"]
    del new["errors"]["frozen"]
    del new["operations"]["list"]["params"]["properties"]["limit"]
    new["operations"]["ingest"]["params"]["required"] = ["statement"]
    new["operations"]["set_state"]["params"]["properties"]["action"]["enum"].remove("freeze")
    new["response"]["properties"].pop("warnings")
    assert set(breaks(old, new)) >= {
        "operation audit is gone",
        "alias archive is gone",
        "error code frozen is gone",
        "field of list.params limit is gone",
        "ingest.params.statement is now required",
        "set_state.params.action no longer takes freeze",
        "field of response warnings is gone",
    }


def test_compatibility_check_lets_contracts_grow() -> None:
    old = _plain(contract())
    new = copy.deepcopy(old)
    new["operations"]["brand_new"] = new["operations"]["audit"]
    new["errors"]["brand_new"] = {"exit_status": 2, "http_status": 400}
    new["operations"]["list"]["params"]["properties"]["brand_new"] = {"type": "string"}
    assert breaks(old, new) == []


def _may_break(released: str, current: str) -> bool:
    """Before 1.0 a new minor version may break clients, afterwards only a new major one."""
    old, new = ([int(part) for part in version.split(".")[:2]] for version in (released, current))
    return new[0] > old[0] or (old[0] == 0 and new > old)


def _plain(value: dict[str, object]) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(value))
    return plain
