"""What users' words say about how the work went."""

import pytest

from phantasm.session.episodes.form import verdict_in


@pytest.mark.parametrize(
    "text",
    [
        "works now, thanks",
        "That works!",
        "Perfect, thank you.",
        "ok that fixed it",
        "Great. Now add a test for it.",
        "Thanks, it works.",
        "it's working now",
        "LGTM",
        "Everything passes now.",
        "that did the trick",
        "looks good, ship it",
        "All tests green.",
        "yep, fixed",
        "cool, works",
        "looks good to me",
        "merged, thanks",
    ],
)
def test_takes_praise_for_success(text: str) -> None:
    found = verdict_in(text)
    assert found is not None
    assert found[0] == "success"


@pytest.mark.parametrize(
    "text",
    [
        "still broken",
        "It still fails with the same error.",
        "that didn't work",
        "that didn\u2019t help",
        "No, it doesn't work.",
        "same error",
        "nope, still red",
        "Now it's even worse",
        "you broke the login",
        "Not fixed: I still get a 500.",
        "no luck",
        "hmm same thing",
        "I still get TypeError",
        "doesn't work",
        "now the login test fails",
        "that made no difference",
    ],
)
def test_takes_complaints_for_failure(text: str) -> None:
    found = verdict_in(text)
    assert found is not None
    assert found[0] == "failure"


@pytest.mark.parametrize(
    "text",
    [
        "forget it, revert",
        "never mind",
        "Ok, let's drop this.",
        "revert everything please",
        "I give up, scrap it",
    ],
)
def test_takes_giving_up_for_abandoned(text: str) -> None:
    found = verdict_in(text)
    assert found is not None
    assert found[0] == "abandoned"


@pytest.mark.parametrize(
    "text",
    [
        "Does it work now?",
        "Make sure it works now.",
        "If it works now, commit it.",
        "Tell me when it is fixed.",
        "Add a retry.",
        "The login is broken, fix it.",
        "How does that work?",
        "It almost works now, but the title is off.",
        "Revert that change.",
        "",
        "```\nit works now\n```",
        "<system-reminder>it works now</system-reminder>",
        "I want the button to look great.",
        "Great to hear from you.",
        "Never give up!",
        "We still have time for that.",
        "That works for me, go ahead.",
        "It didn't work out with the other vendor.",
    ],
)
def test_makes_nothing_of_other_words(text: str) -> None:
    assert verdict_in(text) is None
