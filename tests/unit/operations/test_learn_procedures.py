"""Procedures through the door: proposed, verified, used, demoted, turned down."""

from typing import Any

from tests.conftest import Project


def _release(number: int, *, works: bool = True, proven: bool = True, month: int = 9) -> dict[str, Any]:
    version, day = f"1.{number}.0", f"2026-{month:02d}-{number % 28 + 1:02d}T10:00:"
    commands = [
        f"git checkout -b release-{version}",
        f"bump2version --new-version {version} patch",
        "pytest -q",
        f"git tag v{version}",
        f"git push origin v{version}",
    ]
    turns: list[dict[str, Any]] = [
        {"id": "u", "role": "user", "text": f"Release version {version} of billing.", "at": f"{day}00Z"}
    ]
    for place, command in enumerate(commands):
        fails = not works and place == len(commands) - 1
        shown = "error: failed to push some refs" if fails else "12 passed in 1s" if place == 2 else "done"
        code = {"exit_code": int(fails)} if proven else {}
        shown = shown if proven else "done"
        call: dict[str, Any] = {"call": f"c{place}", "at": f"{day}{2 * place + 1:02d}Z"}
        turns += [
            {"id": f"a{place}", "role": "assistant", "tool": "Bash", "command": command, **call},
            {"id": f"o{place}", "role": "tool", "text": shown, **code, **call},
        ]
    last = "Released, it works, thanks." if works else "That did not work."
    turns.append({"id": "z", "role": "user", "text": last, "at": f"{day}50Z"})
    return {"session_id": f"s{month}-{number}", "turns": turns, "ended_at": f"{day}55Z"}


def _learn(project: Project) -> list[tuple[str, str]]:
    found = project.get("learn_procedures", profile="scheduler")["procedures"]
    return [(one["deed"], one["record_id"]) for one in found]


def _told(project: Project, standing: str) -> list[dict[str, Any]]:
    return list(project.get("procedures", standings=[standing])["procedures"])


def test_verifies_what_was_done_often_enough_with_proof(project: Project) -> None:
    project.get("session_append", sessions=[_release(number) for number in range(4)])
    ((deed, name),) = _learn(project)
    assert deed == "verified"
    (told,) = _told(project, "verified")
    assert told["id"] == name
    assert [step["action"] for step in told["steps"]] == [
        "git checkout -b release-{version}",
        "bump2version --new-version {version} patch",
        "pytest",
        "git tag v{version}",
        "git push origin v{version}",
    ]
    assert [one["name"] for one in told["parameters"]] == ["version"]
    assert _learn(project) == []
    assert "git tag v{version}" in project.get("compile", query="release billing 2.0.0")["text"]


def test_proposes_what_waits_for_more_and_verifies_it_later(project: Project) -> None:
    project.get("session_append", sessions=[_release(number, proven=number < 2) for number in range(3)])
    ((deed, name),) = _learn(project)
    assert deed == "proposed"
    (waiting,) = project.get("review_queue", kinds=["procedure"])["items"]
    assert waiting["reasons"][0]["code"] == "procedure_unverified"
    assert _learn(project) == []
    project.get("session_append", sessions=[_release(number) for number in (5, 6)])
    ((deed, later),) = _learn(project)
    assert deed == "verified"
    assert later != name
    assert project.get("review_queue", kinds=["procedure"])["items"] == []
    assert {one["id"] for one in project.get("history", id=later)["versions"]} == {name, later}


def test_does_not_propose_again_what_a_person_turned_down(project: Project) -> None:
    project.get("session_append", sessions=[_release(number, proven=number < 2) for number in range(3)])
    ((_, name),) = _learn(project)
    project.get("review", profile="cli", action="reject", ids=[name])
    project.get("session_append", sessions=[_release(number) for number in (5, 6, 7)])
    assert _learn(project) == []


def test_demotes_what_fails_twice_when_it_is_followed(project: Project) -> None:
    project.get("session_append", sessions=[_release(number) for number in range(4)])
    ((_, name),) = _learn(project)
    project.get("session_append", sessions=[_release(1, works=False, month=11)])
    assert _learn(project) == []
    project.get("session_append", sessions=[_release(2, works=False, month=11)])
    assert [deed for deed, _ in _learn(project)] == ["demoted"]
    (told,) = _told(project, "demoted")
    assert told["id"] == name
    assert "git tag" not in project.get("compile", query="release billing 2.0.0", tiers=["record"])["text"]


def test_demotes_by_reports_alone(project: Project) -> None:
    project.get("session_append", sessions=[_release(number) for number in range(4)])
    ((_, name),) = _learn(project)
    for session in ("x", "y"):
        project.get("report_outcome", outcome="failure", used=[name], session_id=session)
    assert [deed for deed, _ in _learn(project)] == ["demoted"]


def test_counts_a_session_that_follows_it_as_a_use(project: Project) -> None:
    project.get("session_append", sessions=[_release(number) for number in range(4)])
    _learn(project)
    project.get("session_append", sessions=[_release(3, month=12)])
    (told,) = _told(project, "verified")
    assert (told["uses"], told["successes"], told["failures"]) == (1, 1, 0)


def test_use_raises_and_lowers_confidence(project: Project) -> None:
    project.get("session_append", sessions=[_release(number) for number in range(4)])
    ((_, name),) = _learn(project)
    (before,) = _told(project, "verified")
    project.get("report_outcome", outcome="success", used=[name], session_id="well")
    (better,) = _told(project, "verified")
    project.get("report_outcome", outcome="failure", used=[name], session_id="badly")
    (worse,) = _told(project, "verified")
    assert worse["confidence"] < before["confidence"] < better["confidence"]


def test_takes_learning_back(project: Project) -> None:
    project.get("session_append", sessions=[_release(number) for number in range(4)])
    response = project.ask("learn_procedures", profile="scheduler")
    assert response.provenance is not None
    project.get("undo", profile="cli", operations=[response.provenance.operation_id])
    assert _told(project, "verified") == []
    assert project.get("session_append", sessions=[_release(0)])["added"] == 0


def test_changes_nothing_in_a_dry_run(project: Project) -> None:
    project.get("session_append", sessions=[_release(number) for number in range(4)])
    assert project.get("learn_procedures", profile="scheduler", dry_run=True)["changes"] == 1
    assert _told(project, "verified") == []
