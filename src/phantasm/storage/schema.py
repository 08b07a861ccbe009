"""Is the store's schema ours, and if it is older, how does it get here? (dialect-specific: SQLite).

Alembic and SQLAlchemy are loaded only by a process that really has to create or migrate a store.
"""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from phantasm.storage.driver import Connection, driver

MIGRATIONS = Path(__file__).parent / "migrations"


class _Lent:
    """A connection that can be used but not committed, rolled back or closed: the lender does that."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.isolation_level = connection.isolation_level

    def __getattr__(self, name: str) -> object:
        return getattr(self._connection, name)

    def commit(self) -> None:
        """Leave the transaction to its owner."""

    rollback = close = commit


def upgrade(connection: Connection, *, migrations: Path = MIGRATIONS) -> None:
    """Bring a connection's store to the newest revision; the caller owns the transaction.

    The connection is inside BEGIN IMMEDIATE already, so every step and the new revision number become visible
    together or not at all: a killed migration leaves the old schema, ready to be started again.
    """
    engine = create_engine(
        "sqlite://", module=driver, creator=lambda: _Lent(connection), poolclass=StaticPool
    )
    config = configuration(migrations)
    with engine.connect() as borrowed:
        config.attributes["connection"] = borrowed
        command.upgrade(config, "head")


def newest_revision(migrations: Path = MIGRATIONS) -> str:
    """Return the revision that a complete upgrade leads to."""
    return str(ScriptDirectory.from_config(configuration(migrations)).get_current_head())


def configuration(migrations: Path) -> Config:
    """Return Alembic's configuration for our migrations; there is no ini file."""
    config = Config()
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
