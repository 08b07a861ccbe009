"""After a restore, an import or an update of the history, what is there is found by what it means."""

import subprocess

from tests.conftest import Project
from tests.e2e.processes import Place

QUESTION = "When do people stop working?"
NAMES = [f"The {name} office closes at noon." for name in ("northern", "southern", "western", "eastern")]
MANY = [f"Shelf {number} of the archive holds box {number * 7}." for number in range(70)]
"""More than a search embeds by itself."""


def _warned(project: Project) -> list[str]:
    answer = project.ask("search", query=QUESTION, arms="dense")
    assert answer.data
    assert answer.data["hits"]
    return [warning.code for warning in answer.warnings]


def test_a_restored_store_has_its_vectors(project: Project) -> None:
    project.get("ingest", items=[{"record_kind": "fact", "statement": text} for text in NAMES + MANY])
    backup_id = project.get("backup_create", profile="cli")["backup_id"]
    project.get("embed", profile="scheduler")
    project.hold("A later fact.")
    restored = project.confirm("backup_restore", {"backup_id": backup_id}, backup_id=backup_id)
    assert restored.error is None
    assert "index_behind" not in [warning.code for warning in restored.warnings]
    assert project.get("embed", profile="scheduler", dry_run=True)["missing"] == 0
    assert _warned(project) == []


def test_commits_that_were_taken_in_have_their_vectors(project_place: Place) -> None:
    def git(*arguments: str) -> None:
        named = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *named, *arguments], cwd=project_place.root, check=True, capture_output=True)  # noqa: S607

    git("init", "-q", ".")
    for text in (*NAMES, *MANY):
        git("commit", "-q", "--allow-empty", "-m", text)
    ended = project_place.run("history", "update", "--json")
    assert (ended.json["data"]["added"], ended.json["data"]["without_vector"]) == (74, 0)
    found = project_place.run("search", QUESTION, "--json")
    assert {warning["code"] for warning in found.json["warnings"]} == set()
