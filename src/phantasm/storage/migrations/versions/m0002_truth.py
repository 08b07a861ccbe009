"""What is held true: when it ended, under which keys it is met, links, reviews, verifications.

Migrations are history: they never import live code and are never edited after a release.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_WAITING_OR_LIVE = sa.text("state IN ('live', 'suggested')")
_OPEN = sa.text("closed_at IS NULL")


def upgrade() -> None:
    """Add what the judge, the review queue and the two times need."""
    _extend_records()
    _create_links()
    _create_reviews()
    _carry_over()


def _extend_records() -> None:
    op.create_table(
        "readings",
        sa.Column("one", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.CheckConstraint("one = 1", name="readings_is_one_row"),
    )
    # 0 = no record has keys yet; the first write derives them.
    op.execute("INSERT INTO readings (one, version) VALUES (1, 0)")
    op.add_column("records", sa.Column("ended_at", sa.Text))
    for name in ("topic", "frame", "mention", "anchor"):
        op.add_column("records", sa.Column(f"{name}_key", sa.BigInteger))
        op.create_index(
            f"records_by_{name}",
            "records",
            [f"{name}_key", "seq", "ordinal"],
            sqlite_where=_WAITING_OR_LIVE,
            postgresql_where=_WAITING_OR_LIVE,
        )
    op.create_index("records_by_state", "records", ["state", "kind", "scope"])
    op.create_table(
        "verifications",
        sa.Column("record_id", sa.Text, sa.ForeignKey("records.id"), primary_key=True),
        sa.Column("seq", sa.BigInteger, primary_key=True),
        sa.Column("verified_at", sa.Text),
        sa.Column("revalidate_at", sa.Text),
        sa.Column("verified_before", sa.Text),
        sa.Column("revalidate_before", sa.Text),
    )


def _create_links() -> None:
    op.create_table(
        "links",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("reference", sa.BigInteger, sa.ForeignKey("payloads.id")),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("closed_at", sa.Text),
    )
    op.create_index("links_by_source", "links", ["source"])
    op.create_index("links_by_target", "links", ["target"])
    op.create_index(
        "links_once",
        "links",
        ["type", "source", "target"],
        unique=True,
        sqlite_where=_OPEN,
        postgresql_where=_OPEN,
    )


def _create_reviews() -> None:
    op.create_table(
        "reviews",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("priority", sa.Integer, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("opened_at", sa.Text, nullable=False),
        sa.Column("wake", sa.Text),
        sa.Column("deferred_seq", sa.BigInteger),
        sa.Column("closed_at", sa.Text),
        sa.Column("resolution", sa.Text),
    )
    op.create_index("reviews_by_state", "reviews", ["state", "kind", "priority"])
    op.create_index(
        "reviews_once",
        "reviews",
        ["kind", "about"],
        unique=True,
        sqlite_where=_OPEN,
        postgresql_where=_OPEN,
    )
    op.create_table(
        "review_records",
        sa.Column("review_id", sa.Text, sa.ForeignKey("reviews.id"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("record_id", sa.Text, sa.ForeignKey("records.id"), nullable=False),
        sa.Column("role", sa.Text, nullable=False),
    )
    op.create_index("review_records_by_record", "review_records", ["record_id"])


def _carry_over() -> None:
    """Give what the first release held its place in the new shape."""
    op.execute("UPDATE records SET ended_at = valid_to WHERE state = 'superseded'")
    op.execute("UPDATE records SET ended_at = closed_at WHERE state = 'archived'")
    op.execute(
        """INSERT INTO reviews (id, kind, state, priority, about, detail, seq, opened_at)
           SELECT 'rev' || substr(id, 4), 'suggestion', 'open', 50, id,
                  '{"reasons":["suggested"]}', seq, recorded_at
           FROM records WHERE state = 'suggested'"""
    )
    op.execute(
        """INSERT INTO review_records (review_id, position, record_id, role)
           SELECT 'rev' || substr(id, 4), 0, id, 'proposed' FROM records WHERE state = 'suggested'"""
    )
