"""Undo takes back exactly what was done, refuses what it must, and undoing an undo brings it back."""

from typing import Any

import pytest

from phantasm.contracts.envelope import Response
from tests.conftest import Project


def _operation(response: Response) -> str:
    assert response.error is None, response.error
    assert response.provenance.operation_id is not None
    return response.provenance.operation_id


def _live(project: Project) -> dict[str, list[str]]:
    records = project.get("list", profile="cli", limit=100)["records"]
    return {record["statement"]: record["marks"] for record in records}


def _record(project: Project, record_id: str) -> dict[str, Any]:
    found: dict[str, Any] = project.get("inspect", profile="cli", ids=[record_id])["records"][0]
    return found


def test_takes_back_an_ingest(project: Project) -> None:
    response = project.ask(
        "ingest", record_kind="fact", statement="It rains.", raw_evidence=[{"text": "rain, seen"}]
    )
    assert response.data is not None
    result = project.ask("undo", operations=[_operation(response)])
    record = _record(project, response.data["results"][0]["record_id"])  # type: ignore[index]
    assert (record["state"], record["valid_to"]) == ("archived", record["valid_from"])
    assert result.data is not None
    assert result.data["evidence_kept"] == record["evidence_ids"]
    assert [warned.code for warned in result.warnings] == ["evidence_kept"]
    assert "It rains" not in result.model_dump_json()


def test_takes_back_a_revision_and_the_doubt_that_it_raised(project: Project) -> None:
    base = project.hold("The store is A.")
    project.hold("Back up A nightly.", links=[{"type": "depends_on", "target": base}])
    revised = _operation(project.ask("revise", id=base, statement="The store is B."))
    assert _live(project) == {"The store is B.": [], "Back up A nightly.": ["doubtful"]}
    undone = _operation(project.ask("undo", operations=[revised], reason="a slip"))
    assert _live(project) == {"The store is A.": [], "Back up A nightly.": []}
    project.get("undo", operations=[undone])
    assert _live(project) == {"The store is B.": [], "Back up A nightly.": ["doubtful"]}


def test_doubts_what_was_built_on_it_since(project: Project) -> None:
    created = project.ask("ingest", record_kind="fact", statement="The store is A.")
    assert created.data is not None
    base = created.data["results"][0]["record_id"]  # type: ignore[index]
    project.hold("Back up A nightly.", links=[{"type": "depends_on", "target": base}])
    undone = project.ask("undo", operations=[_operation(created)])
    assert _live(project) == {"Back up A nightly.": ["doubtful"]}
    assert [item.kind for item in undone.review_items] == ["doubtful"]
    project.get("undo", operations=[_operation(undone)])
    assert _live(project) == {"The store is A.": [], "Back up A nightly.": []}


def test_passes_doubt_on_to_the_version_that_holds_again(project: Project) -> None:
    root = project.hold("The root is A.")
    middle = project.hold("The middle stands.", links=[{"type": "depends_on", "target": root}])
    revised = project.ask("revise", id=middle, statement="The middle still stands.")
    project.get("revise", id=root, statement="The root is B.")
    assert _live(project)["The middle still stands."] == ["doubtful"]
    project.get("undo", operations=[_operation(revised)])
    assert _live(project)["The middle stands."] == ["doubtful"]


@pytest.mark.parametrize("action", ["archive", "retract", "freeze"])
def test_takes_back_a_change_of_state(project: Project, action: str) -> None:
    record_id = project.hold("It rains.")
    before = _record(project, record_id)
    moved = project.ask("set_state", profile="cli", ids=[record_id], action=action)
    project.get("undo", profile="cli", operations=[_operation(moved)])
    assert _record(project, record_id) == before


def test_takes_back_a_link_and_the_end_of_one(project: Project) -> None:
    one, other = project.hold("One."), project.hold("Other.")
    link = {"type": "depends_on", "target": other}
    added = project.ask("link", id=one, links=[link])
    undone = project.ask("undo", operations=[_operation(added)])
    assert undone.data is not None
    assert [back["after"] for back in undone.data["links"]] == ["closed"]  # type: ignore[attr-defined]
    project.get("undo", operations=[_operation(undone)])
    ended = project.ask("link", id=one, remove=[link])
    back = project.get("undo", operations=[_operation(ended)])
    assert [one["after"] for one in back["links"]] == ["open"]


def test_takes_back_a_verification(project: Project) -> None:
    record_id = project.hold("It rains.")
    project.get("verify", ids=[record_id], verified_at="2026-10-02")
    second = project.ask("verify", ids=[record_id], verified_at="2026-10-03")
    undone = project.ask("undo", operations=[_operation(second)])
    assert _record(project, record_id)["quality"]["verified_at"].startswith("2026-10-02")
    project.get("undo", operations=[_operation(undone)])
    assert _record(project, record_id)["quality"]["verified_at"].startswith("2026-10-03")


def test_takes_back_an_acceptance(project: Project) -> None:
    held = project.hold("The port is 80.", subject_key="port")
    suggested = project.ask("revise", profile="generic_mcp", id=held, statement="The port is 81.")
    assert suggested.data is not None
    accepted = project.ask("review", profile="cli", action="accept", ids=[suggested.data["record_id"]])
    assert set(_live(project)) == {"The port is 81."}
    project.get("undo", profile="cli", operations=[_operation(accepted)])
    assert set(_live(project)) == {"The port is 80."}
    assert project.get("review_queue", profile="cli")["items"][0]["kind"] == "suggestion"


