"""How does another store take the place of this one? As an image, copied in (dialect-specific: SQLite).

A restore is an ordinary write whose transaction runs on the image: journal entry, trust decision and receipt
go there, and then the image's pages replace the live ones in one transaction, under the lock, while other
processes keep the file open. Killed at any point, the live store is either the old one or the new one.
"""

from pathlib import Path
from typing import NamedTuple

from phantasm.storage.database import Database, Head
from phantasm.storage.driver import driver


class Image(NamedTuple):
    """A private copy of a store that may become the live one."""

    path: Path

    def database(self) -> Database:
        """Return the image opened as a store of its own."""
        return Database(self.path)

    def discard(self) -> None:
        """Remove the image and what SQLite kept beside it."""
        for suffix in ("", "-wal", "-shm"):
            self.path.with_name(self.path.name + suffix).unlink(missing_ok=True)


def settle(image: Image, live: Head) -> None:
    """Give the image its place after the live store: a new epoch, a sequence that never runs backwards."""
    connection = driver.connect(image.path, isolation_level=None)
    try:
        connection.execute(
            "UPDATE head SET epoch = :epoch, seq = max(seq, :seq) WHERE one = 1",
            {"epoch": live.epoch + 1, "seq": live.seq},
        )
    finally:
        connection.close()


def migrate_image(image: Image) -> None:
    """Bring an image of an earlier release to the present schema."""
    from phantasm.storage.schema import upgrade  # noqa: PLC0415  loads Alembic, which almost nobody needs

    connection = driver.connect(image.path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("BEGIN IMMEDIATE")
        upgrade(connection)
        connection.execute("COMMIT")
    finally:
        connection.close()
