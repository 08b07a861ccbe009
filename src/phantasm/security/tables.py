"""Which tables does security own?"""

from phantasm.storage.sql import Table

TRUST_DECISIONS = Table(
    "trust_decisions", ("id", "seq", "verdict", "profile", "needed", "reason", "approved_by")
)
"""The decision behind every write."""
