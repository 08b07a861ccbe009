"""memory_export: what is written, where, and what is left out."""

import hashlib
import json
import stat
from typing import Any

import pytest

from tests.conftest import Project

PATH = ".phantasm/memory.jsonl"


def lines(project: Project, path: str = PATH) -> list[dict[str, Any]]:
    text = (project.root / path).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.split("\n")[1:] if line]


def test_writes_what_is_live_with_its_past_and_links(project: Project) -> None:
    port = project.hold("The server listens on port 8400.", subject_key="api.port")
    newer = project.get("revise", id=port, statement="The server listens on port 8500.")["record_id"]
    gone = project.hold("The cache is Redis.")
    project.get("set_state", action="archive", ids=[gone], reason="over")
    links = [{"type": "depends_on", "target": port}, {"type": "depends_on", "target": gone}]
    links += [{"type": "about", "target": "file:src/server.py"}]
    rests = project.hold("Clients connect to port 8500.", subject_key="client", links=links)
    result = project.get("memory_export")
    data = (project.root / PATH).read_bytes()
    assert (result["records"], result["written"], result["path"]) == (2, True, PATH)
    assert (result["bytes"], result["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
    first, second = lines(project)
    assert (first["id"], first["lineage"], first["previous"]) == (newer, port, [port])
    assert second["id"] == rests
    assert second["links"] == [
        {"reference": "file:src/server.py", "type": "about"},
        {"target": port, "type": "depends_on"},
    ]
    assert not {"recorded_at", "closed_at", "seq"} & set(first)


def test_the_same_memory_is_the_same_bytes_and_is_not_written_again(project: Project) -> None:
    project.hold("One thing.")
    first = project.get("memory_export")
    second = project.get("memory_export")
    assert (second["sha256"], second["written"]) == (first["sha256"], False)


def test_a_dry_run_tells_and_writes_nothing(project: Project) -> None:
    project.hold("One thing.")
    told = project.get("memory_export", dry_run=True)
    assert not (project.root / PATH).exists()
    assert (told["written"], told["records"]) == (False, 1)
    assert project.get("memory_export")["sha256"] == told["sha256"]


def test_sensitive_suggested_and_erased_records_are_left_out(project: Project) -> None:
    project.hold("Salaries are in the vault.", sensitivity="sensitive")
    project.get("ingest", profile="generic_mcp", record_kind="fact", statement="Only suggested.")
    erased = project.hold("Erase me.")
    project.confirm(
        "set_state", {"action": "tombstone", "ids": [erased]}, action="tombstone", ids=[erased], reason="x"
    )
    project.hold("Kept.")
    result = project.get("memory_export")
    assert (result["records"], result["withheld"]) == (1, 1)
    assert project.fail("memory_export", include_sensitive=True) == "sensitive"
    response = project.ask("memory_export", profile="cli", include_sensitive=True)
    assert response.data is not None
    assert response.data["records"] == 2
    assert [warned.code for warned in response.warnings] == ["sensitive_exported"]
    assert stat.S_IMODE((project.root / PATH).stat().st_mode) == 0o600
    assert "Erase me." not in (project.root / PATH).read_text(encoding="utf-8")


def test_filters_by_kind_scope_and_time(project: Project) -> None:
    project.hold("Before.", subject_key="a")
    known_at = project.get("list")["records"][0]["recorded_at"]
    project.hold("A decision.", record_kind="decision")
    project.hold("On a branch.", scope="branch", scope_ref="x")
    assert project.get("memory_export", record_kind="decision", dry_run=True)["records"] == 1
    assert project.get("memory_export", scope="branch", scope_ref="x", dry_run=True)["records"] == 1
    assert project.get("memory_export", known_at=known_at)["records"] == 1
    assert lines(project)[0]["statement"] == "Before."


def test_history_and_evidence_come_along_when_asked(project: Project) -> None:
    seen = [{"text": "LISTEN 8400", "source": "ss -ltn", "origin": "tool_output"}]
    old = project.hold("Port 8400.", raw_evidence=seen)
    project.get("memory_export", include_evidence=True)
    assert lines(project)[0]["evidence"][0]["text"] == "LISTEN 8400"
    project.get("revise", id=old, statement="Port 8500.")
    project.get("memory_export", include_history=True)
    assert [one["statement"] for one in lines(project)[0]["history"]] == ["Port 8400."]


def test_markdown_is_a_page(project: Project) -> None:
    project.hold("# Not a heading", subject_key="k")
    result = project.get("memory_export", format="markdown")
    assert result["path"] == ".phantasm/memory.md"
    page = (project.root / ".phantasm/memory.md").read_text(encoding="utf-8")
    assert "\n## fact\n" in page
    assert "\n# Not a heading" not in page


@pytest.mark.parametrize("path", ["../out.jsonl", "/tmp/out.jsonl", "link/out.jsonl"])  # noqa: S108  refused
def test_a_path_outside_the_project_is_refused(project: Project, path: str) -> None:
    (project.root / "link").symlink_to(project.root.parent)
    assert project.fail("memory_export", path=path) == "path_outside_project"


@pytest.mark.parametrize("path", [".phantasm/state/out.jsonl", ".git/out.jsonl"])
def test_private_places_are_refused(project: Project, path: str) -> None:
    assert project.fail("memory_export", path=path) == "path_outside_project"


def test_only_an_export_is_replaced_unless_asked(project: Project) -> None:
    mine = project.root / "notes.jsonl"
    mine.write_text('{"mine": true}\n', encoding="utf-8")
    assert project.fail("memory_export", path="notes.jsonl") == "invalid_params"
    assert mine.read_text(encoding="utf-8") == '{"mine": true}\n'
    assert project.fail("memory_export", path="notes.txt") == "invalid_params"
    assert project.get("memory_export", path="notes.jsonl", overwrite=True)["written"]
    (project.root / "folder.jsonl").mkdir()
    assert project.fail("memory_export", path="folder.jsonl", overwrite=True) == "invalid_params"


def test_a_profile_that_may_only_suggest_writes_no_file(project: Project) -> None:
    assert project.fail("memory_export", profile="generic_mcp") == "not_allowed"
