"""The page about search says what search does: weights, half-lives, verdicts, parts and parameters."""

import re
from pathlib import Path

import pytest

from phantasm.retrieval import rank
from phantasm.retrieval.adjusting import HALF_LIVES
from phantasm.retrieval.rank import WEIGHTS
from phantasm.runtime import registry
from tests.conftest import Project

PAGE = (Path(__file__).parents[2] / "docs" / "retrieval.md").read_text(encoding="utf-8")
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")
# Steps of sureness at which verdicts are compared; as fine as the page's figures and twice that.
_STEPS = 200


def _rows(name: str) -> list[list[str]]:
    """Return the cells of a marked table, without its head."""
    block = PAGE[PAGE.index(f"<!-- {name} -->") : PAGE.index(f"<!-- end {name} -->")]
    lines = [line for line in block.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def _named(name: str) -> list[str]:
    return [cells[0].strip("`") for cells in _rows(name)]


def test_table_has_every_weight() -> None:
    assert {cells[0].strip("`"): float(cells[1]) for cells in _rows("weights")} == WEIGHTS


def test_table_keeps_the_order_of_the_weights() -> None:
    assert _named("weights") == list(WEIGHTS)


def test_table_has_every_half_life() -> None:
    told = {kind: float(cells[1]) for cells in _rows("half-lives") for kind in cells[0].split(", ")}
    assert told == HALF_LIVES


def test_table_says_where_a_verdict_begins() -> None:
    told = {cells[0].strip("`"): cells[1] for cells in _rows("verdicts")}
    strong, weak = (float(told[name].removeprefix("at least ")) for name in ("strong_match", "weak_match"))
    for step in range(_STEPS + 1):
        sure = step / _STEPS
        expected = "strong_match" if sure >= strong else "weak_match" if sure >= weak else "no_match"
        assert rank.match_of(sure) == expected, sure


@pytest.mark.parametrize(
    "query",
    ["where are invoices stored?", "what changed in billing/invoices.py last week?", "how many ports now?"],
)
def test_every_part_of_a_hit_is_explained(project: Project, query: str) -> None:
    first = project.hold("Invoices are stored in PostgreSQL.", subject_key="invoices.store")
    second = project.hold("The billing service listens on two ports.")
    about = {"type": "about", "target": "file:billing/invoices.py"}
    project.get("link", id=second, links=[{"type": "depends_on", "target": first}, about])
    hits = project.get("search", query=query, explain=True)["hits"]
    shown = {name for hit in hits for name in hit["parts"]}
    assert shown
    assert shown <= {*_named("weights"), *_named("adjustments")}


def test_every_parameter_is_mentioned() -> None:
    mentioned = set(_CODE.findall(_FENCE.sub("", PAGE)))
    search = next(operation for operation in registry.operations() if operation.name == "search")
    assert sorted(search.params.model_fields.keys() - mentioned) == []
