"""What was already done is told with the commits that did it, also what was tried and taken back."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from phantasm.config.paths import Paths
from phantasm.runtime.setup.project import lay_out_state
from tests.conftest import Project
from tests.fixtures.histories import ADA, BOB, History

SHAS: dict[str, str] = {}


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Yield a project whose history was taken in; only read from."""
    root: Path = tmp_path_factory.mktemp("told")
    history = History(root)
    history.commit("Start", "README.md", "src/upload.py", "src/mail.py")
    SHAS["threads"] = history.commit("Upload in threads\n\nFaster, see #12.", "src/upload.py", who=BOB)
    SHAS["revert"] = history.act("revert", "--no-edit", SHAS["threads"], who=ADA)
    SHAS["mail"] = history.commit("Send mail twice when the queue is full", "src/mail.py")
    history.git("mv", "src/mail.py", "src/letters.py")
    SHAS["rename"] = history.commit("Letters, not mail")
    lay_out_state(Paths(root))
    project = Project(root)
    project.get("commits_ingest", profile="cli")
    project.hold("Uploads are sent by one thread.", subject_key="uploads")
    yield project
    project.runtime.close()


def test_tells_an_attempt_and_who_took_it_back(told: Project) -> None:
    data = told.get("prior_work", query="upload in several threads")
    found = {one["sha"]: one for one in data["commits"]}
    attempt = found[SHAS["threads"]]
    assert (attempt["standing"], attempt["author"], attempt["files"]) == (
        "reverted",
        "Bob Bolt",
        ["src/upload.py"],
    )
    assert attempt["reverted_by"]["sha"] == SHAS["revert"]
    assert attempt["reverted_by"]["author"] == "Ada Lovelace"
    assert attempt["reverted_by"]["at"] > attempt["at"]
    assert found[SHAS["revert"]]["standing"] == "revert"
    assert found[SHAS["revert"]]["reverts"] == [SHAS["threads"]]
    assert "Uploads are sent by one thread." in [hit["text"] for hit in data["remembered"]]


def test_cites_evidence_that_can_be_looked_at(told: Project) -> None:
    response = told.ask("prior_work", query="queue is full")
    first = cast("Any", response.data)["commits"][0]
    (seen,) = told.get("inspect", ids=[first["handle"]])["evidence"]
    assert seen["id"] == first["evidence_id"]
    assert seen["source"] == f"commit:{SHAS['mail']}"
    assert first["evidence_id"] in response.provenance.evidence_ids


def test_finds_by_issue_by_name_and_by_path(told: Project) -> None:
    assert told.get("prior_work", query="#12")["commits"][0]["sha"] == SHAS["threads"]
    assert (
        told.get("prior_work", query=SHAS["mail"][:9])["commits"][0]["because"][0] == "the question names it"
    )
    by_path = told.get("prior_work", paths=["src/letters.py"])
    assert [one["sha"] for one in by_path["commits"]][:2] == [SHAS["rename"], SHAS["mail"]]
    assert by_path["match"] == "strong_match"
    named = told.get("prior_work", query="what about src/letters.py")["commits"]
    assert SHAS["rename"] in [one["sha"] for one in named if "changed src/letters.py" in one["because"]]


def test_says_what_nobody_ever_changed(told: Project) -> None:
    data = told.get("prior_work", paths=["src/never.py"])
    assert (data["unknown"], data["commits"]) == (["src/never.py"], [])
    assert data["known_commits"] == 5


def test_wants_to_know_what_it_is_about(told: Project) -> None:
    assert told.fail("prior_work") == "invalid_params"
    assert told.fail("who_knows", query="  ") == "invalid_params"


def test_tells_who_knows_a_file_a_folder_and_a_topic(told: Project) -> None:
    by_file = told.get("who_knows", paths=["src/letters.py"])["people"]
    assert [(one["name"], one["commits"]) for one in by_file] == [("Ada Lovelace", 3)]
    by_folder = told.get("who_knows", paths=["src"])
    assert [one["name"] for one in by_folder["people"]] == ["Ada Lovelace", "Bob Bolt"]
    assert by_folder["commits"] == 5
    assert by_folder["people"][1]["examples"][0]["sha"] == SHAS["threads"]
    assert by_folder["people"][0]["because"] == [
        "4 of 5 commits, the last on 2026-09-21.",
        "Added files there in 1 of them.",
    ]
    topic = told.get("who_knows", query="upload threads faster")["people"]
    assert topic[0]["name"] == "Bob Bolt"
    assert "@" not in str(told.get("who_knows", paths=["."]))


def test_names_nobody_for_what_no_commit_is_about(told: Project) -> None:
    assert told.get("who_knows", query="zebra crossings")["people"] == []


def test_tells_what_changes_together_under_present_names(tmp_path: Path) -> None:
    history = History(tmp_path)
    history.commit("Start", "a.py", "test_a.py", "b.py", "CHANGES.md", "old.py")
    for number in range(3):
        history.commit(f"Both {number}", "a.py", "test_a.py", "CHANGES.md", "old.py")
        history.commit(f"Else {number}", "b.py", "CHANGES.md")
    history.git("mv", "test_a.py", "tests_of_a.py")
    history.git("rm", "-q", "old.py")
    history.commit("Tidy up")
    history.commit("Everything", *[f"many/{number}.py" for number in range(150)], "a.py")
    lay_out_state(Paths(tmp_path))
    project = Project(tmp_path)
    project.get("commits_ingest", profile="cli")
    data = project.get("changes_together", paths=["a.py"])
    assert [one["path"] for one in data["files"]] == ["tests_of_a.py", "CHANGES.md"]
    first = data["files"][0]
    assert (first["together"], first["of"]) == (4, 4)
    assert first["examples"][0]["subject"] == "Both 2"
    assert [one["path"] for one in project.get("changes_together", paths=["tests_of_a.py"])["files"]][:1] == [
        "a.py"
    ]
    assert project.get("changes_together", paths=["many"])["files"] == []
    done = project.get("prior_work", paths=["a.py"], limit=20)["commits"]
    along = "changed tests_of_a.py, which goes along with a.py"
    assert [one["subject"] for one in done if one["because"] == [along]] == ["Tidy up"]
    project.runtime.close()


def test_forgets_who_and_what_with_the_text(tmp_path: Path) -> None:
    history = History(tmp_path)
    history.commit("Start", "a.py")
    private = history.commit("Ship what Bob told in private", "private.py", who=BOB)
    lay_out_state(Paths(tmp_path))
    project = Project(tmp_path)
    evidence = project.get("commits_ingest", profile="cli")["evidence_ids"][-1]
    response = project.confirm(
        "set_state",
        {"action": "tombstone", "ids": [evidence]},
        ids=[evidence],
        action="tombstone",
        reason="private",
    )
    assert response.error is None, response.error
    (told,) = project.get("prior_work", query=private)["commits"]
    assert (told.get("subject"), told.get("author"), told["files"]) == (None, None, [])
    assert project.get("who_knows", paths=["private.py"])["people"] == []
    assert project.get("commits_ingest", profile="cli")["added"] == 0
    stored = b"".join(path.read_bytes() for path in project.paths.state.rglob("*") if path.is_file())
    assert b"Bob Bolt" not in stored
    project.runtime.close()
