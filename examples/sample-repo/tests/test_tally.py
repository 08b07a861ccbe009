"""Hours become the right amounts."""

import unittest
from decimal import Decimal

from src.tally import invoices


class Invoices(unittest.TestCase):
    """One amount per customer."""

    def test_adds_up_per_customer(self) -> None:
        """Two entries of one customer become one amount."""
        self.assertEqual(invoices([("Ada", Decimal(1)), ("Ada", Decimal(2))]), {"Ada": Decimal(285)})
