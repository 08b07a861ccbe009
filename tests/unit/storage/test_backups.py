"""A backup that can be seen has been verified; a tampered one is refused; a restore loses nothing."""

import json
import shutil
from pathlib import Path

import pytest

from phantasm.contracts.model import JsonObject
from tests.conftest import LONG, PERSON, Project


def back_up(project: Project) -> str:
    return str(project.get("backup_create", reason="test")["backup_id"])


def restore(project: Project, backup_id: str) -> JsonObject:
    response = project.confirm("backup_restore", {"backup_id": backup_id}, backup_id=backup_id)
    assert response.error is None, response.error
    assert response.data is not None
    return response.data


def statements(project: Project) -> list[str]:
    records = project.get("list")["records"]
    assert isinstance(records, list)
    return sorted(record["statement"] for record in records)


def test_restores_what_was_backed_up(project: Project) -> None:
    project.hold("kept", raw_evidence=[{"text": "seen verbatim", "origin": "tool_output"}])
    backup = back_up(project)
    project.hold("written later")
    restored = restore(project, backup)
    assert statements(project) == ["kept"]
    assert project.get("health", deep=True)["verdict"] == "ok"
    again = restore(project, str(restored["safety_backup"]))
    assert statements(project) == ["kept", "written later"]
    assert again["kept_erased"] == 0


def test_restores_under_processes_that_stay_open(project: Project) -> None:
    project.hold("kept")
    backup = back_up(project)
    other = project.open()
    project.hold("written later")
    assert other.handle(project.request("list")).data is not None
    restore(project, backup)
    seen = other.handle(project.request("list")).data
    assert seen is not None
    assert seen["total"] == 1
    written = other.handle(project.request("ingest", record_kind="fact", statement="after the restore"))
    assert written.error is None
    other.close()
    assert statements(project) == ["after the restore", "kept"]
    assert project.get("audit", verify_chain=True)["chain"]["valid"] is True


def test_keeps_the_sequence_moving_forward(project: Project) -> None:
    project.hold("one")
    backup = back_up(project)
    for number in range(5):
        project.hold(f"later {number}")
    before = project.ask("list").provenance.snapshot_seq
    restore(project, backup)
    after = project.ask("list").provenance.snapshot_seq
    assert before is not None
    assert after is not None
    assert after > before


@pytest.mark.parametrize("more", ["", LONG])
def test_keeps_deleted_deleted(project: Project, more: str) -> None:
    record = project.hold("forget me", raw_evidence=[{"text": f"the evidence to forget {more}"}])
    backup = back_up(project)
    project.get("set_state", ids=[record], action="tombstone")
    assert restore(project, backup)["kept_erased"] == 1
    assert project.get("list", states=["live"])["total"] == 0
    live = project.paths.store.read_bytes() + b"".join(
        p.read_bytes() for p in project.paths.raw.rglob("*") if p.is_file()
    )
    assert b"forget me" not in live
    assert b"the evidence to forget" not in live


def test_a_restore_is_idempotent(project: Project) -> None:
    project.hold("kept")
    backup = back_up(project)
    confirmations = {
        "approved_by": "tester",
        "reason": "test",
        "operation": "backup_restore",
        "target": {"backup_id": backup},
    }
    request = project.request("backup_restore", profile="cli", backup_id=backup) | {
        "confirmations": confirmations
    }

    first, second = project.runtime.handle(request, PERSON), project.runtime.handle(request, PERSON)
    assert second.replayed is True
    assert first.data == second.data


def alter(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)


@pytest.mark.parametrize("damage", ["store", "manifest", "raw", "missing", "added", "truncated", "counts"])
def test_refuses_a_backup_that_was_tampered_with(project: Project, damage: str) -> None:
    project.hold("kept", raw_evidence=[{"text": LONG}])
    backup = back_up(project)
    folder = project.paths.backups / backup
    store, manifest = folder / "store.sqlite", folder / "manifest.json"
    raw = next(path for path in (folder / "raw").rglob("*") if path.is_file())
    match damage:
        case "store":
            alter(store)
        case "manifest":
            manifest.write_text("{")
        case "raw":
            copy = raw.read_bytes() + b"!"
            raw.unlink()
            raw.write_bytes(copy)
        case "missing":
            raw.unlink()
        case "added":
            (folder / "extra").write_text("x")
        case "truncated":
            store.write_bytes(store.read_bytes()[:4096])
        case "counts":
            value = json.loads(manifest.read_text())
            value["tables"]["records"] = 7
            manifest.write_text(json.dumps(value))
    assert project.fail("backup_verify", backup_id=backup) == "backup_invalid"
    response = project.confirm("backup_restore", {"backup_id": backup}, backup_id=backup)
    assert response.error is not None
    assert response.error.code == "backup_invalid"
    assert statements(project) == ["kept"]


def test_proves_by_a_drill_that_a_backup_works(project: Project) -> None:
    project.hold("kept")
    backup = back_up(project)
    assert project.get("backup_verify", backup_id=backup)["drilled"] is True
    assert not list(project.paths.temporary.glob("drill-*"))


def test_keeps_as_many_as_configured(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_BACKUP__KEEP", "2")
    project.runtime.close()
    project.runtime = project.open()
    made = [back_up(project) for _ in range(4)]
    listed = project.get("backup_list")
    assert [backup["id"] for backup in listed["backups"]] == made[:1:-1]
    assert listed["missing"] == []


def test_lists_a_backup_that_somebody_removed_as_missing(project: Project) -> None:
    backup = back_up(project)
    shutil.rmtree(project.paths.backups / backup)
    assert project.get("backup_list") == {"backups": [], "snapshots": [], "missing": [backup]}


@pytest.mark.parametrize("name", ["../state", "..", ".", "bak_none", "/etc", "a/b"])
def test_refuses_ids_that_are_paths(project: Project, name: str) -> None:
    assert project.fail("backup_verify", backup_id=name) == "not_found"


def test_leaves_nothing_behind(project: Project) -> None:
    project.hold("kept")
    backup = back_up(project)
    restore(project, backup)
    project.get("snapshot_export", export_name="x")
    staying = {"store.lock", "inbox", ".staging"}
    leftovers = [path.name for path in project.paths.temporary.iterdir() if path.name not in staying]
    assert leftovers == []


def test_warns_when_nobody_can_be_asked(project: Project) -> None:
    backup = back_up(project)
    assert project.fail("backup_restore", backup_id=backup) == "confirmation_required"
    confirmations = {
        "approved_by": "a",
        "reason": "b",
        "operation": "backup_restore",
        "target": {"backup_id": backup},
    }
    request = project.request("backup_restore", backup_id=backup) | {"confirmations": confirmations}
    answer = project.runtime.handle(request)
    assert answer.error is not None
    assert answer.error.code == "confirmation_required"
