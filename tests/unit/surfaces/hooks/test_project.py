"""The hook's own way to the project leads where everybody else's does."""

import shutil
import subprocess
from pathlib import Path

import pytest

from phantasm.config import trust
from phantasm.config.paths import Paths
from phantasm.surfaces.hooks import project
from phantasm.workspace.place import checkout, here
from tests.fixtures.projects import lay_out_state


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


def test_reads_the_branch_as_everybody_does(repository: Path, tmp_path: Path) -> None:
    _git(repository, "worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    for start in (repository / "src", tmp_path / "side"):
        assert project.head_of(str(start)) == checkout(start)
        assert project.head_of(str(start)).endswith(f"ref: refs/heads/{here(start).branch}")
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


def test_only_a_folder_that_was_accepted_is_used(tmp_path: Path) -> None:
    state = tmp_path / ".phantasm" / "state"
    state.mkdir(parents=True, mode=0o700)
    assert project.state_of(str(tmp_path)) == ""
    trust.accept(str(tmp_path), None, at="2026-11-01T12:00:00Z")
    assert project.state_of(str(tmp_path)) == str(state)
    (tmp_path / ".phantasm").chmod(0o775)  # as git makes it for those who share with a group
    assert project.state_of(str(tmp_path)) == str(state)


@pytest.mark.parametrize("name", ["tmp", "tmp/inbox", "given", "ready", "logs"])
def test_no_link_inside_is_followed(tmp_path: Path, name: str) -> None:
    lay_out_state(Paths(tmp_path))
    assert project.state_of(str(tmp_path)) == str(tmp_path / ".phantasm" / "state")
    inside = tmp_path / ".phantasm" / "state" / name
    shutil.rmtree(inside)
    (tmp_path / "docs").mkdir()
    inside.symlink_to(tmp_path / "docs")
    assert project.state_of(str(tmp_path)) == ""
