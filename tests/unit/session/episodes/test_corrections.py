"""Where users put the assistant right."""

import pytest

from phantasm.session.episodes.corrections import correction_in, corrections_in
from phantasm.session.model import Turn


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("No, use pnpm.", "No, use pnpm."),
        ("No. Use pnpm instead of npm.", "No. Use pnpm instead of npm."),
        ("Actually, put it into utils.py.", "Actually, put it into utils.py."),
        ("That's wrong. The port is 8080.", "That's wrong. The port is 8080."),
        ("Thanks. But don't touch the lock file.", "But don't touch the lock file."),
        ("use ruff, not black", "use ruff, not black"),
        ("We never commit to main here.", "We never commit to main here."),
        ("You forgot the migration.", "You forgot the migration."),
        ("I said the other file.", "I said the other file."),
        ("please don't add comments", "please don't add comments"),
        ("the port is 8080, not 8000", "the port is 8080, not 8000"),
        ("you changed the wrong test", "you changed the wrong test"),
        ("I'd rather keep the old API", "I'd rather keep the old API"),
        ("why did you delete the fixture?", "why did you delete the fixture?"),
    ],
)
def test_finds_a_correction(text: str, found: str) -> None:
    assert correction_in(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "No problem.",
        "no",
        "Don't worry about it.",
        "That actually works!",
        "Never mind.",
        "Add a test.",
        "Should we use pnpm instead?",
        "How do I stop the server?",
        "No, that's fine.",
        "No further changes needed.",
        "Don't forget to add a test.",
        "I wanted to tell you about the release.",
        "Actually, I just pushed it.",
        "Instead of waiting I wrote a script.",
        "It is about the journey, not just the goal.",
        "",
    ],
)
def test_takes_other_words_for_none(text: str) -> None:
    assert correction_in(text) == ""


def test_needs_something_to_correct() -> None:
    asked = Turn("s", "u1", 0, None, "user", "observation", "Don't use npm here, add a linter.")
    answered = Turn("s", "a1", 1, None, "assistant", "reasoning", "Done.")
    again = Turn("s", "u2", 2, None, "user", "observation", "No, use eslint.", evidence_id="ev_2")
    told = Turn("s", "u3", 3, None, "user", "observation", "No, use eslint.", agent="helper")
    (found,) = corrections_in([asked, answered, again, told])
    assert (found.turn, found.text, found.evidence_id) == ("u2", "No, use eslint.", "ev_2")
