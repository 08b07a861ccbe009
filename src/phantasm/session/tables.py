"""Which tables does session own?"""

from phantasm.storage.sql import Table

USAGE = Table("usage", ("id", "reported_at", "profile", "surface", "model", "input_tokens", "output_tokens"))
"""Tokens as clients reported them; never an estimate of ours."""
