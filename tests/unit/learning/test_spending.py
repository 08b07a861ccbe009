"""A call is booked at its most before it is made, settled after, and refused where it could cost too much."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from phantasm.contracts.clock import to_timestamp
from phantasm.learning.spending import (
    Booked,
    Call,
    OverCap,
    Prices,
    Spent,
    book,
    paid_for,
    release,
    settle,
    spent,
)
from phantasm.storage.work import Caller, Work
from tests.conftest import Project

PRICES = Prices(0.15, 0.6)
CALL = Call("openai", "small", "claims", 10_000, 1_000)
MOST = 2_100
"""10,000 tokens at .15 and 1,000 at .60 dollars a million, in millionths of a dollar."""


@contextmanager
def writing(project: Project) -> Iterator[Work]:
    environment = project.runtime.environment
    with environment.database.write("test") as (connection, head):
        now = to_timestamp(environment.clock.now())
        yield Work(connection, head, now, environment.ids, Caller("scheduler", frozenset()))


def test_costs_are_exact_and_rounded_up() -> None:
    assert PRICES.of(10_000, 1_000) == MOST
    assert PRICES.of(1, 0) == 1
    assert Prices(0.1, 0).of(30, 0) == 3
    assert Prices(0, 0).of(10**9, 10**9) == 0


def test_without_a_cap_no_paid_call_is_made_but_free_ones_are(project: Project) -> None:
    with writing(project) as work:
        assert book(work, CALL, PRICES, cap_dollars=0.0) == OverCap(MOST, 0)
        assert spent(work) == Spent(0, 0, 0)
        assert isinstance(book(work, CALL, Prices(0, 0), cap_dollars=0.0), Booked)
        assert spent(work) == Spent(1, 0, 1)


def test_what_is_under_way_counts_at_its_most(project: Project) -> None:
    cap = 2.5 * MOST / 1_000_000
    with writing(project) as work:
        first = book(work, CALL, PRICES, cap_dollars=cap)
        assert isinstance(book(work, CALL, PRICES, cap_dollars=cap), Booked)
        assert book(work, CALL, PRICES, cap_dollars=cap) == OverCap(MOST, MOST // 2)
        assert isinstance(first, Booked)
        assert settle(work, first.id, PRICES, input_tokens=2_000, output_tokens=100)
        assert spent(work) == Spent(2, MOST + 360, 1)
        assert isinstance(book(work, CALL, PRICES, cap_dollars=cap), Booked)
        assert isinstance(book(work, CALL, PRICES, cap_dollars=cap), OverCap)


def test_the_cap_holds_to_the_last_millionth(project: Project) -> None:
    with writing(project) as work:
        assert isinstance(book(work, CALL, PRICES, cap_dollars=(MOST - 1) / 1_000_000), OverCap)
        assert isinstance(book(work, CALL, PRICES, cap_dollars=MOST / 1_000_000), Booked)


def test_a_call_is_settled_once_and_what_nobody_counts_stays_booked(project: Project) -> None:
    with writing(project) as work:
        one = book(work, CALL, PRICES, cap_dollars=1.0)
        assert isinstance(one, Booked)
        assert settle(work, one.id, PRICES, input_tokens=None, output_tokens=10)
        assert spent(work) == Spent(1, 1_506, 0)
        assert not settle(work, one.id, PRICES, input_tokens=0, output_tokens=0)
        assert not release(work, one.id)
        assert not settle(work, "spend_unknown", PRICES, input_tokens=0, output_tokens=0)
        assert spent(work).cost == 1_506


def test_a_call_that_was_never_sent_is_given_back(project: Project) -> None:
    with writing(project) as work:
        one = book(work, CALL, PRICES, cap_dollars=1.0)
        assert isinstance(one, Booked)
        assert paid_for(work, ["claims", "other"]) == {"claims"}
        assert release(work, one.id)
        assert not release(work, one.id)
        assert spent(work) == Spent(0, 0, 0)
        assert paid_for(work, ["claims"]) == set()


def test_a_booking_outlives_the_process_that_made_it(project: Project) -> None:
    with writing(project) as work:
        book(work, CALL, PRICES, cap_dollars=1.0)
    with writing(project) as work:
        assert spent(work) == Spent(1, MOST, 1)


def test_what_is_rolled_back_was_never_booked(project: Project) -> None:
    with pytest.raises(RuntimeError, match="crash"), writing(project) as work:
        book(work, CALL, PRICES, cap_dollars=1.0)
        raise RuntimeError("crash")
    with writing(project) as work:
        assert spent(work).calls == 0
