"""Schema of the store: creating it, and migrating an older one (dialect-specific: SQLite).

Alembic and SQLAlchemy are loaded only by a process that really has to create or migrate a store.
"""

from datetime import datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.ids import Ids
from phantasm.storage.database import Database
from phantasm.storage.driver import Connection, driver
from phantasm.storage.files import create_private, fsync
from phantasm.storage.journal import GENESIS
from phantasm.storage.tables import HEAD

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


def create_store(database: Database, ids: Ids, now: datetime) -> str:
    """Create an empty store and return its id; it appears complete or not at all."""
    store_id = ids.new("store")
    building = database.path.with_suffix(".building")
    building.unlink(missing_ok=True)
    create_private(building)
    connection = driver.connect(building, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA auto_vacuum=INCREMENTAL")  # before the first table: the file can shrink
        connection.execute("BEGIN IMMEDIATE")
        upgrade(connection)
        connection.execute(
            HEAD.insert,
            {
                "one": 1,
                "store_id": store_id,
                "salt": ids.salt(),
                "epoch": 1,
                "seq": 0,
                "digest": GENESIS,
                "created_at": to_timestamp(now),
            },
        )
        connection.execute("COMMIT")
        connection.execute("PRAGMA journal_mode=WAL").fetchall()
    finally:
        connection.close()
    fsync(building)
    building.rename(database.path)
    fsync(database.path.parent)
    return store_id
