"""Which tables does learning own?"""

from phantasm.storage.sql import Table

RUNS = Table(
    "runs",
    ("id", "state", "started_at", "finished_at", "budget", "changes", "fence", "report", "reason"),
)
"""Consolidation: each run, how far it came and what it did."""

DERIVED = Table("derived", ("record_id", "session_id", "rule", "version"))
"""Which record was learned from which session, by which rule of which extractor."""

PROCEDURES = Table("procedures", ("lineage", "acts"))
"""What learned procedures do, as a keyed digest: one that somebody erased is not learned again."""

SPENDING = Table(
    "spending",
    ("id", "at", "provider", "model", "purpose", "input_tokens", "output_tokens", "cost", "state"),
)
"""What language models cost."""
