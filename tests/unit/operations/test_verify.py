"""verify: a record was checked and holds, or does not."""

from typing import Any

import pytest

from tests.conftest import Project


def record(project: Project, name: str) -> dict[str, Any]:
    (found,) = project.get("inspect", profile="cli", ids=[name])["records"]
    assert isinstance(found, dict)
    return found


def test_notes_when_and_until_when(project: Project) -> None:
    name = project.hold("Alpha uses Redis")
    data = project.get("verify", ids=[name], verified_at="2026-10-30", revalidate_at="2027-01-01")
    assert data["records"][0]["outcome"] == "verified"
    quality = record(project, name)["quality"]
    assert quality["verified_at"] == "2026-10-30T00:00:00.000000Z"
    assert quality["revalidate_at"] == "2027-01-01T00:00:00.000000Z"


def test_keeps_a_later_date_and_drops_one_that_has_come(project: Project) -> None:
    due = project.hold("Alpha uses Redis", quality={"revalidate_at": "2026-10-01"})
    later = project.hold("Beta uses Kafka", quality={"revalidate_at": "2027-10-01"})
    project.get("verify", ids=[due, later])
    assert record(project, due)["quality"].get("revalidate_at") is None
    assert record(project, later)["quality"]["revalidate_at"] == "2027-10-01T00:00:00.000000Z"


def test_ends_doubt_and_keeps_what_was_seen(project: Project) -> None:
    root = project.hold("Redis is the queue")
    name = project.hold("Workers poll it", links=[{"type": "depends_on", "target": root}])
    project.get("set_state", ids=[root], action="archive")
    assert record(project, name)["marks"] == ["doubtful"]
    data = project.get("verify", ids=[name], evidence=[{"text": "14 polls", "origin": "tool_output"}])
    assert len(data["settled"]) == 1
    shown = record(project, name)
    assert (shown["marks"], shown["evidence_ids"]) == ([], data["evidence_ids"])


def test_takes_back_what_fails_and_doubts_what_rests_on_it(project: Project) -> None:
    root = project.hold("Redis is the queue")
    name = project.hold("Workers poll it", links=[{"type": "depends_on", "target": root}])
    data = project.get("verify", ids=[root], outcome="fails", reason="it is Kafka")
    assert data["records"][0]["outcome"] == "retracted"
    shown = record(project, root)
    assert (shown["state"], shown["valid_to"]) == ("archived", shown["valid_from"])
    assert record(project, name)["marks"] == ["doubtful"]


def test_asks_a_person_where_only_a_person_may(project: Project) -> None:
    name = project.hold("Amounts are never floats", record_kind="constraint")
    data = project.get("verify", ids=[name], outcome="fails")
    assert data["records"][0]["outcome"] == "review"
    assert record(project, name)["state"] == "live"
    (item,) = project.get("review_queue")["items"]
    assert (item["kind"], item["reasons"][0]["code"]) == ("stale", "found_false")
    data = project.get("verify", profile="cli", ids=[name], outcome="fails")
    assert data["records"][0]["outcome"] == "retracted"
    assert project.get("review_queue")["items"] == []


def test_leaves_frozen_records_to_a_person(project: Project) -> None:
    name = project.hold("Redis is the queue")
    project.get("set_state", profile="cli", ids=[name], action="freeze")
    assert project.fail("verify", ids=[name]) == "frozen"
    project.get("verify", profile="cli", ids=[name])
    assert record(project, name)["frozen"]


def test_refuses_what_is_not_live_and_all_with_it(project: Project) -> None:
    live, gone = project.hold("Alpha uses Redis"), project.hold("Beta uses Kafka")
    project.get("set_state", ids=[gone], action="archive")
    assert project.fail("verify", ids=[live, gone]) == "stale_target"
    assert record(project, live)["quality"].get("verified_at") is None
    assert project.fail("verify", ids=["nobody00"]) == "not_found"
    assert project.fail("verify", profile="generic_mcp", ids=[live]) == "not_allowed"


@pytest.mark.parametrize(
    "params",
    [
        {"verified_at": "2027-01-01"},
        {"verified_at": "2026-10-01", "revalidate_at": "2026-09-01"},
        {"outcome": "fails", "revalidate_at": "2027-01-01"},
        {"outcome": "maybe"},
    ],
)
def test_refuses_impossible_times(project: Project, params: dict[str, Any]) -> None:
    name = project.hold("Alpha uses Redis")
    assert project.fail("verify", ids=[name], **params) == "invalid_params"


def test_changes_nothing_in_a_dry_run(project: Project) -> None:
    name = project.hold("Alpha uses Redis")
    project.get("verify", ids=[name], dry_run=True)
    assert record(project, name)["quality"].get("verified_at") is None
