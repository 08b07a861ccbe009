"""Two people, two clones, one tracked export: what git merges by itself, and what it leaves to people."""

import subprocess
from pathlib import Path

import pytest

from tests.conftest import Project

PATH = ".phantasm/memory.jsonl"


def git(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    who = ["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", *who, *arguments], cwd=root, capture_output=True, text=True, check=False)  # noqa: S607


def commit(project: Project, message: str) -> None:
    project.get("memory_export")
    git(project.root, "add", PATH)
    made = git(project.root, "commit", "-m", message)
    assert made.returncode == 0, made.stdout


@pytest.fixture
def tracked(project: Project) -> Project:
    """Return a project with six records whose export is committed on `main`."""
    git(project.root, "init", "-b", "main")
    for number in range(6):
        project.hold(f"Queue {number} has {number + 3} workers.", subject_key=f"queue.{number}")
    commit(project, "memory")
    return project


def branches(project: Project, first: tuple[str, str], second: tuple[str, str]) -> None:
    """Edit a record of the committed export on each of two branches, as two stores would."""
    text = (project.root / PATH).read_text(encoding="utf-8")
    for name, (old, new) in (("one", first), ("two", second)):
        git(project.root, "checkout", "-q", "-b", name, "main")
        (project.root / PATH).write_text(text.replace(old, new), encoding="utf-8")
        git(project.root, "commit", "-q", "-a", "-m", name)


def test_the_default_place_is_not_ignored(tracked: Project) -> None:
    assert git(tracked.root, "check-ignore", PATH).returncode == 1


def test_edits_of_neighbouring_records_merge_by_themselves(tracked: Project) -> None:
    branches(tracked, ("has 5 workers", "has 50 workers"), ("has 6 workers", "has 60 workers"))
    merged = git(tracked.root, "merge", "-m", "both", "one")
    assert merged.returncode == 0, merged.stdout
    result = tracked.get("memory_import", profile="cli", path=PATH)
    assert result["outcomes"] == {"unchanged": 4, "updated": 2}
    said = [one["statement"] for one in tracked.get("list")["records"]]
    assert {"Queue 2 has 50 workers.", "Queue 3 has 60 workers."} <= set(said)


def test_two_edits_of_one_record_are_a_conflict_that_can_be_read(tracked: Project) -> None:
    branches(tracked, ("has 5 workers", "has 50 workers"), ("has 5 workers", "has 60 workers"))
    assert git(tracked.root, "merge", "-m", "both", "one").returncode == 1
    text = (tracked.root / PATH).read_text(encoding="utf-8")
    between = text.split("<<<<<<< HEAD\n")[1].split(">>>>>>> one")[0]
    ours, theirs = between.split("=======\n")
    assert (ours.count("\n"), theirs.count("\n")) == (1, 1)
    assert "has 60 workers" in ours
    assert "has 50 workers" in theirs
    response = tracked.ask("memory_import", profile="cli", path=PATH)
    assert response.error is not None
    assert "unresolved merge conflict at line" in response.error.message


def test_with_union_both_sides_arrive_and_the_import_shows_the_conflict(tracked: Project) -> None:
    (tracked.root / ".gitattributes").write_text(f"{PATH} merge=union\n", encoding="utf-8")
    git(tracked.root, "add", ".gitattributes")
    git(tracked.root, "commit", "-q", "-m", "union")
    branches(tracked, ("has 5 workers", "has 50 workers"), ("has 5 workers", "has 60 workers"))
    assert git(tracked.root, "merge", "-m", "both", "one").returncode == 0
    result = tracked.get("memory_import", profile="cli", path=PATH)
    assert result["outcomes"] == {"conflict": 1, "unchanged": 5, "updated": 1}
