"""Is the project of a folder found upwards, through worktrees, and nowhere else?"""

import subprocess
from pathlib import Path

import pytest

from phantasm.config.finding import find_project, find_root, main_worktree
from phantasm.workspace.tracking import tracked_below

GIT = "/usr/bin/git"


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always")
    subprocess.run([GIT, "-C", str(folder), *identity, *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Return a repository with one commit and a folder in it."""
    root = tmp_path / "repository"
    (root / "deep" / "er").mkdir(parents=True)
    git(root, "init", "-q")
    (root / "deep" / "file").write_text("x")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "one")
    return root


def test_outside_git_the_folder_itself_is_the_root(tmp_path: Path) -> None:
    assert find_root(tmp_path) == tmp_path
    assert find_project(tmp_path) is None


def test_the_root_is_found_upwards(repository: Path) -> None:
    assert find_root(repository / "deep" / "er") == repository
    assert find_project(repository / "deep") is None
    (repository / ".phantasm").mkdir()
    assert find_project(repository / "deep" / "er") == repository


def test_a_project_outside_the_repository_is_not_taken(repository: Path) -> None:
    (repository.parent / ".phantasm").mkdir()
    assert find_root(repository / "deep") == repository
    assert find_project(repository / "deep") is None


def test_a_nested_project_is_nearer(repository: Path) -> None:
    (repository / ".phantasm").mkdir()
    (repository / "deep" / ".phantasm").mkdir()
    assert find_root(repository / "deep" / "er") == repository / "deep"


def test_a_linked_worktree_shares_the_main_one(repository: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(repository, "worktree", "add", "-q", str(linked))
    assert main_worktree(str(linked)) == str(repository)
    assert find_root(linked / "deep") == repository
    assert find_project(linked) is None
    (repository / ".phantasm").mkdir()
    assert find_project(linked / "deep") == repository


def test_a_submodule_is_a_repository_of_its_own(repository: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "-q")
    git(outer, "submodule", "add", "-q", str(repository), "inner")
    assert find_root(outer / "inner" / "deep") == outer / "inner"


@pytest.mark.parametrize("content", [b"", b"gitdir:", b"gitdir: /nowhere", b"\xff\xfe", b"gitdir: .git"])
def test_a_strange_git_file_is_no_way_out(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ".git").write_bytes(content)
    assert main_worktree(str(tmp_path)) == ""
    assert find_root(tmp_path) == tmp_path


def test_tracked_files_are_listed(repository: Path, tmp_path: Path) -> None:
    assert tracked_below(repository, "deep") == ["deep/file"]
    assert tracked_below(repository, ".phantasm/state") == []
    assert tracked_below(tmp_path, "deep") == []


def test_asking_git_starts_nothing_that_the_repository_names(repository: Path, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    script = tmp_path / "evil"
    script.write_text(f"#!/bin/sh\ntouch {mark}\n")
    script.chmod(0o755)
    for key in ("core.fsmonitor", "core.pager", "core.sshCommand", "core.editor", "pager.ls-files"):
        git(repository, "config", key, str(script))
    assert tracked_below(repository, "deep") == ["deep/file"]
    assert not mark.exists()
