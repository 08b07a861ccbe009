"""How sessions ended, and on what that rests."""

import pytest

from phantasm.session.episodes.form import form
from phantasm.session.episodes.model import Basis
from phantasm.session.model import Session, Turn
from tests.unit.session.episodes.made_up import ASK, EDIT, FAIL, PASS, Part, episode, turns


@pytest.mark.parametrize(
    ("parts", "outcome", "kinds"),
    [
        ([ASK], "unknown", []),
        ([ASK, ("says", "All tests pass now, everything works.")], "unknown", []),
        ([ASK, FAIL, EDIT, PASS], "success", ["test_result"]),
        ([ASK, FAIL], "failure", ["test_result"]),
        ([ASK, ("run", "npm run build", 0, "")], "success", ["exit_code"]),
        ([ASK, ("run", "npm run build", 2, "")], "failure", ["exit_code"]),
        ([ASK, PASS, ("run", "npm run build", 2, "")], "partial", ["test_result", "exit_code"]),
        ([ASK, ("run", "ls", 0, "")], "unknown", []),
        ([ASK, ("run", "python app.py", 0, "")], "unknown", []),
        ([ASK, ("run", "pytest | tail -3", 0, "")], "unknown", []),
        ([ASK, ("run", "pytest | tail -3", 0, "2 failed in 1.0s")], "failure", ["test_result"]),
        ([ASK, ("run", "pytest | tail -3", None, "2 passed in 1.0s")], "success", ["test_result"]),
        ([ASK, ("run", "./everything", None, "2 passed in 1.0s")], "success", ["test_result"]),
        ([ASK, ("run", "cat old.log", 0, "2 failed in 1.0s")], "unknown", []),
        (
            [ASK, ("run", "pytest tests/a.py", 1, ""), EDIT, ("run", "pytest", 0, "")],
            "success",
            ["exit_code"],
        ),
        ([ASK, ("run", "pytest", 1, ""), ("run", "pytest a.py", 0, "")], "partial", ["exit_code"] * 2),
        ([ASK, ("run", "pytest --cov", 1, "3 passed in 0.1s")], "failure", ["exit_code"]),
        ([ASK, EDIT, ("user", "works now, thanks")], "success", ["words"]),
        ([ASK, EDIT, ("user", "still broken")], "failure", ["words"]),
        ([ASK, EDIT, ("user", "still broken"), EDIT, PASS], "success", ["test_result"]),
        ([ASK, PASS, ("user", "still broken")], "partial", ["test_result", "words"]),
        ([("user", "It still fails on Mondays."), EDIT], "unknown", []),
        ([ASK, EDIT, ("user", "forget it, revert")], "abandoned", ["words"]),
        ([ASK, PASS, ("user", "never mind"), ("run", "git checkout .", 0, "")], "abandoned", ["words"]),
        (
            [ASK, ("says", "Hm."), ("user", "never mind"), ("user", "Add a test."), PASS],
            "success",
            ["test_result"],
        ),
        (
            [ASK, ("run", "ruff check && pytest", 1, ""), ("run", "ruff check", 0, ""), PASS],
            "success",
            ["exit_code", "test_result"],
        ),
        ([ASK, ("run", "git push", 0, "")], "success", ["exit_code"]),
    ],
)
def test_rests_on_what_was_seen(parts: list[Part], outcome: str, kinds: list[str]) -> None:
    found = episode(*parts)
    assert (found.outcome, [basis.kind for basis in found.because]) == (outcome, kinds)


def test_is_what_was_reported() -> None:
    bad = Basis("report", "failure", "The release was pulled.")
    good = Basis("report", "success", "Merged.")
    assert episode(ASK, PASS, reported=[bad]).outcome == "failure"
    assert episode(ASK, FAIL, reported=[good]).because == (good,)
    assert episode(ASK, reported=[good, bad]).outcome == "partial"


def test_names_the_evidence() -> None:
    (basis,) = episode(ASK, FAIL, EDIT, PASS).because
    assert (basis.says, basis.text, basis.turn) == ("success", "pytest -q: 3 passed in 0.1s", "o3")
    (basis,) = episode(ASK, ("run", "npm run build", 2, "")).because
    assert basis.text == "npm run build: exit 2"


def test_keeps_both_sides_of_very_much_evidence() -> None:
    runs: list[Part] = [("run", f"pytest tests/{number}.py", 0 if number else 1, "") for number in range(40)]
    found = episode(ASK, *runs)
    assert found.outcome == "partial"
    assert {basis.says for basis in found.because} == {"success", "failure"}


def test_does_not_take_a_subagents_task_for_the_users_words() -> None:
    told = Turn("s", "x", 5, None, "user", "observation", "works now, thanks", agent="helper")
    assert form(Session("s", "generic"), [*turns([ASK, EDIT]), told]).outcome == "unknown"
