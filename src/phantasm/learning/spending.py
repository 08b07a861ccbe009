"""What do language models cost, and may this call be made? The ledger: booked before, settled after.

A call is booked with the most that it can cost, in its own transaction, before anything is sent. It is
refused where that could exceed the cap, together with everything ever booked. After the answer the booking is
settled to what was really used. A call of which nobody knows what became stays booked at its most: the cap
errs on the side of the purse. Money is counted in whole millionths of a dollar, rounded up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Literal

from phantasm.learning.tables import SPENDING
from phantasm.storage.work import Change, Work

MICRODOLLARS = 1_000_000
"""Millionths in a dollar: a token at one dollar per million tokens costs exactly one."""

State = Literal["booked", "settled", "released"]


@dataclass(frozen=True, slots=True)
class Prices:
    """Dollars per million tokens."""

    read: float
    written: float

    def of(self, input_tokens: int, output_tokens: int) -> int:
        """Return what tokens cost, in millionths of a dollar, rounded up."""
        # The number as it was written (0.15 is 15/100): binary fractions would round up a token too often.
        read, written = Fraction(str(self.read)), Fraction(str(self.written))
        return ceil(read * input_tokens + written * output_tokens)


@dataclass(frozen=True, slots=True)
class Call:
    """A call that somebody wants to make."""

    provider: str
    model: str
    purpose: str
    most_input_tokens: int
    most_output_tokens: int


@dataclass(frozen=True, slots=True)
class Booked:
    """The call may be made."""

    id: str
    most: int
    """Millionths of a dollar."""


@dataclass(frozen=True, slots=True)
class OverCap:
    """The call may not be made: it could cost more than is left."""

    most: int
    left: int
    """Both in millionths of a dollar."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What was booked and not given back so far."""

    calls: int
    cost: int
    """Millionths of a dollar."""
    open: int
    """Calls whose end nobody reported."""


def book(work: Work, call: Call, prices: Prices, *, cap_dollars: float) -> Booked | OverCap:
    """Book the most that a call can cost, or say that the cap does not allow it."""
    most = prices.of(call.most_input_tokens, call.most_output_tokens)
    left = floor(Fraction(str(cap_dollars)) * MICRODOLLARS) - spent(work).cost
    # A call that costs nothing passes whatever was spent before: it cannot make things worse.
    if most > 0 and most > left:
        return OverCap(most, max(left, 0))
    booking = work.ids.new("spend")
    work.run(
        SPENDING.insert,
        {
            "id": booking,
            "at": work.now,
            "provider": call.provider,
            "model": call.model,
            "purpose": call.purpose,
            "input_tokens": call.most_input_tokens,
            "output_tokens": call.most_output_tokens,
            "cost": most,
            "state": "booked",
        },
    )
    work.changed(Change("spending", booking, "create", after_state="booked"))
    return Booked(booking, most)


def settle(
    work: Work, booking: str, prices: Prices, *, input_tokens: int | None, output_tokens: int | None
) -> bool:
    """Note what a call really used; what the server does not say stays as it was booked. Once only."""
    row = work.one(
        "SELECT input_tokens, output_tokens FROM spending WHERE id = :id AND state = 'booked'",
        {"id": booking},
    )
    if row is None:
        return False
    read = row["input_tokens"] if input_tokens is None else input_tokens
    written = row["output_tokens"] if output_tokens is None else output_tokens
    _close(work, booking, "settled", (read, written, prices.of(read, written)))
    return True


def release(work: Work, booking: str) -> bool:
    """Give a booking back: only for a call that was certainly never sent."""
    if not work.value("SELECT 1 FROM spending WHERE id = :id AND state = 'booked'", {"id": booking}):
        return False
    _close(work, booking, "released", (0, 0, 0))
    return True


def spent(work: Work) -> Spent:
    """Return what all calls cost so far, those under way at their most."""
    row = work.one(
        """SELECT count(*) AS calls, coalesce(sum(cost), 0) AS cost,
                  coalesce(sum(CASE WHEN state = 'booked' THEN 1 ELSE 0 END), 0) AS under_way
           FROM spending WHERE state <> 'released'"""
    )
    return Spent(row["calls"], int(row["cost"]), row["under_way"]) if row else Spent(0, 0, 0)


def paid_for(work: Work, purposes: Sequence[str]) -> set[str]:
    """Return for which of some purposes a call was ever booked and not given back."""
    rows = work.all_of(
        "SELECT DISTINCT purpose FROM spending WHERE purpose IN (:values) AND state <> 'released'", purposes
    )
    return {row["purpose"] for row in rows}


def _close(work: Work, booking: str, state: State, used: tuple[int, int, int]) -> None:
    work.run(
        """UPDATE spending SET state = :state, input_tokens = :read, output_tokens = :written, cost = :cost
           WHERE id = :id""",
        {"id": booking, "state": state, "read": used[0], "written": used[1], "cost": used[2]},
    )
    work.changed(Change("spending", booking, "update", before_state="booked", after_state=state))
