"""The first released schema: the spine, evidence, records, usage.

Migrations are history: they never import live code and are never edited after a release.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create every table of the first release."""
    _create_spine()
    _create_background()
    _create_memory()


def _create_spine() -> None:
    op.create_table(
        "head",
        sa.Column("one", sa.Integer, primary_key=True),
        sa.Column("store_id", sa.Text, nullable=False),
        sa.Column("salt", sa.Text, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.CheckConstraint("one = 1", name="head_is_one_row"),
    )
    op.create_table(
        "payloads",
        sa.Column("id", sa.Integer().with_variant(sa.BigInteger, "postgresql"), primary_key=True),
        sa.Column("salt", sa.Text),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("body", sa.Text),
        sa.Column("erased_at", sa.Text),
    )
    op.create_table(
        "operations",
        sa.Column("seq", sa.Integer().with_variant(sa.BigInteger, "postgresql"), primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("operation", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("profile", sa.Text, nullable=False),
        sa.Column("actor", sa.Text),
        sa.Column("session_id", sa.Text),
        sa.Column("request_id", sa.Text, nullable=False),
        sa.Column("occurred_at", sa.Text, nullable=False),
        sa.Column("note", sa.BigInteger, sa.ForeignKey("payloads.id")),
        sa.Column("change_count", sa.Integer, nullable=False),
        sa.Column("previous", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
    )
    op.create_table(
        "changes",
        sa.Column("seq", sa.BigInteger, sa.ForeignKey("operations.seq"), primary_key=True),
        sa.Column("ordinal", sa.Integer, primary_key=True),
        sa.Column("object_type", sa.Text, nullable=False),
        sa.Column("object_id", sa.Text, nullable=False),
        sa.Column("change", sa.Text, nullable=False),
        sa.Column("before_payload", sa.BigInteger, sa.ForeignKey("payloads.id")),
        sa.Column("after_payload", sa.BigInteger, sa.ForeignKey("payloads.id")),
        sa.Column("before_state", sa.Text),
        sa.Column("after_state", sa.Text),
        sqlite_with_rowid=False,
    )
    op.create_index("changes_by_object", "changes", ["object_id"])
    op.create_table(
        "receipts",
        sa.Column("profile", sa.Text, primary_key=True),
        sa.Column("operation", sa.Text, primary_key=True),
        sa.Column("idempotency_key", sa.Text, primary_key=True),
        sa.Column("body_digest", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
    )
    op.create_table(
        "trust_decisions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, sa.ForeignKey("operations.seq"), nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("profile", sa.Text, nullable=False),
        sa.Column("needed", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("approved_by", sa.Text),
    )


def _create_background() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("params", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("max_attempts", sa.Integer, nullable=False),
        sa.Column("available_at", sa.Text, nullable=False),
        sa.Column("lease_owner", sa.Text),
        sa.Column("lease_until", sa.Text),
        sa.Column("fence", sa.Integer, nullable=False),
        sa.Column("last_error", sa.Text),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("updated_at", sa.Text, nullable=False),
    )
    op.create_index("jobs_due", "jobs", ["state", "available_at"])
    op.create_table(
        "blobs",
        sa.Column("address", sa.Text, primary_key=True),
        sa.Column("bytes", sa.BigInteger, nullable=False),
        sa.Column("referrers", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
    )
    op.create_table(
        "backups",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("bytes", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("verified_at", sa.Text, nullable=False),
    )
    op.create_table(
        "usage",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("reported_at", sa.Text, nullable=False),
        sa.Column("profile", sa.Text, nullable=False),
        sa.Column("surface", sa.Text, nullable=False),
        sa.Column("model", sa.Text),
        sa.Column("input_tokens", sa.BigInteger, nullable=False),
        sa.Column("output_tokens", sa.BigInteger, nullable=False),
    )
    op.create_index("usage_by_time", "usage", ["reported_at"])


def _create_memory() -> None:
    op.create_table(
        "evidence",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("trusted", sa.Integer, nullable=False),
        sa.Column("media_type", sa.Text, nullable=False),
        sa.Column("payload", sa.BigInteger, sa.ForeignKey("payloads.id"), nullable=False),
        sa.Column("blob", sa.Text),
        sa.Column("bytes", sa.BigInteger, nullable=False),
        sa.Column("session_id", sa.Text),
        sa.Column("sensitivity", sa.Text, nullable=False),
        sa.Column("observed_at", sa.Text, nullable=False),
        sa.Column("recorded_at", sa.Text, nullable=False),
        sa.Column("erased_at", sa.Text),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("handle", sa.Text, nullable=False, unique=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject_key", sa.Text),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("frozen", sa.Integer, nullable=False),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("scope_ref", sa.Text, nullable=False),
        sa.Column("sensitivity", sa.Text, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("confidence", sa.Float, nullable=False),
        sa.Column("source_type", sa.Text),
        sa.Column("author", sa.Text),
        sa.Column("verified_at", sa.Text),
        sa.Column("expires_at", sa.Text),
        sa.Column("revalidate_at", sa.Text),
        sa.Column("valid_from", sa.Text, nullable=False),
        sa.Column("valid_to", sa.Text),
        sa.Column("recorded_at", sa.Text, nullable=False),
        sa.Column("closed_at", sa.Text),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("ordinal", sa.Integer, nullable=False),
        sa.Column("lineage", sa.Text, nullable=False),
        sa.Column("supersedes", sa.Text, sa.ForeignKey("records.id")),
        sa.Column("payload", sa.BigInteger, sa.ForeignKey("payloads.id"), nullable=False),
        sa.Column("content_digest", sa.Text),
    )
    op.create_index("records_by_order", "records", ["seq", "ordinal"])
    op.create_index("records_by_subject", "records", ["subject_key", "kind"])
    op.create_index("records_by_content", "records", ["content_digest"])
    op.create_index("records_by_lineage", "records", ["lineage"])
    op.create_index(
        "records_one_truth_per_subject",
        "records",
        ["kind", "subject_key", "scope", "scope_ref"],
        unique=True,
        sqlite_where=sa.text("state = 'live' AND subject_key IS NOT NULL"),
        postgresql_where=sa.text("state = 'live' AND subject_key IS NOT NULL"),
    )
    op.create_table(
        "record_evidence",
        sa.Column("record_id", sa.Text, sa.ForeignKey("records.id"), primary_key=True),
        sa.Column("evidence_id", sa.Text, sa.ForeignKey("evidence.id"), primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
    )
    op.create_index("record_evidence_by_evidence", "record_evidence", ["evidence_id"])
