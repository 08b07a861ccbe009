"""Memory that is checked against the code: commits of writes, places of anchors, branches, history.

Migrations are history: they never import live code and are never edited after a release.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add what git says beside what the store says."""
    # The commit that was checked out where the caller stood; outside a repository there is none.
    op.add_column("operations", sa.Column("commit_id", sa.Text))
    _find_what_is_about_a_file()
    _create_branches()
    _create_history()
    # The newest commits are found without reading every unit.
    commits = sa.text("traits >= 1024")
    op.create_index("units_of_commits", "units", ["at"], sqlite_where=commits, postgresql_where=commits)


def _find_what_is_about_a_file() -> None:
    # Lines and symbols are found under their file; until now only whole files were cited.
    op.add_column("links", sa.Column("place", sa.Text))
    op.execute("UPDATE links SET place = target WHERE reference IS NOT NULL")
    given = sa.text("place IS NOT NULL")
    op.create_index("links_by_place", "links", ["place"], sqlite_where=given, postgresql_where=given)
    # When a citation was last found as it was cited, and when a lineage's words were last read for some.
    # Derived: looking again tells it again.
    op.create_table(
        "anchor_checks",
        sa.Column("subject", sa.Text, primary_key=True),
        sa.Column("checked_at", sa.Text, nullable=False),
        sa.Column("commit_id", sa.Text),
        sqlite_with_rowid=False,
    )


def _create_branches() -> None:
    # What was last seen of each branch and worktree, and which record git has moved, and why.
    op.create_table(
        "branches",
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("tip", sa.Text, nullable=False),
        sa.Column("own", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("event_commit", sa.Text),
        sa.Column("first_seen", sa.Text, nullable=False),
        sa.Column("last_seen", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("scope", "name"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "git_moves",
        sa.Column("record_id", sa.Text, nullable=False),
        sa.Column("cause", sa.Text, nullable=False),
        sa.Column("reference", sa.Text, nullable=False),
        sa.Column("commit_id", sa.Text, nullable=False),
        sa.Column("base", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("record_id", "cause", "reference", "commit_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("git_moves_by_cause", "git_moves", ["cause", "reference"])


def _create_history() -> None:
    op.create_table(
        "commits",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("sha", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("committed_at", sa.Text, nullable=False),
        sa.Column("parents", sa.Text, nullable=False),
        # Keyed addresses: who and what are only in the text of the evidence, where they can be erased.
        sa.Column("author", sa.Text),
        sa.Column("mail", sa.Text),
        sa.Column("subject", sa.Text),
        sa.Column("bot", sa.Integer, nullable=False),
        sa.Column("files", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("tip", sa.Integer, nullable=False),
        sa.Column("evidence_id", sa.Text),
    )
    op.create_index("commits_by_sha", "commits", ["sha"], unique=True)
    op.create_index("commits_by_time", "commits", ["committed_at"])
    op.create_index("commits_by_author", "commits", ["author"])
    for name, column, given in (
        ("commits_by_subject", "subject", "subject IS NOT NULL"),
        ("commits_by_evidence", "evidence_id", "evidence_id IS NOT NULL"),
        ("commits_tips", "tip", "tip = 1"),
        ("commits_set_aside", "state", "state <> 'kept'"),
    ):
        where = sa.text(given)
        op.create_index(name, "commits", [column], sqlite_where=where, postgresql_where=where)
    _create_commit_details()


def _create_commit_details() -> None:
    op.create_table(
        "commit_paths",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("path", sa.Text, nullable=False),
    )
    op.create_index("commit_paths_by_path", "commit_paths", ["path"], unique=True)
    op.create_table(
        "commit_files",
        sa.Column("path_id", sa.Integer, primary_key=True),
        sa.Column("commit_id", sa.Integer, primary_key=True),
        sa.Column("change", sa.Text, nullable=False),
        sa.Column("from_id", sa.Integer),
        sqlite_with_rowid=False,
    )
    op.create_index("commit_files_by_commit", "commit_files", ["commit_id", "path_id"])
    renamed = sa.text("from_id IS NOT NULL")
    op.create_index(
        "commit_files_renamed", "commit_files", ["from_id"], sqlite_where=renamed, postgresql_where=renamed
    )
    op.create_table(
        "commit_reverts",
        sa.Column("commit_id", sa.Integer, primary_key=True),
        sa.Column("reverted", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("commit_reverts_by_reverted", "commit_reverts", ["reverted"])
    op.create_table(
        "commit_tags",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("sha", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "commit_issues",
        sa.Column("issue", sa.Integer, primary_key=True),
        sa.Column("commit_id", sa.Integer, primary_key=True),
        sqlite_with_rowid=False,
    )
