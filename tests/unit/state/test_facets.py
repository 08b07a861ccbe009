"""Does each facet count what choosing it would show?"""

from typing import Any

import pytest

from tests.conftest import Project


@pytest.fixture
def furnished(project: Project) -> Project:
    project.hold("The port is 8080.")
    project.hold("Use ruff.", record_kind="decision", profile="cli", origin="user")
    project.hold("Use mypy.", record_kind="decision", scope="session", scope_ref="s1")
    archived = project.hold("Use flake8.", record_kind="decision")
    project.get("set_state", ids=[archived], action="archive")
    root = project.hold("Billing runs on Kafka.", record_kind="environment")
    project.hold("Billing is slow.", record_kind="note", links=[{"type": "depends_on", "target": root}])
    project.get("revise", id=root, statement="Billing runs on NATS.")
    project.hold("Salaries are paid late.", profile="cli", sensitivity="sensitive")
    return project


def _facets(project: Project, profile: str = "claude_code", **params: Any) -> dict[str, dict[str, int]]:
    data = project.get("list", profile=profile, everywhere=True, facets=True, limit=1, **params)
    found: dict[str, dict[str, int]] = data["facets"]
    return found


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"record_kind": "decision"},
        {"states": ["archived"]},
        {"record_kind": "decision", "states": ["live", "archived"]},
        {"origins": ["user"]},
        {"marks": ["doubtful"]},
        {"subject_prefix": "nothing"},
    ],
)
def test_counts_what_choosing_it_would_show(furnished: Project, chosen: dict[str, Any]) -> None:
    facets = _facets(furnished, **chosen)
    names = {"kind": "record_kind", "scope": "scope"}
    for facet, values in facets.items():
        for value, count in values.items():
            choice = {names[facet]: value} if facet in names else {f"{facet}s": [value]}
            listed = furnished.get("list", everywhere=True, **(chosen | choice))
            assert listed["total"] == count, (facet, value)
    assert sum(facets["kind"].values()) >= furnished.get("list", everywhere=True, **chosen)["total"]


def test_leaves_its_own_choice_out(furnished: Project) -> None:
    facets = _facets(furnished, record_kind="decision")
    assert facets["kind"] == {"decision": 2, "environment": 1, "fact": 1, "note": 1}
    assert facets["state"] == {"archived": 1, "live": 2}
    assert facets["scope"] == {"project": 1, "session": 1}


def test_does_not_count_what_may_not_be_read(furnished: Project) -> None:
    assert _facets(furnished)["kind"]["fact"] == 1
    assert _facets(furnished, profile="cli")["kind"]["fact"] == 2


def test_finds_what_is_marked(furnished: Project) -> None:
    assert _facets(furnished)["mark"] == {"doubtful": 1}
    (found,) = furnished.get("list", marks=["doubtful", "stale"])["records"]
    assert (found["kind"], found["marks"]) == ("note", ["doubtful"])
    assert furnished.get("list", marks=["in_conflict"])["total"] == 0
    furnished.get("review", profile="cli", action="confirm", ids=[found["id"]])
    assert furnished.get("list", marks=["doubtful"])["total"] == 0
    assert furnished.fail("list", marks=["stale"], known_at="2026-11-01T12:00:00Z") == "invalid_params"


def test_says_nothing_of_the_past(furnished: Project) -> None:
    then = furnished.get("list", facets=True, known_at="2026-11-01T12:00:00Z")
    assert "facets" not in then
