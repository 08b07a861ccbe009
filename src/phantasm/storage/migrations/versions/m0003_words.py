"""How it is found: retrieval units, their words in two full-text indexes, and what revises what.

Migrations are history: they never import live code and are never edited after a release.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the lexical index; it is filled by the code that opens the store."""
    _create_units()
    _create_revisions()


def _create_revisions() -> None:
    op.create_table(
        "mentions",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("word", sa.Text, primary_key=True),
        sa.Column("item_id", sa.Text, primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
    )
    op.create_index("mentions_by_item", "mentions", ["item_id"])
    op.create_index("mentions_by_word", "mentions", ["word"])
    op.create_table(
        "revisions",
        sa.Column("earlier", sa.Text, primary_key=True),
        sa.Column("later", sa.Text, primary_key=True),
        sa.Column("strength", sa.Float, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("unit", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
    )
    op.create_index("revisions_by_later", "revisions", ["later"])


def _create_units() -> None:
    op.create_table(
        "lexicon",
        sa.Column("one", sa.Integer, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("live", sa.BigInteger, nullable=False),
        sa.Column("past", sa.BigInteger, nullable=False),
        sa.CheckConstraint("one = 1", name="lexicon_is_one_row"),
    )
    # 0 = nothing is indexed yet.
    op.execute("INSERT INTO lexicon (one, version, live, past) VALUES (1, 0, 0, 0)")
    op.create_table(
        "units",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("tier", sa.Text, nullable=False),
        sa.Column("item_id", sa.Text, nullable=False),
        sa.Column("part", sa.Integer, nullable=False),
        sa.Column("start", sa.Integer, nullable=False),
        sa.Column("stop", sa.Integer, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("grouping", sa.Text),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("live", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("scope_ref", sa.Text, nullable=False),
        sa.Column("sensitivity", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("traits", sa.Integer, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("erased_seq", sa.BigInteger),
    )
    op.create_index("units_by_item", "units", ["item_id", "part"])
    op.create_index("units_by_seq", "units", ["seq", "id"])
    op.create_index("units_by_group", "units", ["grouping", "position"])
    erased = sa.text("erased_seq IS NOT NULL")
    op.create_index("units_erased", "units", ["erased_seq"], sqlite_where=erased, postgresql_where=erased)
    for name in ("live", "past"):
        op.execute(
            f"""CREATE VIRTUAL TABLE {name}_words USING fts5(title, body, content='units', content_rowid='id',
                  tokenize="unicode61 remove_diacritics 0 categories 'L* N* Co Mn Mc'")"""
        )
        op.execute(f"CREATE VIRTUAL TABLE {name}_terms USING fts5vocab('{name}_words', 'row')")
