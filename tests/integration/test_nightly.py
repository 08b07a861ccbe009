"""A whole night: sessions become episodes, claims and procedures; a procedure that fails loses its skill."""

from typing import Any

from phantasm.runtime.maintaining import run
from tests.conftest import Project
from tests.unit.operations.test_learn_procedures import _release


def _night(project: Project) -> dict[str, Any]:
    return dict(run(project.runtime, {}, lambda: None))


def test_a_night_learns_and_withdraws_what_no_longer_works(project: Project) -> None:
    project.get("session_append", sessions=[_release(number, month=10) for number in range(4)])
    told = _night(project)
    assert told["passes"]["procedures"] == {"verified": 1}
    project.get("skills_export", profile="cli")
    shelf = project.root / ".agents" / "skills"
    (skill,) = list(shelf.glob("*/SKILL.md"))
    assert "git tag v{version}" in skill.read_text(encoding="utf-8")
    later = [_release(number, works=False, month=11) for number in (1, 2)]
    project.get("session_append", sessions=later)
    assert _night(project)["passes"]["procedures"] == {"demoted": 1}
    assert not skill.exists()


def test_a_night_is_taken_back_as_one(project: Project) -> None:
    project.get("session_append", sessions=[_release(number, month=10) for number in range(4)])
    told = _night(project)
    project.get("undo", profile="cli", session_id=told["run_id"])
    assert project.get("procedures")["procedures"] == []


def test_a_stale_one_off_is_archived_and_a_used_one_of_its_age_is_not(project: Project) -> None:
    day = "2025-06-01"
    old = [
        {
            "session_id": name,
            "turns": [
                {"id": "1", "role": "user", "text": "Look at the retry queue.", "at": f"{day}T09:00:00Z"},
                {"id": "2", "role": "assistant", "text": "I had a look.", "at": f"{day}T09:05:00Z"},
            ],
            "ended_at": f"{day}T09:10:00Z",
        }
        for name in ("stale", "used")
    ]
    project.get("session_append", sessions=old)
    handle = project.get("inspect", ids=["used"])["sessions"][0]["handle"]
    for number in range(6):
        said = {"id": "1", "role": "assistant", "text": f"As in [s:{handle}], the queue is full."}
        later = {"session_id": f"later{number}", "turns": [said], "ended_at": "2026-10-20T09:00:00Z"}
        project.get("session_append", sessions=[later])
    for _ in range(2):
        _night(project)
    states = {one["id"]: one["episode"] for one in project.get("sessions")["sessions"]}
    assert (states["stale"], states["used"]) == ("archived", "condensed")
