"""Is the branch and the worktree of a folder known, without running git? Against what git itself lays out."""

import subprocess
from pathlib import Path

import pytest

from phantasm.workspace.place import MAIN_WORKTREE, Place, commit_at, here


def _git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    told = subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True)  # noqa: S607
    return told.stdout.decode().strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    _git(folder, "init", "--quiet", "--initial-branch=main")
    _git(folder, "commit", "--quiet", "--allow-empty", "-m", "first")
    return folder


def test_knows_the_branch_from_any_folder_below(repository: Path) -> None:
    below = repository / "a" / "b"
    below.mkdir(parents=True)
    assert here(repository) == here(below) == Place("main", MAIN_WORKTREE)


def test_follows_a_switch(repository: Path) -> None:
    _git(repository, "switch", "--quiet", "-c", "feature/with/slashes")
    assert here(repository) == Place("feature/with/slashes", MAIN_WORKTREE)


def test_knows_a_branch_without_commits(tmp_path: Path) -> None:
    _git(tmp_path, "init", "--quiet", "--initial-branch=empty")
    assert here(tmp_path) == Place("empty", MAIN_WORKTREE)


def test_has_no_branch_when_a_commit_is_checked_out(repository: Path) -> None:
    _git(repository, "checkout", "--quiet", "--detach")
    assert here(repository) == Place(None, MAIN_WORKTREE)


def test_knows_a_linked_worktree_by_its_name(repository: Path, tmp_path: Path) -> None:
    linked = tmp_path / "elsewhere"
    _git(repository, "worktree", "add", "--quiet", "-b", "feature", str(linked))
    assert here(linked) == Place("feature", "elsewhere")
    assert here(repository) == Place("main", MAIN_WORKTREE)


def test_takes_a_submodule_for_a_repository_of_its_own(repository: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    _git(outer, "init", "--quiet", "--initial-branch=outer")
    allowed = ("-c", "protocol.file.allow=always")
    _git(outer, *allowed, "submodule", "--quiet", "add", str(repository), "inner")
    assert here(outer / "inner") == Place("main", MAIN_WORKTREE)


def test_claims_nothing_without_a_repository(tmp_path: Path) -> None:
    assert here(tmp_path) == Place()


@pytest.mark.parametrize("text", [b"", b"gitdir: nowhere", b"\xff\xfe", b"gitdir:"])
def test_survives_a_broken_link(tmp_path: Path, text: bytes) -> None:
    (tmp_path / ".git").write_bytes(text)
    assert here(tmp_path) == Place(None, MAIN_WORKTREE)


@pytest.mark.parametrize("head", [b"", b"ref: refs/tags/v1", b"\xff", b"0" * 40])
def test_survives_a_broken_head(tmp_path: Path, head: bytes) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_bytes(head)
    assert here(tmp_path) == Place(None, MAIN_WORKTREE)


def test_knows_the_commit_as_git_does(repository: Path, tmp_path: Path) -> None:
    assert commit_at(repository) == _git(repository, "rev-parse", "HEAD")
    linked = tmp_path / "elsewhere"
    _git(repository, "worktree", "add", "--quiet", "-b", "feature", str(linked))
    _git(linked, "commit", "--quiet", "--allow-empty", "-m", "second")
    assert commit_at(linked) == _git(linked, "rev-parse", "HEAD") != commit_at(repository)
    _git(repository, "pack-refs", "--all")
    assert commit_at(linked) == _git(linked, "rev-parse", "HEAD")
    _git(repository, "checkout", "--quiet", "--detach")
    assert commit_at(repository) == _git(repository, "rev-parse", "HEAD")


def test_knows_no_commit_before_the_first_and_outside(tmp_path: Path) -> None:
    assert commit_at(tmp_path) is None
    _git(tmp_path, "init", "--quiet", "--initial-branch=empty")
    assert commit_at(tmp_path) is None
