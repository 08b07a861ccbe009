"""Evidence is forgotten on its own, unless something that is held rests on it; citations name records."""

from typing import Any

import pytest

from phantasm.contracts.ids import evidence_handle
from tests.conftest import Project

CANARY = "the quokka is called Bertram"


def _seen(project: Project, text: str = CANARY, **more: Any) -> str:
    return str(
        project.get("ingest", evidence=[{"text": text, "source": "quokka.txt"} | more])["evidence_ids"][0]
    )


def _behind(project: Project, record: str) -> str:
    return str(project.get("inspect", ids=[record])["records"][0]["evidence_ids"][0])


def _finds(project: Project) -> list[str]:
    hits = project.get("search", query="quokka is called", mode="exact")["hits"]
    return [hit["id"] for hit in hits]


def test_moves_the_record_that_a_citation_names(project: Project) -> None:
    handle = project.get("inspect", ids=[project.hold("It rains.")])["records"][0]["handle"]
    moved = project.get("set_state", ids=[f"[m:{handle}]"], action="archive")["records"][0]
    assert (moved["handle"], moved["after"]) == (handle, "archived")
    assert project.get("set_state", ids=[f"m:{handle}"], action="restore")["records"][0]["after"] == "live"


def test_forgets_evidence_wherever_it_is_kept(project: Project) -> None:
    seen = _seen(project)
    assert _finds(project) == [seen]
    project.runtime.environment.database.scrub()
    forgotten = project.get("set_state", ids=[f"[e:{evidence_handle(seen)}]"], action="tombstone")
    assert forgotten == {
        "records": [],
        "evidence": [{"evidence_id": seen, "handle": evidence_handle(seen), "changed": True}],
        "sessions": [],
    }
    assert _finds(project) == []
    stub = project.get("inspect", ids=[seen])["evidence"][0]
    assert "text" not in stub
    assert "source" not in stub
    assert stub["erased_at"].startswith("2026-11-01")
    kept = [path for path in project.paths.state.rglob("*") if path.is_file()]
    assert [path for path in kept if b"Bertram" in path.read_bytes()] == []
    assert project.get("audit", verify_chain=True)["chain"]["valid"] is True
    again = project.get("set_state", ids=[seen], action="tombstone")["evidence"]
    assert [one["changed"] for one in again] == [False]


def test_sees_again_what_was_forgotten(project: Project) -> None:
    seen = _seen(project)
    project.get("set_state", ids=[seen], action="tombstone")
    assert _seen(project) == seen
    assert _finds(project) == [seen]


def test_refuses_to_forget_what_something_held_rests_on(project: Project) -> None:
    record = project.hold("There is a quokka.", raw_evidence=[{"text": CANARY}])
    seen = _behind(project, record)
    refused = project.ask("set_state", ids=[seen], action="tombstone")
    assert refused.error is not None
    assert refused.error.code == "stale_target"
    assert record in refused.error.message
    step = refused.remediation[1].request
    assert step is not None
    assert project.runtime.handle(step).error is None
    assert _finds(project) == []
    assert project.get("inspect", ids=[record])["records"][0]["state"] == "tombstoned"


def test_forgets_what_only_something_withdrawn_rests_on_and_says_so(project: Project) -> None:
    record = project.hold("There is a quokka.", raw_evidence=[{"text": CANARY}])
    seen = _behind(project, record)
    project.get("set_state", ids=[record], action="archive")
    response = project.ask("set_state", ids=[seen], action="tombstone")
    assert response.error is None
    assert [warning.code for warning in response.warnings] == ["records_remain"]
    step = response.remediation[0].request
    assert step is not None
    assert step["params"] == {"action": "tombstone", "ids": [record]}


@pytest.mark.parametrize("order", [1, -1])
def test_erases_a_record_and_its_evidence_in_one_go(project: Project, order: int) -> None:
    record = project.hold("There is a quokka.", raw_evidence=[{"text": CANARY}])
    seen = _behind(project, record)
    data = project.get("set_state", ids=[record, seen][::order], action="tombstone")
    assert [one["after"] for one in data["records"]] == ["tombstoned"]
    assert [one["evidence_id"] for one in data["evidence"]] == [seen]
    assert _finds(project) == []


@pytest.mark.parametrize("action", ["archive", "retract", "restore", "freeze", "unfreeze"])
def test_does_nothing_else_to_evidence(project: Project, action: str) -> None:
    refused = project.ask("set_state", profile="cli", ids=[_seen(project)], action=action)
    assert refused.error is not None
    assert (refused.error.code, refused.error.expected) == ("invalid_params", "tombstone")


def test_moves_all_or_nothing(project: Project) -> None:
    record, seen = project.hold("It rains."), _seen(project)
    assert project.fail("set_state", ids=[record, seen, "unknown1"], action="tombstone") == "not_found"
    assert _finds(project) == [seen]
    preview = project.ask("set_state", ids=[seen], action="tombstone", dry_run=True).preview
    assert preview is not None
    assert [(one.change, one.object_id) for one in preview.diff] == [("erase", seen)]
    assert _finds(project) == [seen]


def test_needs_the_right_to_write(project: Project) -> None:
    assert project.fail("set_state", profile="generic_mcp", ids=[_seen(project)], action="tombstone") == (
        "not_allowed"
    )


def test_cannot_be_undone(project: Project) -> None:
    operation = project.ask("set_state", ids=[_seen(project)], action="tombstone").provenance.operation_id
    assert project.fail("undo", operations=[operation]) == "erased"


def test_stays_erased_when_a_backup_comes_back(project: Project) -> None:
    seen = _seen(project)
    backup = str(project.get("backup_create", reason="test")["backup_id"])
    project.get("set_state", ids=[seen], action="tombstone")
    restored = project.confirm("backup_restore", {"backup_id": backup}, backup_id=backup)
    assert restored.error is None
    assert restored.data is not None
    assert (restored.data["kept_erased"], restored.data["kept_erased_evidence"]) == (0, 1)
    assert _finds(project) == []
    assert "text" not in project.get("inspect", ids=[seen])["evidence"][0]
