"""Which tables does state own?"""

from phantasm.storage.sql import Table

RECORDS = Table(
    "records",
    (
        "id",
        "handle",
        "kind",
        "subject_key",
        "state",
        "frozen",
        "scope",
        "scope_ref",
        "sensitivity",
        "origin",
        "confidence",
        "source_type",
        "author",
        "verified_at",
        "expires_at",
        "revalidate_at",
        "valid_from",
        "valid_to",
        "recorded_at",
        "closed_at",
        "seq",
        "ordinal",
        "lineage",
        "supersedes",
        "payload",
        "content_digest",
    ),
)
"""What is held true."""
