"""audit, metrics, health, usage_report, describe, templates, export and import."""

import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from phantasm.contracts.model import JsonObject
from tests.conftest import LONG, PERSON, Project


def test_audit_filters_and_pages(project: Project) -> None:
    record = project.hold("a")
    project.hold("b")
    project.get("revise", id=record, statement="c", reason="because")
    assert len(entries(project)) == 3
    assert [entry["operation"] for entry in entries(project, object_id=record)] == ["revise", "ingest"]
    (revision,) = entries(project, operation_name="revise")
    assert revision["reason"] == "because"
    assert revision["changes"][0]["before"]["content"] == {"statement": "a"}
    named = entries(project, operation_ids=[revision["id"], "op_none"])
    assert named == [revision]
    page = project.get("audit", limit=2)
    rest = project.get("audit", limit=2, cursor=page["next_cursor"])
    assert len(rest["entries"]) == 1
    assert "next_cursor" not in rest


def test_audit_takes_handles(project: Project) -> None:
    record = project.hold("a", raw_evidence=[{"text": "seen"}])
    project.hold("b")
    shown = project.get("inspect", ids=[record])["records"][0]
    seen = project.get("inspect", ids=shown["evidence_ids"])["evidence"][0]
    (wrote,) = entries(project, object_id=record)
    for name in (shown["handle"], f"m:{shown['handle']}", f"[e:{seen['handle']}]", seen["id"]):
        assert entries(project, object_id=name) == [wrote]
    assert entries(project, object_id="nothing") == []


