"""A whole night: sessions become episodes, claims and procedures; a procedure that fails loses its skill."""

from pathlib import Path
from typing import Any

import pytest

from phantasm.runtime.maintaining import run
from tests.conftest import Project
from tests.sessions import hand_over, session, statements
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


def _learned(project: Project) -> tuple[str, Path]:
    """Let a night learn a procedure, export its skill, and return both."""
    project.get("session_append", sessions=[_release(number, month=10) for number in range(4)])
    assert _night(project)["passes"]["procedures"] == {"verified": 1}
    project.get("skills_export", profile="cli")
    (skill,) = (project.root / ".agents" / "skills").glob("*/SKILL.md")
    (one,) = project.get("procedures", standings=["verified"])["procedures"]
    return one["id"], skill


def _report_failures(project: Project, name: str, *sessions: str) -> None:
    for number in sessions:
        project.get("report_outcome", outcome="failure", used=[name], session_id=f"later-{number}")


def _check(project: Project, text: str) -> None:
    """Let a memory assertion of the project say what its memory must hand over."""
    folder = project.root / ".phantasm" / "checks"
    folder.mkdir(exist_ok=True)
    (folder / "rules.toml").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("word", ["verified", "frozen", "undone"])
def test_a_person_is_asked_about_a_procedure_that_somebody_has_decided_about(
    project: Project, word: str
) -> None:
    name, skill = _learned(project)
    if word == "verified":
        project.get("verify", profile="cli", ids=[name])
    elif word == "frozen":
        project.get("set_state", profile="cli", action="freeze", ids=[name])
    _report_failures(project, name, "1", "2")
    if word == "undone":
        demoted = _night(project)
        assert demoted["passes"]["procedures"] == {"demoted": 1}
        project.get("undo", profile="cli", session_id=demoted["run_id"])
        project.get("skills_export", profile="cli")
    hand_over(project, session("old", "The export service listens on port 8123.", days_ago=40))
    told = _night(project)
    assert (told["state"], told["reason"], told["passes"]["procedures"]) == ("done", None, {"questioned": 1})
    assert told["passes"]["condense"] == {"condensed": 1}
    assert skill.exists()
    (waiting,) = project.get("review_queue", kinds=["stale"])["items"]
    assert [reason["code"] for reason in waiting["reasons"]] == ["procedure_failing"]
    again = _night(project)
    assert (again["state"], again["passes"]["procedures"]) == ("done", {})


def test_what_a_person_has_undone_is_not_learned_again(project: Project) -> None:
    project.get("session_append", sessions=[_release(number, month=10) for number in range(4)])
    project.get("undo", profile="cli", session_id=_night(project)["run_id"])
    assert _night(project)["passes"]["procedures"] == {}
    assert project.get("procedures", standings=["verified"])["procedures"] == []


def test_a_demotion_that_breaks_a_check_is_taken_back_alone(project: Project) -> None:
    name, skill = _learned(project)
    _check(
        project,
        """
        [[check]]
        name = "how we release"
        query = "release billing 2.0.0"
        includes = ["git push origin v{version}"]
        """,
    )
    _report_failures(project, name, "1", "2")
    hand_over(project, session("old", "The export service listens on port 8123.", days_ago=40))
    for condensed in ({"condensed": 1}, None):
        told = _night(project)
        assert told["state"] == "done"
        assert "how we release no longer holds" in told["reason"]
        assert told["passes"].get("condense", {"condensed": 0}) == (condensed or {"condensed": 0})
        assert told["passes"]["procedures"] == {}
        assert skill.exists()
    assert [one["id"] for one in project.get("procedures", standings=["verified"])["procedures"]] == [name]
    assert "The export service listens on port 8123." in statements(project)


def test_one_record_that_a_check_wants_does_not_keep_the_others_from_fading(project: Project) -> None:
    issues = [f"Known issue: the {name} test fails in winter." for name in ("upload", "mail", "export")]
    for number, text in enumerate(issues):
        hand_over(project, session(f"s{number}", text, days_ago=1_500 + number))
    project.get("consolidate", profile="scheduler", run_id="run_1", passes=["episodes", "claims"])
    assert len(statements(project)) == len(issues)
    _check(
        project,
        """
        [[check]]
        name = "winter"
        query = "why does the mail test fail?"
        match = "strong_match"
        filters = { tiers = ["record"] }
        """,
    )
    for number in (1, 2):
        told = _night(project)
        assert told["state"] == "done", number
        assert "winter no longer holds" in told["reason"]
    (left,) = statements(project)
    assert "mail" in left
