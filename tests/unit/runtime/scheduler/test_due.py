"""Work is due once a day, is made up for once, and never starts everywhere at the same minute."""

from datetime import UTC, datetime, time, timedelta

from phantasm.runtime.scheduler.due import CATCH_UP, Schedule, Situation, plan

SCHEDULE = Schedule(kinds=("maintenance",), nightly_at=time(3), stagger=timedelta(minutes=30))
MADE = datetime(2026, 11, 1, 12, tzinfo=UTC)


def at(day: int, hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC)


def is_due(
    now: datetime, *, last: datetime | None = None, opened: datetime | None = None, store: str = "store_a"
) -> bool:
    asked = {} if last is None else {"maintenance": last}
    (planned,) = plan(SCHEDULE, Situation(now, store, MADE, asked, opened))
    return planned.is_due


def ready_at(now: datetime, store: str, *, opened: datetime | None) -> datetime:
    (planned,) = plan(SCHEDULE, Situation(now, store, MADE, {}, opened))
    return planned.ready_at


def test_is_due_at_the_slot_and_once() -> None:
    assert not is_due(at(2, 2, 59))
    assert is_due(at(2, 3))
    assert not is_due(at(2, 3, 1), last=at(2, 3))
    assert not is_due(at(3, 2, 59), last=at(2, 3))
    assert is_due(at(3, 3), last=at(2, 3))


def test_owes_nothing_from_before_the_store_was_made() -> None:
    assert not is_due(at(1, 23))


def test_makes_up_for_a_week_once() -> None:
    assert is_due(at(9, 15), last=at(2, 3))
    assert not is_due(at(9, 16), last=at(9, 15))
    assert is_due(at(10, 3), last=at(9, 15))


def test_says_when_it_comes_next() -> None:
    (planned,) = plan(SCHEDULE, Situation(at(2, 4), "store_a", MADE, {"maintenance": at(2, 3)}))
    assert (planned.ready_at, planned.is_due) == (at(3, 3), False)


def test_counts_a_run_by_hand_for_the_slot_before_it() -> None:
    assert not is_due(at(2, 3, 30), last=at(2, 3), opened=at(1, 13))
    assert is_due(at(3, 3), last=at(2, 15))


def test_spreads_projects_over_the_night() -> None:
    opened = at(1, 13)
    starts = {ready_at(at(2, 4), f"store_{number}", opened=opened) for number in range(200)}
    assert len(starts) > 190
    assert min(starts) >= at(2, 3)
    assert max(starts) < at(2, 3, 30)
    assert max(starts) - min(starts) > timedelta(minutes=25)


def test_waits_the_same_time_every_night() -> None:
    first = ready_at(at(2, 4), "store_a", opened=at(1, 13))
    assert ready_at(at(3, 4), "store_a", opened=at(1, 13)) - first == timedelta(days=1)


def test_spreads_what_was_missed_after_the_opening() -> None:
    opened = at(9, 9)
    starts = [ready_at(at(9, 9), f"store_{number}", opened=opened) for number in range(200)]
    assert min(starts) >= opened
    assert max(starts) < opened + CATCH_UP
    assert is_due(opened + CATCH_UP, last=at(2, 3), opened=opened)


def test_does_not_wait_when_somebody_asks() -> None:
    assert ready_at(at(9, 9), "store_a", opened=None) == at(9, 3)


def test_takes_no_notice_of_a_run_in_the_future() -> None:
    assert is_due(at(9, 15), last=at(28, 3))


def test_is_due_once_when_the_store_is_younger_than_the_clock() -> None:
    later = Situation(at(1, 9), "store_a", MADE, {})
    (planned,) = plan(SCHEDULE, later)
    assert planned.is_due
    (planned,) = plan(SCHEDULE, Situation(at(1, 10), "store_a", MADE, {"maintenance": at(1, 9)}))
    assert not planned.is_due


def test_plans_nothing_when_nothing_is_chosen() -> None:
    nothing = Schedule(kinds=(), nightly_at=time(3), stagger=timedelta(0))
    assert plan(nothing, Situation(at(9, 15), "store_a", MADE, {})) == ()


def test_plans_each_kind_by_itself() -> None:
    both = Schedule(kinds=("maintenance", "embed"), nightly_at=time(3), stagger=timedelta(0))
    planned = plan(both, Situation(at(9, 15), "store_a", MADE, {"maintenance": at(9, 4)}))
    assert [(one.kind, one.is_due) for one in planned] == [("maintenance", False), ("embed", True)]