def entries(project: Project, **filters: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = project.get("audit", **filters)["entries"]
    return found


def test_metrics_count_and_never_estimate(project: Project) -> None:
    project.hold("a")
    empty = project.get("metrics")
    assert (empty["usage_reported"], empty["usage"]) == (False, [])
    for _ in range(2):
        project.get("usage_report", surface="chat", model="m", input_tokens=10, output_tokens=5)
    weekly = project.get("metrics", range="all", bucket="week")
    (usage,) = weekly["usage"]
    assert (usage["reports"], usage["input_tokens"], usage["output_tokens"]) == (2, 20, 10)
    (bucket,) = weekly["writes"]
    assert bucket == {"start": "2026-10-26", "writes": 3, "by_operation": {"ingest": 1, "usage_report": 2}}
    told = {"profile": "claude_code", "reports": 2, "input_tokens": 20, "output_tokens": 10}
    assert weekly["usage_over_time"] == [{"start": "2026-10-26"} | told]
    assert project.get("metrics")["usage_over_time"] == [{"start": "2026-11-01"} | told]


def test_metrics_tell_how_memory_grew(project: Project) -> None:
    first = project.hold("a", raw_evidence=[{"text": "seen"}])
    waiting = project.hold("b", profile="generic_mcp")  # only a suggestion: nothing is held by it
    project.clock.advance(timedelta(days=3))
    project.get("review", profile="cli", action="accept", ids=[waiting])
    project.get("verify", ids=[first])
    project.get("revise", id=first, statement="c")
    project.get("session_append", session_id="s1", turns=[{"id": "1", "role": "user", "text": "hello"}])
    project.get("session_end", session_id="s1")
    project.clock.advance(timedelta(days=10))
    project.get("set_state", ids=[first, waiting], action="tombstone")
    found = project.get("metrics", range="all")["growth"]
    assert [(step["start"], step["records"]) for step in found] == [
        ("2026-11-01", 1),
        ("2026-11-04", 2),
        ("2026-11-14", 1),
    ]
    assert [step["episodes"] for step in found] == [0, 1, 1]
    assert found[-1]["evidence"] == project.get("metrics")["evidence"]
    bounded = project.get("metrics", range="7d")["growth"]
    assert [(step["start"], step["records"]) for step in bounded] == [("2026-11-07", 2), ("2026-11-14", 1)]
    weekly = project.get("metrics", range="365d", bucket="week")["growth"]
    assert [(step["start"], step["records"]) for step in weekly] == [
        ("2025-11-10", 0),
        ("2026-10-26", 1),
        ("2026-11-02", 2),
        ("2026-11-09", 1),
    ]


def test_health_looks_deeper_when_asked(project: Project) -> None:
    project.hold("a")
    shallow, deep = project.get("health"), project.get("health", deep=True)
    assert shallow["verdict"] == deep["verdict"] == "ok"
    assert "chain_problems" not in shallow["store"]
    assert deep["store"]["chain_problems"] == []


def test_describe_gives_a_runnable_example_of_everything(project: Project) -> None:
    described = project.get("describe")
    operations = described["operations"]
    assert isinstance(operations, list)
    for operation in operations:
        alone = project.get("describe", target=operation["name"])["operations"]
        assert alone == [operation]
        example: JsonObject = operation["example"]
        answer = project.runtime.handle(example, PERSON)
        # Examples name ids that this project does not have; what they must never be is malformed.
        if answer.error is not None:
            assert answer.error.code in {"not_found", "confirmation_required"}, (
                operation["name"],
                answer.error,
            )
    assert described["aliases"]["tombstone"] == {
        "operation": "set_state",
        "fixed_params": {"action": "tombstone"},
    }
    assert project.fail("describe", target="ingst") == "unknown_operation"


def test_templates_can_be_sent_as_they_are(project: Project) -> None:
    templates = project.get("templates")["templates"]
    assert isinstance(templates, list)
    assert len(templates) == 17
    for template in templates:
        answer = project.runtime.handle(template["example"])
        assert answer.error is None, (template["record_kind"], answer.error)
    assert project.get("list")["total"] == 17
    assert project.fail("templates", record_kind="decison") == "invalid_params"


class TestSnapshots:
    def export(self, project: Project, name: str = "moved") -> str:
        path = str(project.get("snapshot_export", export_name=name)["path"])
        return str(Path(path).relative_to(project.root))

    def bring_in(self, project: Project, bundle: str) -> JsonObject:
        response = project.confirm("snapshot_import", {"bundle_path": bundle}, bundle_path=bundle)
        assert response.error is None, response.error
        assert response.data is not None
        return response.data

    @pytest.mark.parametrize("text", ["seen", LONG])
    def test_a_bundle_brings_everything_back(self, project: Project, text: str) -> None:
        record = project.hold("kept", raw_evidence=[{"text": text}])
        evidence = project.get("inspect", ids=[record])["records"][0]["evidence_ids"]
        bundle = self.export(project)
        project.get("tombstone", ids=[record])
        self.bring_in(project, bundle)
        assert project.get("inspect", ids=evidence)["evidence"][0]["text"] == text
        assert project.get("health", deep=True)["verdict"] == "ok"

    def test_a_bundle_moves_to_another_project(self, project: Project, tmp_path: Path) -> None:
        project.hold("kept", raw_evidence=[{"text": "seen"}, {"text": LONG}])
        bundle = self.export(project)
        other_root = tmp_path / "elsewhere"
        other_root.mkdir()
        from phantasm.config.paths import Paths  # noqa: PLC0415
        from phantasm.runtime.setup.project import lay_out_state  # noqa: PLC0415

        lay_out_state(Paths(other_root))
        other = Project(other_root, first_key=500)
        (other_root / "in.zip").write_bytes((project.root / bundle).read_bytes())
        imported = self.bring_in(other, "in.zip")
        assert imported["store_id"] == project.ask("list").provenance.store_id
        assert other.get("list")["total"] == 1
        other.hold("and goes on")
        assert other.get("audit", verify_chain=True)["chain"]["valid"] is True
        other.runtime.close()

    def test_does_not_overwrite_a_bundle(self, project: Project) -> None:
        self.export(project)
        assert project.fail("snapshot_export", export_name="moved") == "invalid_params"
        assert project.fail("snapshot_export", export_name="../moved") == "invalid_params"

    @pytest.mark.parametrize(
        "path", ["../x.zip", "/etc/passwd", "link.zip", "~/x", "a/../../x", "\\\\host\\x"]
    )
    def test_stays_inside_the_project(self, project: Project, path: str) -> None:
        (project.root / "link.zip").symlink_to("/etc/passwd")
        response = project.confirm("snapshot_import", {"bundle_path": path}, bundle_path=path)
        assert response.error is not None
        assert response.error.code in {"path_outside_project", "not_found"}

    @pytest.mark.parametrize(
        "entry", ["../evil", "/etc/evil", "raw/../../evil", "raw/aa/b/c", "store.sqlite-wal", "x"]
    )
    def test_refuses_names_that_do_not_belong(self, project: Project, entry: str) -> None:
        bundle = project.root / self.export(project)
        with zipfile.ZipFile(bundle, "a") as archive:
            archive.writestr(entry, "evil")
        response = project.confirm("snapshot_import", {"bundle_path": str(bundle)}, bundle_path=str(bundle))
        assert response.error is not None
        assert response.error.code == "backup_invalid"
        assert not list(project.root.glob("**/evil"))
        assert not (project.root.parent / "evil").exists()

    def test_refuses_a_bomb(self, project: Project) -> None:
        bundle = project.root / "bomb.zip"
        with zipfile.ZipFile(bundle, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("store.sqlite", b"\0" * 50_000_000)
        response = project.confirm("snapshot_import", {"bundle_path": "bomb.zip"}, bundle_path="bomb.zip")
        assert response.error is not None
        assert response.error.code == "backup_invalid"
        left = {path.name for path in project.paths.temporary.iterdir()}
        assert left <= {"store.lock", "inbox", ".staging"}
