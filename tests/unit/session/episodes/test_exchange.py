"""What was said, in few words."""

import pytest

from phantasm.session.episodes.exchange import MOST_CHARACTERS, MOST_SAID
from phantasm.session.episodes.form import form
from phantasm.session.model import Session, Turn
from tests.unit.session.episodes.made_up import ASK, Part, episode, turns


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("Fix the clock.", "Fix the clock."),
        ("Hi there! The clock is late. Can you fix it? Thanks", "The clock is late. Can you fix it?"),
        ("ISSUE:\nPrecision of TimeDelta\nHi there!\nMore words.", "Precision of TimeDelta"),
        ("Task: rename the module\nDetails follow.", "rename the module"),
        ("```\nTraceback\n```\nWhy does this fail?", "Why does this fail?"),
        ("<system-reminder>Be brief.</system-reminder>\nAdd a linter.", "Add a linter."),
    ],
)
def test_finds_the_goal(text: str, goal: str) -> None:
    assert episode(("user", text)).goal == goal


def test_passes_over_greetings_for_the_goal() -> None:
    assert (
        episode(("user", "hello"), ("says", "Hi."), ("user", "Please add a linter.")).goal
        == "Please add a linter."
    )
    assert episode(("user", "continue")).goal == "continue"
    titled = form(Session("s", "generic", title="Linter added"), turns([("user", "continue")]))
    assert titled.goal == "Linter added"


def test_keeps_first_and_last_of_very_many() -> None:
    parts: list[Part] = []
    for number in range(200):
        parts += [("user", f"Add number {number} please."), ("says", f"Added number {number}.")]
    found = episode(*parts)
    assert len(found.asked) == len(found.answered) == MOST_SAID
    assert (found.asked[0].text, found.asked[-1].text) == ("Add number 0 please.", "Add number 199 please.")


def test_shortens_to_telling_sentences() -> None:
    filler = "This is a sentence that says rather little about anything at all. " * 10
    found = episode(ASK, ("says", f"{filler}The root cause was a missing zone. {filler}"))
    (said,) = found.answered
    assert "The root cause was a missing zone." in said.text
    assert len(said.text) <= MOST_CHARACTERS
    assert [one.text for one in found.lessons] == ["The root cause was a missing zone."]


def test_concludes_with_the_assistants_words_and_with_thoughts_only_without_them() -> None:
    said = episode(ASK, ("says", "I fixed the zone in clock.py. Anything else?"))
    assert said.summary == "Fix the clock. Concluded: I fixed the zone in clock.py."
    thought = Turn("s", "a#thought", 5, None, "assistant", "reasoning", "The zone was replaced everywhere.")
    assert form(Session("s", "generic"), [*turns([ASK]), thought]).summary.endswith("replaced everywhere.")
    assert form(Session("s", "generic"), [*turns([ASK]), thought]).answered == ()


@pytest.mark.parametrize(
    "text",
    [
        "The root cause might be the zone.",
        "Is the problem the zone?",
        "Let me see whether the bug is in the zone.",
    ],
)
def test_takes_no_guess_for_a_lesson(text: str) -> None:
    assert episode(ASK, ("says", text)).lessons == ()
