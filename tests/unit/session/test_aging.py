"""Old episodes are found by age and importance; what goes is gone, what is not learned from stays."""

from datetime import timedelta

from phantasm.session import aging
from phantasm.storage.inspection import reader
from tests.conftest import Project
from tests.sessions import hand_over, maintain, session

LATER = "2027-01-01T00:00:00.000000Z"


def test_finds_the_oldest_first(project: Project) -> None:
    names = [f"s{days}" for days in (50, 40, 3)]
    hand_over(project, *(session(f"s{days}", "Please help.", days_ago=days) for days in (3, 50, 40)))
    with project.runtime.environment.database.read() as (connection, head):
        work = reader(connection, head)
        assert [one.session.id for one in aging.older(work, "live", LATER, 10)] == names
        assert [one.session.id for one in aging.older(work, "live", LATER, 1)] == names[:1]
        assert aging.older(work, "condensed", LATER, 10) == []


def test_leaves_what_was_not_learned_from(project: Project) -> None:
    hand_over(project, session("s1", "Please help.", days_ago=50))
    maintain(project, passes=["condense"], prune=False)
    project.clock.advance(timedelta(days=30))
    with project.runtime.environment.database.read() as (connection, head):
        work = reader(connection, head)
        assert aging.prunable(work, LATER, 10, condensed_by=head.seq) == []
    maintain(project, passes=["claims"], prune=False)
    with project.runtime.environment.database.read() as (connection, head):
        work = reader(connection, head)
        assert aging.prunable(work, LATER, 10, condensed_by=head.seq) == ["s1"]
        assert aging.prunable(work, LATER, 10, condensed_by=0) == []


def test_tells_what_was_pruned(project: Project) -> None:
    hand_over(project, session("s1", "Please help.", days_ago=50))
    maintain(project, prune=False)
    project.clock.advance(timedelta(days=30))
    maintain(project)
    with project.runtime.environment.database.read() as (connection, head):
        work = reader(connection, head)
        assert aging.pruned_among(work, ["s1"]) == {"s1"}
        assert not aging.is_whole(work, "s1")
