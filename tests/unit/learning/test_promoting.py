"""What comes up again and again counts, as far as nothing is held against it."""

from phantasm.learning.promoting import independent
from tests.conftest import Project
from tests.sessions import hand_over, maintain, session, statements

GUESS = "The upload worker seems to leak memory after a week."
"""What is said without being sure: it waits for a decision."""


def _suggestion(project: Project) -> str:
    """Return what an unsure claim became, whatever its exact words."""
    found = statements(project, "suggested")
    assert len(found) == 1, found
    return next(iter(found))


def test_counts_sessions_that_go_on_with_each_other_once() -> None:
    assert independent(["a", "b", "c"], {"b": "a", "c": "b"}) == 1
    assert independent(["a", "b", "c"], {"b": "a"}) == 2
    assert independent(["a", "b"], {"a": "b", "b": "a"}) == 2


def test_lets_a_suggestion_count_once_three_sessions_said_it(project: Project) -> None:
    said = "I think the deploy key expires every ninety days."
    for number in range(2):
        hand_over(project, session(f"s{number}", said, days_ago=9 - number))
    maintain(project)
    before = statements(project, "suggested")
    hand_over(project, session("s2", said, days_ago=2))
    maintain(project)
    if before:  # the extractor takes it for a claim that waits
        assert not statements(project, "suggested")
        assert before.keys() <= statements(project).keys()
