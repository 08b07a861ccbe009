"""What others changed comes in as suggestions; what merely came with another commit is no news."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Project
from tests.sharing import FOLDER, clone, commit, edit, files, git, only_file, repository, said, waiting

PORT = "The server listens on port 8500."


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Project]:
    """Yield a repository with one shared and committed record."""
    project = repository(tmp_path / "ann")
    project.hold(PORT, subject_key="api.port")
    project.get("tracked_export")
    commit(project.root, "memory")
    project.get("tracked_import")
    yield project
    project.runtime.close()


def port(project: Project) -> str:
    return str(project.get("list", subject_key="api.port")["records"][0]["id"])


def outcomes(project: Project, **params: Any) -> dict[str, int]:
    return dict(project.get("tracked_import", **params)["outcomes"])


def test_own_files_are_no_news(ann: Project) -> None:
    assert outcomes(ann) == {}
    assert waiting(ann) == []


def test_a_clone_gets_suggestions_that_say_where_they_come_from(ann: Project, tmp_path: Path) -> None:
    bob = clone(ann, tmp_path / "bob", first_key=100)
    head = git(bob.root, "rev-parse", "HEAD").strip()
    result = bob.get("tracked_import", profile="cli")
    (one,) = result["results"]
    assert (one["outcome"], one["commit"], one["author"]) == ("suggested", head, "Ann")
    assert one["reasons"] == ["tracked_file"]
    assert said(bob) == set()
    held = bob.get("inspect", profile="cli", ids=[one["record_id"]])
    (record,) = held["records"]
    assert record["origin"] == "import"
    (seen,) = bob.get("inspect", profile="cli", ids=record["evidence_ids"])["evidence"]
    assert seen["source"].startswith(f"git:main@{head[:12]}:{FOLDER}/fact/api-port-")
    assert seen["source"].endswith("(by Ann)")
    assert outcomes(bob) == {"waiting": 1}


def test_an_accepted_suggestion_holds_and_its_file_stays_the_same(ann: Project, tmp_path: Path) -> None:
    bob = clone(ann, tmp_path / "bob", first_key=100)
    one = bob.get("tracked_import")["results"][0]
    before = files(bob)
    assert bob.get("tracked_export")["waiting"] == []  # it was never held here, so its file is Ann's
    bob.get("review", profile="cli", action="accept", ids=[one["record_id"]])
    assert said(bob) == {PORT}
    assert bob.get("tracked_export")["written"] == []
    assert files(bob) == before


def test_a_person_takes_over_what_was_read_in_the_pull_request(ann: Project, tmp_path: Path) -> None:
    bob = clone(ann, tmp_path / "bob", first_key=100)
    assert outcomes(bob, profile="cli", accept="clean") == {"created": 1}
    assert said(bob) == {PORT}
    assert bob.get("tracked_export")["written"] == []


def test_an_edit_waits_and_its_file_with_it(ann: Project) -> None:
    edit(only_file(ann), "8500", "8600")
    commit(ann.root, "port", author="Bob")
    (one,) = ann.get("tracked_import")["results"]
    assert (one["outcome"], one["author"]) == ("suggested", "Bob")
    assert said(ann) == {PORT}
    assert len(ann.get("tracked_export")["waiting"]) == 1
    ann.get("review", profile="cli", action="accept", ids=[one["record_id"]])
    assert said(ann) == {PORT.replace("8500", "8600")}
    ann.get("tracked_export")
    assert "8600" in only_file(ann).read_text(encoding="utf-8")
    assert outcomes(ann) == {}


def test_what_was_rejected_is_written_back_and_not_proposed_again(ann: Project) -> None:
    edit(only_file(ann), "8500", "8600")
    commit(ann.root, "port", author="Bob")
    (one,) = ann.get("tracked_import")["results"]
    ann.get("review", profile="cli", action="reject", ids=[one["record_id"]])
    ann.get("tracked_export")
    assert PORT in only_file(ann).read_text(encoding="utf-8")
    git(ann.root, "checkout", "-q", ".")
    assert outcomes(ann) == {"turned_down": 1}
    assert waiting(ann) == []


def test_two_stores_that_hold_the_same_leave_the_file_alone(ann: Project, tmp_path: Path) -> None:
    """Both accept one edit, each under a name of its own; then only Bob changes it."""
    bob = clone(ann, tmp_path / "bob", first_key=100)
    bob.get("tracked_import", profile="cli", accept="clean")
    edit(only_file(bob), "8500", "8600")
    commit(bob.root, "port", author="Bob")
    git(ann.root, "pull", "-q", str(bob.root), "main")
    for project in (ann, bob):
        (one,) = project.get("tracked_import")["results"]
        project.get("review", profile="cli", action="accept", ids=[one["record_id"]])
    bob.get("tracked_export")
    commit(bob.root, "accepted", author="Bob")
    git(ann.root, "pull", "-q", str(bob.root), "main")
    assert outcomes(ann) == {"unchanged": 1}
    assert ann.get("tracked_export")["written"] == []
    bob.get("revise", id=port(bob), statement="The server listens on port 8700.")
    bob.get("tracked_export")
    commit(bob.root, "8700", author="Bob")
    git(ann.root, "pull", "-q", str(bob.root), "main")
    assert outcomes(ann) == {"suggested": 1}


def test_both_came_to_say_the_same_is_no_news(ann: Project) -> None:
    edit(only_file(ann), "8500", "8700")
    commit(ann.root, "port", author="Bob")
    ann.get("revise", id=port(ann), statement="The server listens on port 8700.")
    assert outcomes(ann).keys() <= {"unchanged"}
    assert waiting(ann) == []


def test_both_changed_is_a_conflict(ann: Project) -> None:
    edit(only_file(ann), "8500", "8600")
    commit(ann.root, "port", author="Bob")
    ann.get("revise", id=port(ann), statement="The server listens on port 8700.")
    (one,) = ann.get("tracked_import")["results"]
    # Edited from the version that is held no more.
    assert (one["outcome"], one["reasons"]) == ("conflict", ["import_diverged"])
    assert [item["kind"] for item in waiting(ann)] == ["conflict"]


def test_an_older_commit_and_back_is_no_news(ann: Project) -> None:
    ann.get("revise", id=port(ann), statement="The server listens on port 8600.")
    ann.hold("The lunch is at noon.")
    ann.get("tracked_export")
    commit(ann.root, "more")
    ann.get("tracked_import")
    for target in ("HEAD~1", "main", "HEAD~1"):
        git(ann.root, "checkout", "-q", target)
        assert set(outcomes(ann)) <= {"unchanged", "kept_ours"}
    assert waiting(ann) == []
    assert len(said(ann)) == 2


def test_a_branch_that_never_had_a_file_has_not_deleted_it(ann: Project) -> None:
    git(ann.root, "checkout", "-q", "-b", "side")
    ann.hold("The lunch is at noon.")
    ann.get("tracked_export")
    commit(ann.root, "lunch")
    ann.get("tracked_import")
    git(ann.root, "checkout", "-q", "-b", "other", "main")
    commit(ann.root, "nothing about memory")
    assert outcomes(ann) == {}
    assert waiting(ann) == []


def test_a_deletion_is_asked_about_once(ann: Project) -> None:
    git(ann.root, "checkout", "-q", "-b", "side")
    only_file(ann).unlink()
    commit(ann.root, "no port", author="Bob")
    (one,) = ann.get("tracked_import")["results"]
    assert (one["outcome"], one["author"], one["reasons"]) == ("removed", "Bob", ["tracked_removed"])
    assert said(ann) == {PORT}
    (item,) = waiting(ann)
    assert item["kind"] == "stale"
    assert len(ann.get("tracked_export")["waiting"]) == 1
    ann.get("review", profile="cli", action="resolve", ids=[item["id"]])
    for branch in ("main", "side"):
        git(ann.root, "checkout", "-q", branch)
        outcomes(ann)
    assert waiting(ann) == []


def test_a_file_deleted_by_hand_is_asked_about_too(ann: Project) -> None:
    only_file(ann).unlink()
    assert outcomes(ann) == {"removed": 1}
    assert len(waiting(ann)) == 1


def test_a_renamed_file_is_the_same_record(ann: Project) -> None:
    path = only_file(ann)
    path.rename(path.with_name("port.md"))
    commit(ann.root, "shorter")
    assert outcomes(ann) == {"unchanged": 1}
    ann.get("revise", id=port(ann), statement="The server listens on port 8600.")
    ann.get("tracked_export")
    assert [*files(ann)] == ["fact/port.md"]
    assert "8600" in only_file(ann).read_text(encoding="utf-8")


def test_a_revert_is_a_change_of_theirs(ann: Project) -> None:
    ann.get("revise", id=port(ann), statement="The server listens on port 8600.")
    ann.get("tracked_export")
    commit(ann.root, "8600")
    ann.get("tracked_import")
    git(ann.root, "revert", "--no-edit", "HEAD", author="Bob")
    (one,) = ann.get("tracked_import")["results"]
    assert (one["outcome"], one["author"]) == ("suggested", "Bob")
    ann.get("review", profile="cli", action="accept", ids=[one["record_id"]])
    assert said(ann) == {PORT}


def test_an_import_can_be_undone(ann: Project) -> None:
    edit(only_file(ann), "8500", "8600")
    response = ann.ask("tracked_import")
    assert len(waiting(ann)) == 1
    ann.get("undo", operations=[response.provenance.operation_id])
    assert waiting(ann) == []
    assert said(ann) == {PORT}
    assert outcomes(ann) == {"suggested": 1}
    assert len(waiting(ann)) == 1


def test_a_dry_run_changes_nothing(ann: Project) -> None:
    edit(only_file(ann), "8500", "8600")
    assert outcomes(ann, dry_run=True) == {"suggested": 1}
    assert waiting(ann) == []
    assert outcomes(ann) == {"suggested": 1}


def test_what_is_broken_is_told_and_stays_as_it_is(ann: Project) -> None:
    own = only_file(ann)
    text = own.read_text(encoding="utf-8")
    spoiled = {
        "fact/marked-vv7941pn5j.md": b"---\n<<<<<<< ours\n",
        "fact/huge-vv7941pn5k.md": b"x" * 1_000_001,
        "fact/bytes-vv7941pn5m.md": b"---\nkind: \xff\n---\n",
        "fact/copied.md": text.encode(),
    }
    for name, data in spoiled.items():
        (ann.root / FOLDER / name).write_bytes(data)
    (ann.root / FOLDER / "fact/linked-vv7941pn5n.md").symlink_to("/etc/hostname")
    result = ann.get("tracked_import")
    assert {one["path"].rpartition("/")[2]: one["problem"] for one in result["problems"]} == {
        "marked-vv7941pn5j.md": "has an unresolved merge conflict at line 2",
        "huge-vv7941pn5k.md": "cannot be read, or is larger than a record can be",
        "bytes-vv7941pn5m.md": "is not valid UTF-8 at byte 10",
        "copied.md": "another file is about the same record: remove one of them",
        "linked-vv7941pn5n.md": "a symbolic link, or no regular file",
    }
    assert (result["changed"], said(ann)) == (0, {PORT})
    ann.get("tracked_export")
    assert {name: (ann.root / FOLDER / name).read_bytes() for name in spoiled} == spoiled


def test_a_secret_in_a_file_is_masked(ann: Project) -> None:
    secret = f"ghp_{'a1B2' * 9}"
    edit(only_file(ann), "port 8500", f"port 8500 with {secret}")
    response = ann.ask("tracked_import", profile="cli")
    assert "secret_masked" in {one.code for one in response.warnings}
    (item,) = waiting(ann)
    assert secret not in str(item)


def test_links_are_taken_over_only_when_that_is_asked_for(ann: Project) -> None:
    other = ann.hold("The lunch is at noon.")
    link = f'links: [\n    {{"target": "{other}", "type": "relates_to"}}\n  ]\n'
    edit(only_file(ann), "subject_key:", f"{link}subject_key:")
    (one,) = ann.get("tracked_import")["results"]
    assert (one["outcome"], one["reasons"]) == ("unchanged", ["tracked_links"])
    assert len(ann.get("tracked_export")["blocked"]) == 1
    assert outcomes(ann, accept="clean") == {"amended": 1}
    assert ann.get("tracked_export")["blocked"] == []


def test_whoever_may_only_suggest_may_import(ann: Project) -> None:
    edit(only_file(ann), "8500", "8600")
    assert outcomes(ann, profile="generic_mcp", accept="clean") == {"suggested": 1}


def test_a_limit_leaves_the_rest_for_the_next_call(tmp_path: Path) -> None:
    ann = repository(tmp_path / "ann")
    for number in range(3):
        ann.hold(f"Queue {number} has {number + 3} workers.", subject_key=f"queue.{number}")
    ann.get("tracked_export")
    commit(ann.root, "memory")
    bob = clone(ann, tmp_path / "bob", first_key=100)
    assert bob.get("tracked_import", limit=2)["outcomes"] == {"postponed": 1, "suggested": 2}
    assert outcomes(bob) == {"suggested": 1, "waiting": 2}


def test_opening_the_project_takes_in_what_came_with_git(
    ann: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from phantasm.runtime.tracked_files import take_in  # noqa: PLC0415

    edit(only_file(ann), "8500", "8600")
    commit(ann.root, "port", author="Bob")
    monkeypatch.setenv("PHANTASM_SHARING__TRACKED", "true")
    with ann.open() as runtime:
        take_in(runtime)
        (item,) = waiting(ann)
        assert item["kind"] == "suggestion"
        before = ann.get("audit", profile="cli", limit=100)["entries"]
        take_in(runtime)
        git(ann.root, "checkout", "-q", "HEAD~1")
        take_in(runtime)
        assert len(ann.get("audit", profile="cli", limit=100)["entries"]) == len(before)
