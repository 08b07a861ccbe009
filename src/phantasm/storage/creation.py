"""How does a store begin? (dialect-specific: SQLite)."""

from datetime import datetime

from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.ids import Ids
from phantasm.storage.database import Database
from phantasm.storage.driver import driver
from phantasm.storage.files import create_private, fsync
from phantasm.storage.journal import GENESIS
from phantasm.storage.schema import upgrade
from phantasm.storage.tables import HEAD


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
