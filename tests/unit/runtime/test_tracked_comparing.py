"""What memory gained, lost and changed between two commits is read from git, whatever the names mean."""

from pathlib import Path

import pytest

from phantasm.contracts.errors import PhantasmError
from phantasm.runtime.tracked_files import Span, compare_revisions, span_of
from tests.conftest import Project
from tests.sharing import commit, git, only_file, repository


@pytest.mark.parametrize(
    ("words", "span"),
    [
        ("", Span("HEAD", None)),
        ("main", Span("main", None)),
        ("main..side", Span("main", "side")),
        ("..side", Span("HEAD", "side")),
        ("main...side", Span("main", "side", since_parting=True)),
    ],
)
def test_reads_what_is_compared(words: str, span: Span) -> None:
    assert span_of(words) == span


@pytest.fixture
def parted(tmp_path: Path) -> Project:
    """Return a repository whose branch `side` changed a record, while `main` got another one."""
    project = repository(tmp_path / "ann")
    record = project.hold("The server listens on port 8500.", subject_key="api.port")
    project.get("tracked_export")
    commit(project.root, "memory")
    git(project.root, "checkout", "-q", "-b", "side")
    project.get("revise", id=record, statement="The server listens on port 8600.")
    project.get("tracked_export")
    commit(project.root, "8600")
    git(project.root, "checkout", "-q", "main")
    project.hold("The lunch is at noon.")
    project.get("tracked_export")
    git(project.root, "checkout", "-q", "--", ".")
    commit(project.root, "lunch")
    return project


def told(project: Project, words: str) -> list[tuple[object, object]]:
    found = compare_revisions(project.root, words)["differences"]
    assert isinstance(found, list)
    return [(one["change"], one["statement"]) for one in found]


def test_compares_two_commits(parted: Project) -> None:
    changed = ("changed", "The server listens on port 8600.")
    assert told(parted, "main..side") == [changed, ("removed", "The lunch is at noon.")]
    assert told(parted, "main...side") == [changed]
    assert told(parted, "HEAD~1..HEAD") == [("added", "The lunch is at noon.")]


def test_compares_with_what_lies_there(parted: Project) -> None:
    assert told(parted, "") == []
    (path,) = (parted.root / ".phantasm/memory").glob("fact/api-port-*")
    path.unlink()
    assert told(parted, "") == [("removed", "The server listens on port 8500.")]


@pytest.mark.parametrize("words", ["nowhere", "--upload-pack=x", "main..nowhere"])
def test_says_which_commit_is_unknown(parted: Project, words: str) -> None:
    with pytest.raises(PhantasmError, match="git knows no commit"):
        compare_revisions(parted.root, words)


def test_works_in_a_linked_worktree(parted: Project, tmp_path: Path) -> None:
    git(parted.root, "worktree", "add", "-q", str(tmp_path / "tree"), "side")
    linked = Project.__new__(Project)
    linked.root = tmp_path / "tree"
    assert "8600" in only_file(linked).read_text(encoding="utf-8")
