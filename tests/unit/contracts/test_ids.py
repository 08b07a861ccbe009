"""Ids sort by time, handles are eight characters, addresses depend on the store."""

from datetime import UTC, datetime, timedelta

from phantasm.contracts.ids import ALPHABET, HANDLE_LENGTH, Ids, content_address


def test_ids_sort_by_time() -> None:
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    drawn = [Ids(lambda now=moment + timedelta(seconds=n): now).new("rec") for n in range(50)]  # type: ignore[misc]
    assert drawn == sorted(drawn)


def test_ids_survive_a_clock_before_1970() -> None:
    assert Ids(lambda: datetime(1950, 1, 1, tzinfo=UTC)).new("rec").startswith("rec_")


def test_ids_come_from_the_injected_randomness() -> None:
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    first, second = (Ids(lambda: moment, lambda bits: 7).new("rec") for _ in range(2))
    assert first == second


def test_handles_are_readable() -> None:
    handle = Ids(lambda: datetime.now(UTC)).handle()
    assert len(handle) == HANDLE_LENGTH
    assert set(handle) <= set(ALPHABET)


def test_addresses_confirm_no_guess_without_the_salt() -> None:
    assert content_address(b"x", salt="00" * 16) != content_address(b"x", salt="01" * 16)
