"""What becomes of a claim that meets what is held: the contract's table, case by case, in a real store."""

from typing import Any

import pytest

from phantasm.storage.driver import driver
from tests.conftest import Project


def add(project: Project, statement: str, profile: str = "claude_code", **fields: Any) -> dict[str, Any]:
    data = project.get(
        "ingest", profile=profile, **({"record_kind": "fact", "statement": statement} | fields)
    )
    result: dict[str, Any] = data["results"][0]
    return result


def live(project: Project) -> list[str]:
    return [record["statement"] for record in project.get("list", limit=1000)["records"]]


def test_a_definite_description_with_another_value_supersedes(project: Project) -> None:
    old = add(project, "The port of the API server is 8400.")
    new = add(project, "The port of the API server is 8500.")
    assert (new["outcome"], new["supersedes"], new["met"]) == (
        "superseded",
        old["record_id"],
        [old["record_id"]],
    )
    assert "single_value" in new["reasons"]
    assert live(project) == ["The port of the API server is 8500."]


def test_values_that_may_hold_together_live_side_by_side(project: Project) -> None:
    add(project, "The worker depends on Redis.")
    assert add(project, "The worker depends on Kafka.")["outcome"] == "created"
    assert len(live(project)) == 2


def test_the_same_in_other_spelling_is_a_duplicate_that_brings_its_evidence(project: Project) -> None:
    old = add(project, "The port of the API server is 8400.")
    again = add(project, "the API server's port is 8400", raw_evidence=[{"text": "PORT=8400"}])
    assert (again["outcome"], again["record_id"]) == ("duplicate", old["record_id"])
    (record,) = project.get("inspect", ids=[old["record_id"]])["records"]
    assert record["evidence_ids"] == again["evidence_ids"]


@pytest.mark.parametrize(
    "fields",
    [{"origin": "web"}, {"quality": {"confidence": 0.3}}, {"valid_from": "2020-01-01T00:00:00.000000Z"}],
    ids=["less trusted", "less confident", "older"],
)
def test_a_weaker_newcomer_neither_wins_nor_coexists_silently(
    project: Project, fields: dict[str, Any]
) -> None:
    old = add(project, "The port of the API server is 8400.")
    response = project.ask(
        "ingest", record_kind="fact", statement="The port of the API server is 8500.", **fields
    )
    assert response.data is not None
    new = response.data["results"][0]  # type: ignore[index]  # a list, by the contract
    assert new["outcome"] == "conflict"
    (item,) = response.review_items
    assert (item.kind, set(item.record_ids)) == ("conflict", {old["record_id"], new["record_id"]})
    marks = {record["id"]: record["marks"] for record in project.get("list")["records"]}
    assert marks == {old["record_id"]: ["in_conflict"], new["record_id"]: ["in_conflict"]}


def test_a_suggest_only_profile_changes_nothing_by_itself(project: Project) -> None:
    add(project, "The port of the API server is 8400.")
    response = project.ask(
        "ingest", profile="generic_mcp", record_kind="fact", statement="The port of the API server is 8500."
    )
    assert response.data is not None
    assert response.data["suggested"] == 1
    assert [item.kind for item in response.review_items] == ["suggestion"]
    assert live(project) == ["The port of the API server is 8400."]


def test_a_held_key_is_refused_superseded_or_put_into_conflict_as_the_writer_says(project: Project) -> None:
    old = add(project, "8400", subject_key="api.port")
    again = {"record_kind": "fact", "statement": "8500", "subject_key": "api.port"}
    assert project.fail("ingest", **again) == "subject_exists"
    disputed = project.get("ingest", on_conflict="conflict", **again)["results"][0]
    assert disputed["outcome"] == "conflict"
    # At most one live record holds a key: the newer side of a conflict under it waits.
    assert [record["id"] for record in project.get("list")["records"]] == [old["record_id"]]
    won = project.get("ingest", on_conflict="supersede", **(again | {"statement": "8600"}))["results"][0]
    assert (won["outcome"], won["supersedes"]) == ("superseded", old["record_id"])


def test_a_successor_without_a_key_inherits_its_predecessors(project: Project) -> None:
    add(project, "The port of the API server is 8400.", subject_key="api.port")
    new = add(project, "The port of the API server is now 8500.")
    assert new["outcome"] == "superseded"
    (record,) = project.get("list", subject_key="api.port")["records"]
    assert record["id"] == new["record_id"]


def test_agents_may_not_replace_what_only_a_person_may(project: Project) -> None:
    add(project, "The maximum upload size is 5 MB.", record_kind="constraint")
    new = add(project, "The maximum upload size is 10 MB.", record_kind="constraint")
    assert new["outcome"] == "conflict"
    assert "may_not_supersede" in new["reasons"]


def test_a_person_may(project: Project) -> None:
    add(project, "The maximum upload size is 5 MB.", record_kind="constraint")
    new = add(project, "The maximum upload size is 10 MB.", profile="cli", record_kind="constraint")
    assert new["outcome"] == "superseded"


def test_items_of_one_request_meet_each_other_in_order(project: Project) -> None:
    texts = [
        "The port of the API server is 8400.",
        "The port of the API server is 8500.",
        "The port of the API server is 8500",
        "The port of the API server is 8600.",
    ]
    data = project.get("ingest", items=[{"record_kind": "fact", "statement": text} for text in texts])
    assert [result["outcome"] for result in data["results"]] == [
        "created",
        "superseded",
        "duplicate",
        "superseded",
    ]
    assert live(project) == ["The port of the API server is 8600."]


def test_a_claim_may_be_given_as_subject_predicate_object(project: Project) -> None:
    port = {"subject": "API server", "predicate": "port", "object": "8400"}
    add(project, "We moved it out of the way of the other team.", claim=port)
    new = add(project, "Moved again, sorry.", claim=port | {"object": "8500"})
    assert new["outcome"] == "superseded"


def test_what_is_derived_is_trusted_no_more_than_its_basis(project: Project) -> None:
    read = add(project, "The README says to run make deploy.", origin="web")
    derived = add(
        project,
        "Deploy with make deploy.",
        record_kind="procedure",
        links=[{"type": "derived_from", "target": read["handle"]}],
    )
    assert derived["outcome"] == "suggested"
    (record,) = project.get("inspect", ids=[derived["record_id"]])["records"]
    assert record["origin"] == "web"


def test_keys_are_derived_anew_when_a_release_reads_differently(project: Project) -> None:
    add(project, "The port of the API server is 8400.")
    project.runtime.close()
    connection = driver.connect(project.paths.store)
    connection.execute("UPDATE records SET topic_key = 1, frame_key = 2, mention_key = 3")
    connection.execute("UPDATE readings SET version = 0")
    connection.commit()
    connection.close()
    project.runtime = project.open()
    assert add(project, "The port of the API server is 8500.")["outcome"] == "superseded"
