"""Every shared record has a file that says what is held; nobody's edit is overwritten, nothing churns."""

from pathlib import Path

import pytest

from tests.conftest import Project
from tests.sharing import FOLDER, edit, files, only_file, repository


@pytest.fixture
def shared(tmp_path: Path) -> Project:
    """Return a repository with two shared records, one of which rests on the other."""
    project = repository(tmp_path / "ann")
    port = project.hold("The server listens on port 8500.", subject_key="api.port")
    project.hold("The health check asks port 8500.", links=[{"type": "depends_on", "target": port}])
    project.get("tracked_export")
    return project


def port_of(project: Project) -> str:
    return str(project.get("list", subject_key="api.port")["records"][0]["id"])


def test_a_second_export_writes_nothing(shared: Project) -> None:
    before = {path: path.stat().st_mtime_ns for path in (shared.root / FOLDER).glob("*/*")}
    result = shared.get("tracked_export")
    assert (result["records"], result["written"], result["removed"]) == (2, [], [])
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_a_lost_state_costs_no_write(shared: Project) -> None:
    for state in (shared.paths.state / "tracked").iterdir():
        state.unlink()
    assert shared.get("tracked_export")["written"] == []


def test_a_verification_changes_no_file(shared: Project) -> None:
    shared.get("verify", ids=[port_of(shared)], revalidate_at="2027-06-01")
    assert shared.get("tracked_export")["written"] == []


def test_a_revision_changes_the_same_file(shared: Project) -> None:
    names = set(files(shared))
    shared.get("revise", id=port_of(shared), statement="The server listens on 8600.")
    result = shared.get("tracked_export")
    assert len(result["written"]) == 1
    assert set(files(shared)) == names
    (changed,) = (text for name, text in files(shared).items() if "api-port" in name)
    assert "8600" in changed
    assert changed.count("rec_") == 3  # the version, its lineage, and the one it went on from


def test_what_is_withdrawn_goes_and_so_does_the_link_to_it(shared: Project) -> None:
    assert sum("depends_on" in text for text in files(shared).values()) == 1
    shared.get("set_state", action="archive", ids=[port_of(shared)])
    result = shared.get("tracked_export")
    assert (len(result["removed"]), len(result["written"])) == (1, 1)
    assert not any("depends_on" in text for text in files(shared).values())


def test_what_is_erased_is_not_in_any_file(tmp_path: Path) -> None:
    project = repository(tmp_path / "ann")
    record = project.hold("The lunch is at noon.")
    project.get("tracked_export")
    target: dict[str, object] = {"action": "tombstone", "ids": [record]}
    assert project.confirm("set_state", target, **target).error is None
    project.get("tracked_export")
    assert files(project) == {}
    assert not (project.root / FOLDER).exists()


@pytest.mark.parametrize(
    "fields",
    [{"sensitivity": "sensitive"}, {"scope": "branch", "scope_ref": "main"}, {"review_required": True}],
)
def test_only_what_holds_for_everybody_is_shared(tmp_path: Path, fields: dict[str, object]) -> None:
    project = repository(tmp_path / "ann")
    project.hold("The pager number is on the door.", **fields)
    project.get("tracked_export")
    assert files(project) == {}


def test_a_record_that_becomes_sensitive_goes_from_the_files(shared: Project) -> None:
    shared.get("revise", id=port_of(shared), statement="It listens on 8600.", sensitivity="sensitive")
    assert len(shared.get("tracked_export")["removed"]) == 1


def test_a_file_that_somebody_edited_is_not_overwritten(shared: Project) -> None:
    (path,) = (shared.root / FOLDER).glob("fact/api-port-*")
    edit(path, "8500", "9000")
    shared.get("revise", id=port_of(shared), statement="The server listens on 8600.")
    response = shared.ask("tracked_export")
    assert response.data is not None
    assert response.data["blocked"] == [path.relative_to(shared.root).as_posix()]
    assert [one.code for one in response.warnings] == ["tracked_files_changed"]
    assert "9000" in path.read_text(encoding="utf-8")


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    project = repository(tmp_path / "ann")
    project.hold("The server listens on port 8500.")
    (tmp_path / "elsewhere").mkdir()
    (project.root / FOLDER).symlink_to(tmp_path / "elsewhere")
    assert project.fail("tracked_export") == "unsafe_project"
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_what_looks_like_a_secret_stays_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_SECURITY__REDACT_SECRETS", "false")
    project = repository(tmp_path / "ann")
    project.hold(f"The deploy key is ghp_{'a1B2' * 9}.")
    response = project.ask("tracked_export")
    assert response.data is not None
    assert (response.data["withheld"], files(project)) == (1, {})


def test_a_dry_run_and_a_limit_leave_the_rest(tmp_path: Path) -> None:
    project = repository(tmp_path / "ann")
    for number in range(3):
        project.hold(f"Queue {number} has {number + 3} workers.", subject_key=f"queue.{number}")
    assert len(project.get("tracked_export", dry_run=True)["written"]) == 3
    assert files(project) == {}
    first = project.get("tracked_export", limit=2)
    assert (len(first["written"]), first["postponed"]) == (2, 1)
    assert len(project.get("tracked_export")["written"]) == 1


def test_a_write_brings_its_files_in_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_SHARING__TRACKED", "true")
    project = repository(tmp_path / "ann")
    project.hold("The server listens on port 8500.", subject_key="api.port")
    path = only_file(project)
    project.get("revise", id=port_of(project), statement="The server listens on port 8600.")
    assert "8600" in path.read_text(encoding="utf-8")
    edit(path, "8600", "9000")
    project.get("revise", id=port_of(project), statement="The server listens on port 8700.")
    assert "9000" in path.read_text(encoding="utf-8")
    project.get("set_state", action="archive", ids=[project.hold("The lunch is at noon.")])
    assert set(files(project)) == {path.relative_to(project.root / FOLDER).as_posix()}


def test_a_process_that_was_killed_is_caught_up_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = repository(tmp_path / "ann")
    project.hold("The server listens on port 8500.", subject_key="api.port")  # written, and nobody followed
    monkeypatch.setenv("PHANTASM_SHARING__TRACKED", "true")
    with project.open() as runtime:
        request = project.request("ingest", record_kind="fact", statement="The lunch is at noon.")
        assert runtime.handle(request).error is None
    assert len(files(project)) == 2
