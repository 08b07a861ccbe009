"""Which tables does evidence own?"""

from phantasm.storage.sql import Table

EVIDENCE = Table(
    "evidence",
    (
        "id",
        "origin",
        "trusted",
        "media_type",
        "payload",
        "blob",
        "bytes",
        "session_id",
        "sensitivity",
        "observed_at",
        "recorded_at",
        "erased_at",
        "source",
        "text",
    ),
)
"""What was seen, verbatim."""

RECORD_EVIDENCE = Table("record_evidence", ("record_id", "evidence_id", "seq"))
"""Which evidence a record rests on."""
