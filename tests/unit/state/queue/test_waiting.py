"""The queue: any pages are the whole of it in order, whatever was put off, woke up or is over."""

from itertools import product
from typing import Any

import pytest

from tests.conftest import Project

STATES = (["open"], ["deferred"], ["resolved"], ["open", "deferred"], ["open", "resolved"])
KINDS: tuple[list[str], ...] = ([], ["suggestion"], ["conflict", "duplicate"])


@pytest.fixture
def crowded(project: Project) -> Project:
    """Return a project with reviews of several kinds in every state, and two twins nobody was asked about."""
    for word in ("alpha", "beta", "gamma", "delta", "epsilon", "zeta"):
        statement = f"Service number {word} uses Redis"
        project.get("ingest", profile="generic_mcp", record_kind="fact", statement=statement)
    for key in ("day", "hour"):
        project.hold("It is deployed early", subject_key=key)
        late = {"record_kind": "fact", "subject_key": key, "statement": "It is deployed late"}
        project.get("ingest", **late, on_conflict="conflict")
    for text in ("reviews changes to the payment code", "reviews all changes made to the payment code"):
        project.hold(f"Sarah {text}")
    names = [item["id"] for item in project.get("review_queue")["items"]]
    decided = {"action": "resolve", "ids": [names[0], names[3]]}
    asleep = {"action": "defer", "ids": [names[1], names[4]], "wake": {"until": "2027-01-01"}}
    awake = {"action": "defer", "ids": [names[5]], "wake": {"operation": "verify"}}
    for decision in (decided, asleep, awake):
        project.get("review", profile="cli", **decision)
    project.get("verify", ids=[project.hold("Omega uses Kafka")])
    return project


def pages(project: Project, limit: int, **params: Any) -> list[dict[str, Any]]:
    """Ask for one page after another."""
    found = [project.get("review_queue", limit=limit, **params)]
    while cursor := found[-1].get("next_cursor"):
        found.append(project.get("review_queue", limit=limit, cursor=cursor, **params))
    return found


def test_pages_are_the_whole_in_order(crowded: Project) -> None:
    for states, kinds, limit in product(STATES, KINDS, (1, 2, 3)):
        (whole,) = pages(crowded, 200, states=states, kinds=kinds)
        several = pages(crowded, limit, states=states, kinds=kinds)
        assert [item for page in several for item in page["items"]] == whole["items"]
        assert {(page["total"], str(page["counts"])) for page in several} == {
            (len(whole["items"]), str(whole["counts"]))
        }


def test_counts_what_each_kind_has(crowded: Project) -> None:
    for states, kinds in product(STATES, KINDS):
        page = crowded.get("review_queue", states=states, kinds=kinds, limit=1)
        items = crowded.get("review_queue", states=states, kinds=kinds, limit=200)["items"]
        told = [item["kind"] for item in items]
        assert page["counts"] == {kind: told.count(kind) for kind in sorted(set(told))}


def test_orders_by_state_then_priority_then_age(crowded: Project) -> None:
    items = crowded.get("review_queue", states=["open", "deferred", "resolved"], limit=200)["items"]
    ranks = {"open": 0, "deferred": 1, "resolved": 2}
    order = [(ranks[item["state"]], -item["priority"], item["opened_at"]) for item in items]
    assert order == sorted(order)
    assert [item["state"] for item in items].count("open") == 4
    (woken,) = [item for item in items if item["awake"]]
    assert woken["state"] == "open"


def test_takes_a_made_up_cursor_for_the_end(crowded: Project) -> None:
    behind_all = crowded.get("review_queue", cursor=f"2.0.{'9' * 19}.z")
    assert (behind_all["items"], behind_all["total"]) == ([], 6)
