"""What was going on and what is made of it: sessions, turns, episodes, uses, runs, procedures, spending.

Migrations are history: they never import live code and are never edited after a release.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add what sessions and learning keep, and what background work needs."""
    _widen()
    _create_sessions()
    _create_learning()


def _widen() -> None:
    # A turn's text is small and there are many: it lives in the row, not in a file of its own.
    op.add_column("evidence", sa.Column("source", sa.Text))
    op.add_column("evidence", sa.Column("text", sa.Text))
    op.create_index("evidence_by_session", "evidence", ["session_id"])
    # The digest of what an old entry said of its changes, once these were pruned: the chain stays whole.
    op.add_column("operations", sa.Column("body", sa.Text))
    _find_what_refers_to_contents()
    # What a new turn is compared with: the newest under a word, and how common it is, however many there are.
    op.drop_index("mentions_by_word", "mentions")
    op.create_index("mentions_by_word", "mentions", ["word", "item_id"])
    op.create_index("mentions_by_age", "mentions", ["kind", "word", "seq"])
    op.add_column("jobs", sa.Column("key", sa.Text))
    waiting = sa.text("key IS NOT NULL AND state IN ('queued', 'running')")
    op.create_index(
        "jobs_once", "jobs", ["kind", "key"], unique=True, sqlite_where=waiting, postgresql_where=waiting
    )


def _find_what_refers_to_contents() -> None:
    # Whoever removes a content has to know that nothing refers to it: without these every table is read.
    for table, column in (
        ("changes", "before_payload"),
        ("changes", "after_payload"),
        ("operations", "note"),
        ("evidence", "payload"),
        ("records", "payload"),
        ("links", "reference"),
    ):
        _index_references(table, column)


def _index_references(table: str, column: str) -> None:
    given = sa.text(f"{column} IS NOT NULL")
    name = f"{table}_with_{column}"
    op.create_index(name, table, [column], sqlite_where=given, postgresql_where=given)


def _create_sessions() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("handle", sa.Text, nullable=False),
        sa.Column("client", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("started_at", sa.Text),
        sa.Column("ended_at", sa.Text),
        sa.Column("last_at", sa.Text),
        # Contents; not foreign keys: one more index for each would cost a twentieth of a brief episode.
        sa.Column("about", sa.BigInteger, nullable=False),
        sa.Column("recorded_at", sa.Text, nullable=False),
        sa.Column("changed_seq", sa.BigInteger, nullable=False),
        sa.Column("formed_seq", sa.BigInteger, nullable=False),
        sa.Column("learned_seq", sa.BigInteger, nullable=False),
        sa.Column("episode_state", sa.Text),
        sa.Column("episode", sa.BigInteger),
        sa.Column("brief", sa.BigInteger),
        sa.Column("outcome", sa.Text),
        sa.Column("importance", sa.Float),
        sa.Column("sensitivity", sa.Text, nullable=False),
    )
    op.create_index("sessions_by_handle", "sessions", ["handle"])
    op.create_index("sessions_by_time", "sessions", ["last_at"])
    op.create_index("sessions_by_episode", "sessions", ["episode_state", "last_at"])
    _create_turns()


def _create_turns() -> None:
    op.create_table(
        "turns",
        sa.Column("session_id", sa.Text, sa.ForeignKey("sessions.id"), primary_key=True),
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("place", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Text),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("slot", sa.Text, nullable=False),
        sa.Column("tool", sa.Text),
        sa.Column("call", sa.Text),
        sa.Column("exit_code", sa.Integer),
        sa.Column("failed", sa.Integer),
        sa.Column("model", sa.Text),
        sa.Column("agent", sa.Text),
        sa.Column("spent", sa.Text),
        sa.Column("detail", sa.Text),
        sa.Column("evidence_id", sa.Text, sa.ForeignKey("evidence.id")),
        sqlite_with_rowid=False,
    )
    op.create_index("turns_by_evidence", "turns", ["evidence_id"])
    op.create_table(
        "failures",
        sa.Column("word", sa.Text, primary_key=True),
        sa.Column("session_id", sa.Text, sa.ForeignKey("sessions.id"), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "uses",
        sa.Column("lineage", sa.Text, primary_key=True),
        sa.Column("source", sa.Text, primary_key=True),
        sa.Column("how", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("uses_by_source", "uses", ["source"])
    op.create_table(
        "transcripts",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("client", sa.Text, nullable=False),
        sa.Column("resume", sa.BigInteger, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("known", sa.Text, nullable=False),
        sa.Column("seen_at", sa.Text, nullable=False),
    )


def _create_learning() -> None:
    op.create_table(
        "runs",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("started_at", sa.Text, nullable=False),
        sa.Column("finished_at", sa.Text),
        sa.Column("budget", sa.Integer, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("fence", sa.Integer, nullable=False),
        sa.Column("report", sa.Text, nullable=False),
        sa.Column("reason", sa.Text),
    )
    op.create_table(
        "derived",
        sa.Column("record_id", sa.Text, sa.ForeignKey("records.id"), primary_key=True),
        sa.Column("session_id", sa.Text, nullable=False),
        sa.Column("rule", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
    )
    op.create_index("derived_by_session", "derived", ["session_id"])
    op.create_table(
        "procedures",
        sa.Column("lineage", sa.Text, primary_key=True),
        sa.Column("acts", sa.Text, nullable=False),
    )
    op.create_table(
        "spending",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("provider", sa.Text, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("input_tokens", sa.BigInteger, nullable=False),
        sa.Column("output_tokens", sa.BigInteger, nullable=False),
        sa.Column("cost", sa.BigInteger, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
    )
