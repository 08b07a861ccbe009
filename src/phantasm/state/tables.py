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
        "ended_at",
        "topic_key",
        "frame_key",
        "mention_key",
        "anchor_key",
    ),
)
"""What is held true."""

READINGS = Table("readings", ("one", "version"))
"""One row: which version of the reading the records' keys were derived with."""

LINKS = Table(
    "links", ("id", "type", "source", "target", "reference", "seq", "created_at", "closed_at", "place")
)
"""How lineages relate to each other and to what lies outside the store."""

ANCHOR_CHECKS = Table("anchor_checks", ("subject", "checked_at", "commit_id"))
"""When a link was last found to lead to what was cited, or a lineage's words were read for what they cite."""

VERIFICATIONS = Table(
    "verifications",
    ("record_id", "seq", "verified_at", "revalidate_at", "verified_before", "revalidate_before"),
)
"""When records were checked, so that the past can be shown as it was."""

REVIEWS = Table(
    "reviews",
    (
        "id",
        "kind",
        "state",
        "priority",
        "about",
        "detail",
        "seq",
        "opened_at",
        "wake",
        "deferred_seq",
        "closed_at",
        "resolution",
    ),
)
"""What waits for a decision: suggestions, conflicts, duplicates, doubts."""

REVIEW_RECORDS = Table("review_records", ("review_id", "position", "record_id", "role"))
"""Which records a review is about, in order."""
