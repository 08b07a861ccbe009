"""A filter means the same in SQL and for a unit in hand, and hides what may not be seen."""

from typing import Any

import pytest

from phantasm.retrieval import matching, store
from phantasm.retrieval.filters import Filter, may_see
from phantasm.retrieval.model import Unit
from phantasm.state.scopes import Standpoint
from phantasm.storage.inspection import reader
from tests.conftest import Project

_MANY = 1_000


@pytest.fixture
def varied(project: Project) -> Project:
    project.hold("The port is 8400.", valid_from="2026-01-01", raw_evidence=[{"text": "listening on 8400"}])
    project.hold("Use tabs.", record_kind="preference", valid_from="2026-03-01", sensitivity="sensitive")
    project.hold("Try it on the branch.", record_kind="note", scope="branch", scope_ref="next")
    request = project.request("ingest", evidence=[{"text": "said in a session", "origin": "user"}])
    request["client"] = {"profile": "claude_code", "session_id": "s1"}
    assert project.runtime.handle(request).error is None
    return project


def _units(project: Project, chosen: Filter) -> tuple[list[Unit], list[int]]:
    with project.runtime.environment.database.read() as (connection, head):
        work = reader(connection, head)
        everything = list(store.find(work, range(1, _MANY)).values())
        return everything, matching.ids_where(work, chosen.conditions(), _MANY)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"tiers": ["evidence"]},
        {"kinds": ["preference", "note"]},
        {"origins": ["user"]},
        {"grouping": "s1"},
        {"scope": "branch", "scope_ref": "next"},
        {"since": "2026-02-01T00:00:00.000000Z"},
        {"until": "2026-02-01T00:00:00.000000Z", "tiers": ["record"]},
    ],
    ids=str,
)
def test_means_the_same_in_sql_and_in_hand(varied: Project, fields: dict[str, Any]) -> None:
    chosen = Filter(**fields)
    everything, ids = _units(varied, chosen)
    assert ids == sorted(unit.id for unit in everything if chosen.lets_through(unit))
    assert ids
    assert (len(ids) == len(everything)) is (not fields)


def test_lets_only_those_see_a_branch_who_stand_on_it(varied: Project) -> None:
    everything, _ = _units(varied, Filter())
    elsewhere, there = Filter(seen_from=Standpoint()), Filter(seen_from=Standpoint(branch="next"))
    hidden = [unit for unit in everything if not elsewhere.lets_through(unit)]
    assert [unit.scope_ref for unit in hidden] == ["next"]
    assert all(there.lets_through(unit) for unit in everything)


def test_hides_what_is_sensitive_from_who_may_not_see_it(varied: Project) -> None:
    everything, _ = _units(varied, Filter())
    hidden = [unit.kind for unit in everything if not may_see(unit, Filter(sensitive=False))]
    assert hidden == ["preference"]
    assert all(may_see(unit, Filter()) for unit in everything)
