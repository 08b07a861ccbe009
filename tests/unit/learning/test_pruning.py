"""What may go: by age while there is room, by nothing but having been condensed once there is none."""

from datetime import timedelta

from phantasm.learning.pruning import UNDO_DAYS, Bounds, Cutoff, cutoff, take_turns
from phantasm.storage.work import Caller, Work
from tests.conftest import Project
from tests.sessions import hand_over, maintain, session

NOW = "2026-11-01T00:00:00.000000Z"


def test_keeps_for_the_time_that_was_chosen() -> None:
    found = cutoff(Bounds(30, 1_000), NOW, used_bytes=1_000)
    assert found == Cutoff("2026-10-02T00:00:00.000000Z", "2026-10-25T00:00:00.000000Z")
    assert UNDO_DAYS == 7


def test_takes_whatever_was_condensed_when_there_is_no_room() -> None:
    assert cutoff(Bounds(30, 1_000), NOW, used_bytes=1_001) == Cutoff(NOW, NOW)


def test_takes_the_oldest_first(project: Project) -> None:
    hand_over(project, *(session(f"s{days}", "Please help.", days_ago=days) for days in (60, 40, 50)))
    maintain(project, prune=False)
    project.clock.advance(timedelta(days=1))
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, head):
        caller = Caller("scheduler", frozenset())
        work = Work(connection, head, "2026-11-02T12:00:00.000000Z", environment.ids, caller)
        taken = take_turns(work, Cutoff(work.now, work.now), 2)
        assert (taken.sessions, taken.more) == (2, True)
        left = {row["session_id"] for row in work.all("SELECT DISTINCT session_id FROM turns")}
    assert left == {"s40"}
