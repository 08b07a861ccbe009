"""A thinned journal still shows whoever alters it, in what is left of it and in its order."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from phantasm.storage.inspection import reader
from phantasm.storage.journal import verify
from phantasm.storage.work import Work
from tests.conftest import Project
from tests.sessions import hand_over, maintain, session


@pytest.fixture
def thinned(project: Project) -> Project:
    """A project whose oldest entries were thinned."""
    hand_over(project, session("s1", "The export service listens on port 8123.", days_ago=50))
    maintain(project)
    project.clock.advance(timedelta(days=60))
    maintain(project)
    assert _verified(project, lambda work: verify(work).thinned) > 0
    return project


def _verified(project: Project, ask: Callable[[Work], Any]) -> Any:
    with project.runtime.environment.database.read() as (connection, head):
        return ask(reader(connection, head))


def _alter(project: Project, statement: str) -> tuple[str, ...]:
    with project.runtime.environment.database.write("test") as (connection, _):
        connection.execute(statement)
    found: tuple[str, ...] = _verified(project, lambda work: verify(work).problems)
    return found


def test_holds_as_it_was_left(thinned: Project) -> None:
    assert _verified(thinned, lambda work: verify(work).problems) == ()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE operations SET profile = 'cli' WHERE seq = 1",
        "UPDATE operations SET body = NULL WHERE seq = 1",
        "UPDATE operations SET occurred_at = '2020-01-01' WHERE seq = 1",
        "UPDATE changes SET after_state = '1 0' WHERE object_type = 'journal'",
        "UPDATE changes SET after_state = 'archived' WHERE object_type = 'record'",
        "UPDATE operations SET body = '1' WHERE seq = 2",
    ],
)
def test_shows_what_was_altered(thinned: Project, statement: str) -> None:
    assert _alter(thinned, statement)
