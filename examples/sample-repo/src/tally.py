"""Turns hours into invoices."""

from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal

HOURLY_RATE = Decimal(95)


def invoices(hours: Iterable[tuple[str, Decimal]]) -> dict[str, Decimal]:
    """Return the amount to invoice per customer, in euros."""
    totals: dict[str, Decimal] = defaultdict(Decimal)
    for customer, worked in hours:
        totals[customer] += worked * HOURLY_RATE
    return dict(totals)
