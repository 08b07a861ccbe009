"""Memory that is checked against the code: at which commit a write happened.

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


def _find_what_is_about_a_file() -> None:
    # Lines and symbols are found under their file; until now only whole files were cited.
    op.add_column("links", sa.Column("place", sa.Text))
    op.execute("UPDATE links SET place = target WHERE reference IS NOT NULL")
    given = sa.text("place IS NOT NULL")
    op.create_index("links_by_place", "links", ["place"], sqlite_where=given, postgresql_where=given)
