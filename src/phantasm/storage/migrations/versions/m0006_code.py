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
