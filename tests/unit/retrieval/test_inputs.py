"""The fields that narrow become a filter; those that only records can pass mean records."""

from typing import Any

import pytest
from pydantic import ValidationError

from phantasm.contracts.errors import PhantasmError
from phantasm.contracts.kinds import Right
from phantasm.retrieval.filters import Filter
from phantasm.retrieval.inputs import FilterFields
from phantasm.state.scopes import Standpoint
from phantasm.storage.inspection import reader
from phantasm.storage.work import Caller
from tests.conftest import Project


def filtered(
    project: Project, fields: dict[str, Any], rights: frozenset[Right] = frozenset(), **how: Any
) -> Filter:
    with project.runtime.environment.database.read() as (connection, head):
        work = reader(connection, head)
        work.caller = Caller("somebody", rights)
        return FilterFields(**fields).to_filter(work, Standpoint("main"), **how)


def test_nothing_narrows_nothing(project: Project) -> None:
    found = filtered(project, {})
    assert found == Filter([], [], [], seen_from=Standpoint("main"), sensitive=False, without=[])
    assert not FilterFields().means_records()


def test_takes_over_every_field(project: Project) -> None:
    fields = {"kinds": ["fact"], "origins": ["user"], "scope": "branch", "scope_ref": "next"}
    moments = {"since": "2026-01-01T00:00:00Z", "until": "2026-02-01T00:00:00Z"}
    found = filtered(project, fields | moments)
    assert (found.kinds, found.origins, found.scope, found.scope_ref) == (
        ["fact"],
        ["user"],
        "branch",
        "next",
    )
    assert filtered(project, {"session": "s1"}).grouping == "s1"
    reliable = filtered(project, {"verified": True, "without": ["stale"]})
    assert (reliable.verified, reliable.without) == (True, ["stale"])
    assert str(found.since).startswith("2026-01-01T00:00:00")
    assert str(found.until).startswith("2026-02-01T00:00:00")


@pytest.mark.parametrize(
    "fields",
    [
        {"kinds": ["fact"]},
        {"min_confidence": 0.5},
        {"about": "file:a.py"},
        {"verified": True},
        {"without": ["stale"]},
    ],
)
def test_what_only_records_pass_means_records(project: Project, fields: dict[str, Any]) -> None:
    assert FilterFields(**fields).means_records()
    assert filtered(project, fields).tiers == ["record"]


def test_named_tiers_count_for_more(project: Project) -> None:
    both = ["record", "evidence"]
    assert filtered(project, {"kinds": ["fact"], "tiers": both}).tiers == both
    assert filtered(project, {}, states=["superseded"]).tiers == ["record"]


def test_who_names_a_scope_need_not_stand_there(project: Project) -> None:
    for fields in ({"scope": "branch"}, {"scope_ref": "next"}, {"everywhere": True}):
        assert filtered(project, fields).seen_from is None
    assert filtered(project, {"kinds": ["fact"]}).seen_from == Standpoint("main")


def test_refuses_what_nothing_can_pass(project: Project) -> None:
    with pytest.raises(PhantasmError, match="lets only records through"):
        filtered(project, {"kinds": ["fact"], "tiers": ["evidence"]})


def test_finds_what_is_about_a_file(project: Project) -> None:
    record = project.hold("Deploys run on Mondays.")
    project.get("link", id=record, links=[{"type": "about", "target": "file:deploy.py"}])
    assert list(filtered(project, {"about": "file:deploy.py"}).items or ()) == [record]
    assert not filtered(project, {"about": "file:other.py"}).items


def test_sensitive_is_for_those_who_may(project: Project) -> None:
    assert filtered(project, {}, frozenset({Right.SENSITIVE_READ})).sensitive
    assert not filtered(project, {}).sensitive


@pytest.mark.parametrize("fields", [{"min_confidence": 2}, {"kinds": ["poem"]}, {"tiers": ["dream"]}])
def test_refuses_what_it_does_not_know(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        FilterFields(**fields)
