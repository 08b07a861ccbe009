"""What comes up again and again counts, as far as nothing is held against it."""

from phantasm.learning.promoting import independent
from tests.conftest import Project
from tests.sessions import hand_over, maintain, session, statements


def test_counts_sessions_that_go_on_with_each_other_once() -> None:
    assert independent(["a", "b", "c"], {"b": "a", "c": "b"}) == 1
    assert independent(["a", "b", "c"], {"b": "a"}) == 2
    assert independent(["a", "b"], {"a": "b", "b": "a"}) == 2


def test_lets_a_suggestion_count_once_three_sessions_said_it(project: Project) -> None:
    project.paths.settings.write_text('[learning]\nclaims = "suggestions"\n')
    project.runtime.close()
    project.runtime = project.open()
    said = "The export service listens on port 8123."
    for number in range(2):
        hand_over(project, session(f"s{number}", said, days_ago=9 - number))
    maintain(project)
    before = statements(project, "suggested")
    hand_over(project, session("s2", said, days_ago=2))
    maintain(project)
    assert len(before) == 1
    assert not statements(project, "suggested")
    assert statements(project).keys() == before.keys()
