"""What a memory amounts to: the same for the same content, whatever its names and times of recording are."""

from pathlib import Path
from typing import Any

from phantasm.config.paths import Paths
from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.kinds import Right
from phantasm.storage.work import Caller, Work
from tests.conftest import Project
from tests.fixtures.projects import lay_out_state
from tools.evaluation.digest import Held, Without, differences, held

TURNS: list[dict[str, Any]] = [
    {"id": "1", "role": "user", "text": "Fix the upload test.", "at": "2026-10-01T09:00:00Z"},
    {
        "id": "2",
        "role": "assistant",
        "tool": "Bash",
        "command": "pytest",
        "call": "a",
        "at": "2026-10-01T09:01:00Z",
    },
    {
        "id": "3",
        "role": "tool",
        "call": "a",
        "text": "1 failed",
        "exit_code": 1,
        "at": "2026-10-01T09:02:00Z",
    },
]


def amounts(project: Project, without: Without | None = None) -> Held:
    environment = project.runtime.environment
    with environment.database.read() as (connection, head):
        caller = Caller("test", frozenset({Right.READ, Right.SENSITIVE_READ}))
        work = Work(connection, head, to_timestamp(environment.clock.now()), environment.ids, caller)
        return held(work, environment.blobs, without)


def other(folder: Path) -> Project:
    folder.mkdir()
    lay_out_state(Paths(folder))
    return Project(folder)


def test_is_the_same_for_two_stores_that_hold_the_same(project: Project, tmp_path: Path) -> None:
    twin = other(tmp_path / "twin")
    for one in (project, twin):
        one.hold("The port is 8080.", subject_key="port", raw_evidence=[{"text": "seen in the log"}])
        one.get("session_append", session_id="s1", turns=TURNS)
        one.get("session_end", session_id="s1")
    twin.runtime.close()
    assert amounts(project).digest == amounts(twin).digest
    assert amounts(project).counts()["records"] == 1
    assert amounts(project).counts()["sessions"] == 1


def test_does_not_depend_on_the_order_of_writing(project: Project, tmp_path: Path) -> None:
    twin = other(tmp_path / "twin")
    statements = ["The port is 8080.", "The owner is Sarah."]
    for one, said in ((project, statements), (twin, statements[::-1])):
        for statement in said:
            one.hold(statement, valid_from="2026-10-01")
    assert amounts(project).digest == amounts(twin).digest
    twin.runtime.close()


def test_names_what_differs(project: Project) -> None:
    project.hold("The port is 8080.")
    before = amounts(project)
    record = project.hold("The owner is Sarah.", links=[{"type": "about", "target": "file:src/api.py"}])
    found = differences(before, amounts(project))
    assert set(found) == {"records", "links"}
    assert "Sarah" in str(found["records"]["only_other"])
    assert found["records"]["only_one"] == []
    assert found["records"]["count"] == 1
    without = Without(records=frozenset({record}))
    assert differences(before, amounts(project, without)) == {}


def test_tells_conflicts_by_what_they_are_about(project: Project) -> None:
    project.hold("The port is 8080.", subject_key="port")
    project.hold("The port is 9090.", subject_key="port", on_conflict="conflict")
    (review,) = amounts(project).sections["reviews"]
    assert "8080" in review
    assert "9090" in review
    assert "rec_" not in review
    assert any('"in_conflict"' in line for line in amounts(project).sections["records"])


def test_leaves_out_sessions_with_what_they_said(project: Project) -> None:
    project.get("session_append", session_id="s1", turns=TURNS)
    project.get("session_end", session_id="s1")
    assert amounts(project).counts()["evidence"] == 2
    left = amounts(project, Without(sessions=frozenset({"s1"})))
    assert (left.counts()["evidence"], left.counts()["sessions"]) == (0, 0)
