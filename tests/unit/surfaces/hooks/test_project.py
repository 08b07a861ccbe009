"""The hook's own way to the project leads where everybody else's does."""

import subprocess
from pathlib import Path

import pytest

from phantasm.surfaces.hooks import project
from phantasm.workspace.place import here
from phantasm.workspace.repository import find_project


def _git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)  # noqa: S607  as everybody calls it


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "main"
    (root / "src" / "deep").mkdir(parents=True)
    _git(tmp_path, "init", "-q", "-b", "trunk", str(root))
    _git(root, "commit", "-q", "--allow-empty", "-m", "first")
    (root / ".phantasm" / "state").mkdir(parents=True)
    return root


def test_finds_the_project_as_everybody_does(repository: Path, tmp_path: Path) -> None:
    _git(repository, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    (tmp_path / "elsewhere").mkdir()
    for start in (
        repository,
        repository / "src" / "deep",
        tmp_path / "side",
        tmp_path / "elsewhere",
        tmp_path,
    ):
        known = find_project(start)
        assert project.find_root(str(start)) == (str(known) if known else ""), start


def test_reads_the_branch_as_everybody_does(repository: Path, tmp_path: Path) -> None:
    _git(repository, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    for start in (repository / "src", tmp_path / "side"):
        branch = here(start).branch
        assert project.head_of(str(start)) == f"ref: refs/heads/{branch}"
    assert project.head_of(str(tmp_path)) == ""


def test_goes_through_no_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "state").mkdir(parents=True)
    root = tmp_path / "cloned"
    root.mkdir()
    (root / ".phantasm").symlink_to(tmp_path / "elsewhere")
    assert project.state_of(str(root)) == ""
    (root / ".phantasm").unlink()
    (root / ".phantasm").mkdir()
    (root / ".phantasm" / "state").symlink_to(tmp_path / "elsewhere" / "state")
    assert project.state_of(str(root)) == ""


def test_works_where_the_client_says_it_does(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository)
    assert project.folder_of(str(repository / "src")) == str(repository / "src")
    assert project.folder_of("/no/such/folder") == str(repository)
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(repository / "src" / "deep"))
    assert project.folder_of("") == str(repository / "src" / "deep")


def test_is_switched_off_by_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, is_off in (("1", True), ("yes", True), ("0", False), ("", False)):
        monkeypatch.setenv(project.OFF, value)
        assert project.is_off() == is_off
    monkeypatch.delenv(project.OFF)
    assert not project.is_off()
    monkeypatch.setenv("PHANTASM_CLIENT", "codex")
    assert not project.is_configured_here()
    monkeypatch.setenv("PHANTASM_CONTEXT__MODEL", "openai")
    assert project.is_configured_here()
