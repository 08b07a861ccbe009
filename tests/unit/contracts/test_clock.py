"""Text order is time order, from year 1 on."""

from datetime import UTC, datetime, timedelta, timezone

from phantasm.contracts.clock import days_before, from_timestamp, seconds_after, to_timestamp


def test_writes_utc_with_microseconds() -> None:
    moment = datetime(2026, 3, 29, 3, 30, tzinfo=timezone(timedelta(hours=2)))
    assert to_timestamp(moment) == "2026-03-29T01:30:00.000000Z"


def test_reads_back_what_it_wrote() -> None:
    moment = datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)
    assert from_timestamp(to_timestamp(moment)) == moment


def test_pads_early_years_so_that_text_sorts() -> None:
    assert to_timestamp(datetime(5, 1, 1, tzinfo=UTC)) < to_timestamp(datetime(1999, 1, 1, tzinfo=UTC))


def test_never_goes_before_the_first_day() -> None:
    assert days_before("0001-01-05T00:00:00.000000Z", 30) == "0001-01-01T00:00:00.000000Z"


def test_adds_seconds_across_a_day() -> None:
    assert seconds_after("2026-12-31T23:59:59.000000Z", 2) == "2027-01-01T00:00:01.000000Z"
