"""record_findings: what was found becomes something to decide, once."""

from datetime import timedelta
from typing import Any

import pytest

from tests.conftest import Project

TWINS = ("Sarah reviews changes to the payment code", "Sarah reviews all changes made to the payment code")


def record(project: Project, **params: Any) -> dict[str, Any]:
    return project.get("record_findings", profile="cli", **params)


def recorded(project: Project, **params: Any) -> list[dict[str, Any]]:
    items = project.get("review_queue", profile="cli", **params)["items"]
    return [item for item in items if item["recorded"]]


def test_records_what_is_stale_and_doubled_once(project: Project) -> None:
    over = project.hold("Beta uses Kafka", quality={"expires_at": "2026-10-30"})
    ids = sorted(project.hold(text) for text in TWINS)
    data = record(project)
    assert data["counts"] == {"duplicate": 1, "stale": 1}
    (stale,) = recorded(project, kinds=["stale"])
    assert stale["records"][0]["record"]["id"] == over
    assert stale["records"][0]["record"]["marks"] == ["stale"]
    (twins,) = recorded(project, kinds=["duplicate"])
    assert sorted(one["record"]["id"] for one in twins["records"]) == ids
    again = record(project)
    assert (again["recorded"], again["waiting"]) == ([], 2)
    assert project.get("review_queue", kinds=["stale", "duplicate"])["total"] == 2


def test_does_not_ask_again_what_was_dismissed_until_it_was_verified(project: Project) -> None:
    old = project.hold("Alpha uses Redis", quality={"verified_at": "2026-09-01"})
    (asked,) = record(project)["recorded"]
    project.get("review", profile="cli", action="resolve", ids=[asked["review_id"]])
    assert record(project)["dismissed"] == 1
    assert project.get("review_queue", kinds=["stale"])["items"] == []
    project.clock.advance(timedelta(days=1))
    project.get("verify", ids=[old])
    project.clock.advance(timedelta(days=60))
    assert record(project)["counts"] == {"stale": 1}


def test_lets_a_group_grow(project: Project) -> None:
    for text in TWINS:
        project.hold(text)
    record(project)
    project.hold("Sarah carefully reviews all changes made to the payment code")
    assert record(project)["counts"] == {"duplicate": 1}
    (item,) = recorded(project)
    assert len(item["records"]) == 3


def test_takes_what_reads_have_returned(project: Project) -> None:
    first, second = project.hold("Alpha uses Redis"), project.hold("Beta uses Kafka")
    gone = project.hold("Gamma uses MySQL")
    project.get("set_state", ids=[gone], action="archive")
    findings = [
        {"kind": "stale", "record_ids": [first, gone], "reasons": ["files_changed"]},
        {"kind": "duplicate", "record_ids": [first, second], "similarity": 70, "preferred": second},
        {"kind": "conflict", "record_ids": [first, second]},
        {"kind": "duplicate", "record_ids": [first, gone]},
    ]
    data = record(project, kinds=[], findings=findings)
    assert data["counts"] == {"conflict": 1, "duplicate": 1, "stale": 1}
    items = {item["kind"]: item for item in recorded(project)}
    assert (items["duplicate"]["preferred"], items["duplicate"]["similarity"]) == (second, 70)
    assert items["stale"]["reasons"][0]["code"] == "files_changed"
    marks = project.get("inspect", ids=[first])["records"][0]["marks"]
    assert marks == ["in_conflict", "stale"]
    assert record(project, kinds=[], findings=findings)["recorded"] == []


@pytest.mark.parametrize(
    ("finding", "code"),
    [
        ({"kind": "stale", "record_ids": ["nobody00"]}, "not_found"),
        ({"kind": "stale", "record_ids": ["nobody00"], "reasons": ["the_port_is_8400"]}, "invalid_params"),
        ({"kind": "suggestion", "record_ids": ["nobody00"]}, "invalid_params"),
    ],
)
def test_refuses_what_is_no_finding(project: Project, finding: dict[str, Any], code: str) -> None:
    assert project.fail("record_findings", profile="cli", kinds=[], findings=[finding]) == code


def test_stops_at_the_limit_and_goes_on_next_time(project: Project) -> None:
    for word in ("Alpha", "Beta", "Gamma"):
        project.hold(f"{word} uses its own database", quality={"expires_at": "2026-10-30"})
    first = record(project, kinds=["stale"], limit=2)
    assert (len(first["recorded"]), first["left"]) == (2, 1)
    assert len(record(project, kinds=["stale"], limit=2)["recorded"]) == 1


def test_is_maintenance(project: Project) -> None:
    project.hold("Alpha uses Redis", quality={"expires_at": "2026-10-30"})
    assert project.fail("record_findings") == "not_allowed"
    dry = project.ask("record_findings", profile="scheduler", dry_run=True)
    assert dry.data is not None
    assert dry.data["counts"] == {"stale": 1}
    assert recorded(project) == []
    assert project.get("record_findings", profile="scheduler")["counts"] == {"stale": 1}


def test_ends_when_the_record_is_verified_or_gone(project: Project) -> None:
    checked = project.hold("Alpha uses Redis", quality={"expires_at": "2026-10-30"})
    gone = project.hold("Beta uses Kafka", quality={"expires_at": "2026-10-30"})
    record(project)
    project.get("verify", ids=[checked])
    project.get("set_state", ids=[gone], action="archive")
    assert recorded(project) == []