def test_takes_back_a_set_by_request_and_by_session(project: Project) -> None:
    for number in range(3):
        request = project.request("ingest", record_kind="note", statement=f"Note {number}.")
        request["client"] = {"profile": "claude_code", "session_id": "session-1"}
        project.runtime.handle(request)
    last = request["request_id"]
    project.get("undo", request_ids=[last])
    assert set(_live(project)) == {"Note 0.", "Note 1."}
    project.get("undo", session_id="session-1")
    assert _live(project) == {}
    assert project.fail("undo", session_id="session-1", since="2026-12-01") == "not_found"


def test_skips_what_changed_nothing_in_a_set_but_refuses_to_undo_it_by_name(project: Project) -> None:
    request = project.request("ingest", record_kind="note", statement="A note.")
    request["client"] = {"profile": "claude_code", "session_id": "s"}
    project.runtime.handle(request)
    nothing = request | {"idempotency_key": "again", "request_id": "again"}
    empty = _operation(project.runtime.handle(nothing))
    assert project.fail("undo", operations=[empty]) == "invalid_params"
    assert project.get("undo", session_id="s")["skipped"] == [empty]


def test_refuses_to_unsee_evidence(project: Project) -> None:
    project.hold("It rains.")
    seen = project.ask("ingest", record_kind="fact", statement="It rains.", raw_evidence=[{"text": "seen"}])
    assert project.fail("undo", operations=[_operation(seen)]) == "invalid_params"


def test_refuses_what_was_erased(project: Project) -> None:
    created = project.ask("ingest", record_kind="fact", statement="It rains.")
    assert created.data is not None
    record_id = created.data["results"][0]["record_id"]  # type: ignore[index]
    erased = project.ask("set_state", ids=[record_id], action="tombstone")
    assert project.fail("undo", operations=[_operation(erased)]) == "erased"
    assert project.fail("undo", operations=[_operation(created)]) == "erased"


def test_refuses_what_was_changed_since_and_offers_to_undo_both(project: Project) -> None:
    created = project.ask("ingest", record_kind="fact", statement="It rains.")
    assert created.data is not None
    record_id = created.data["results"][0]["record_id"]  # type: ignore[index]
    revised = _operation(project.ask("revise", id=record_id, statement="It pours."))
    refused = project.ask("undo", operations=[_operation(created)])
    assert refused.error is not None
    assert refused.error.code == "stale_target"
    assert revised in refused.error.message
    offered = refused.remediation[0].request
    assert offered is not None
    assert project.runtime.handle(offered).error is None
    assert _live(project) == {}


def test_says_that_something_is_undone_already(project: Project) -> None:
    created = _operation(project.ask("ingest", record_kind="fact", statement="It rains."))
    project.get("undo", operations=[created])
    refused = project.ask("undo", operations=[created])
    assert refused.error is not None
    assert "already undone" in refused.error.message
    offered = refused.remediation[0].request
    assert offered is not None
    assert project.runtime.handle(offered).error is None
    assert set(_live(project)) == {"It rains."}
    project.get("undo", operations=[created])
    assert _live(project) == {}


def test_refuses_when_somebody_else_holds_the_key_by_then(project: Project) -> None:
    first = project.hold("The port is 80.", subject_key="port")
    archived = project.ask("set_state", ids=[first], action="archive")
    project.hold("The port is 81.", subject_key="port")
    assert project.fail("undo", operations=[_operation(archived)]) == "subject_exists"


def test_refuses_whole_store_operations_and_unknown_ones(project: Project) -> None:
    backup = project.ask("backup_create")
    refused = project.ask("undo", operations=[_operation(backup)])
    assert refused.error is not None
    assert refused.error.code == "invalid_params"
    assert refused.remediation[0].command == "phantasm backup list"
    assert project.fail("undo", operations=["op_unknown"]) == "not_found"
    assert project.fail("undo", request_ids=["unknown"]) == "not_found"
    assert project.fail("undo") == "invalid_params"
    assert project.fail("undo", request_ids=["a"], since="2026-11-01") == "invalid_params"


def test_lets_clients_take_back_their_own_and_people_everything(project: Project) -> None:
    created = _operation(project.ask("ingest", record_kind="fact", statement="It rains."))
    assert project.fail("undo", profile="codex", operations=[created]) == "not_allowed"
    assert project.fail("undo", profile="generic_mcp", operations=[created]) == "not_allowed"
    project.get("undo", profile="cli", operations=[created])
    assert _live(project) == {}


def test_leaves_frozen_records_to_people(project: Project) -> None:
    created = project.ask("ingest", record_kind="fact", statement="It rains.")
    assert created.data is not None
    record_id = created.data["results"][0]["record_id"]  # type: ignore[index]
    froze = _operation(project.ask("set_state", profile="cli", ids=[record_id], action="freeze"))
    assert project.fail("undo", operations=[_operation(created), froze]) == "not_allowed"
    project.get("undo", profile="cli", operations=[froze])
    checked = _operation(project.ask("verify", ids=[record_id]))
    froze = _operation(project.ask("set_state", profile="cli", ids=[record_id], action="freeze"))
    assert project.fail("undo", operations=[checked]) == "frozen"
    project.get("undo", profile="cli", operations=[froze])
    assert not _record(project, record_id)["frozen"]


def test_looks_first_with_a_dry_run_and_answers_a_retry_the_same(project: Project) -> None:
    created = _operation(project.ask("ingest", record_kind="fact", statement="It rains."))
    looked = project.ask("undo", operations=[created], dry_run=True)
    assert looked.preview is not None
    assert set(_live(project)) == {"It rains."}
    request = project.request("undo", operations=[created])
    first, second = project.runtime.handle(request), project.runtime.handle(request)
    assert second.replayed
    assert first.data == second.data
