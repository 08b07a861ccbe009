"""Which tables does storage own?"""

from phantasm.storage.sql import Table

HEAD = Table("head", ("one", "store_id", "salt", "epoch", "seq", "digest", "created_at"))
"""One row: who this store is and where its chain ends."""

OPERATIONS = Table(
    "operations",
    (
        "seq",
        "id",
        "operation",
        "kind",
        "profile",
        "actor",
        "session_id",
        "request_id",
        "occurred_at",
        "note",
        "change_count",
        "previous",
        "digest",
        "body",
        "commit_id",
    ),
)
"""The journal: one row per write, chained by digest."""

CHANGES = Table(
    "changes",
    (
        "seq",
        "ordinal",
        "object_type",
        "object_id",
        "change",
        "before_payload",
        "after_payload",
        "before_state",
        "after_state",
    ),
)
"""What each operation changed: the journal's body, and the log that indexes follow by cursor."""

PAYLOADS = Table("payloads", ("id", "salt", "digest", "body", "erased_at"))
"""All erasable content; everything else refers to it."""

RECEIPTS = Table(
    "receipts",
    (
        "profile",
        "operation",
        "idempotency_key",
        "body_digest",
        "outcome",
        "created_at",
    ),
)
"""What was answered to which idempotency key."""

JOBS = Table(
    "jobs",
    (
        "id",
        "kind",
        "params",
        "state",
        "attempts",
        "max_attempts",
        "available_at",
        "lease_owner",
        "lease_until",
        "fence",
        "last_error",
        "created_at",
        "updated_at",
        "key",
    ),
)
"""Background work, claimed under leases."""

BLOBS = Table("blobs", ("address", "bytes", "referrers", "created_at"))
"""Raw files under state/raw and how many rows refer to each."""

BACKUPS = Table("backups", ("id", "reason", "created_at", "seq", "bytes", "digest", "verified_at"))
"""Backups that were made and verified."""
