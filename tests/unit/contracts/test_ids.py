"""Ids sort by time, handles are eight characters, addresses depend on the store."""

from datetime import UTC, datetime, timedelta

import pytest

from phantasm.contracts.ids import (
    ALPHABET,
    HANDLE_LENGTH,
    Ids,
    cited,
    content_address,
    evidence_handle,
    evidence_prefix,
    is_handle,
)


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


def test_handles_of_evidence_are_the_beginning_of_its_id() -> None:
    evidence_id = "ev_37a0260de43cff2d96e96832f7f66d2e"
    assert evidence_handle(evidence_id) == "6yg2c3f4"
    assert evidence_prefix("6yg2c3f4") == "37a0260de4"


@pytest.mark.parametrize("digits", ["0000000000", "ffffffffff", "000000000f", "0123456789"])
def test_handles_lead_back_to_the_digits(digits: str) -> None:
    handle = evidence_handle(f"ev_{digits}{'0' * 22}")
    assert is_handle(handle)
    assert evidence_prefix(handle) == digits


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("k3v9qd2a", "k3v9qd2a"),
        ("m:k3v9qd2a", "k3v9qd2a"),
        ("[m:k3v9qd2a]", "k3v9qd2a"),
        ("[k3v9qd2a]", "k3v9qd2a"),
        ("e:k3v9qd2a", "e:k3v9qd2a"),
        ("[e:k3v9qd2a]", "e:k3v9qd2a"),
        ("[rec_01]", "rec_01"),
        ("file:m.py", "file:m.py"),
    ],
)
def test_citations_lose_what_stores_do_not_look_up(name: str, plain: str) -> None:
    assert cited(name) == plain


def test_tells_handles_from_other_names() -> None:
    assert is_handle("k3v9qd2a")
    assert not any(map(is_handle, ("k3v9qd2", "k3v9qd2ab", "K3V9QD2A", "ev_37a02", "e:k3v9qd", "uncle123")))
