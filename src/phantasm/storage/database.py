"""How is the store opened, read and written? (dialect-specific: SQLite).

Readers open read-only and never checkpoint. Writers go through the write lock, then BEGIN IMMEDIATE, on one
connection per process. Every transaction looks at the store's epoch; after a restore it is another one, and
what this process remembers of the store is checked anew. The file itself is never swapped; only a corrupt
one is moved away, by `doctor --fix`, and whoever had that open notices that the path leads elsewhere now.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.storage.connections import BUSY_TIMEOUT_SECONDS, open_reader, open_writer
from phantasm.storage.driver import Connection, Error, driver
from phantasm.storage.failures import corrupt
from phantasm.storage.files import create_private, fsync
from phantasm.storage.lock import DEFAULT_TIMEOUT_SECONDS, WriteLock

# The schema that this code reads and writes; a test keeps it equal to Alembic's newest revision.
SCHEMA_HEAD = "0006"
# Every writer waits with whoever scrubs: well under the quarter of a second that a write may take (§4).
_SCRUB_TIMEOUT_MILLISECONDS = 200
_File = tuple[int, int]
"""Device and inode: which file a path leads to."""


class Head(NamedTuple):
    """Who the store is and where it stands, as one snapshot sees it."""

    store_id: str
    salt: str
    epoch: int
    seq: int
    digest: str
    created_at: str


class Database:
    """One SQLite file, its lock, and the connections of this process."""

    def __init__(
        self,
        path: Path,
        *,
        synchronous: str = "FULL",
        lock_timeout: float = DEFAULT_TIMEOUT_SECONDS,
        busy_timeout: float = BUSY_TIMEOUT_SECONDS,
    ) -> None:
        self.path = path
        self.lock = WriteLock(path.parent / "store.lock", lock_timeout)
        self._synchronous = synchronous
        self._busy_timeout = busy_timeout
        self._writer: Connection | None = None
        self._writer_file: _File | None = None
        self._readers = threading.local()
        self._epoch: int | None = None

    @contextmanager
    def read(self) -> Iterator[tuple[Connection, Head]]:
        """Pin one read snapshot for as long as the block runs."""
        connection = self._reader()
        connection.execute("BEGIN")
        try:
            yield connection, self._head(connection)
        finally:
            connection.rollback()

    @contextmanager
    def write(self, purpose: str) -> Iterator[tuple[Connection, Head]]:
        """Hold the serialized write boundary; commits when the block ends well, rolls back otherwise."""
        with self.lock.hold(purpose), self.transaction() as opened:
            yield opened

    @contextmanager
    def transaction(self) -> Iterator[tuple[Connection, Head]]:
        """Run one immediate transaction; the caller holds the lock already."""
        connection = self._open_writer()
        try:
            connection.execute("BEGIN IMMEDIATE")
            yield connection, self._head(connection)
            if connection.in_transaction:  # a dry run has rolled back already
                connection.execute("COMMIT")
        except BaseException as problem:
            # After a failed write or fsync the connection's view is not to be trusted: start afresh.
            if isinstance(problem, Error):
                self._drop_writer()
            elif connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def peek(self) -> Connection:
        """Return a connection for one autocommitted read, the writer's when it is open already."""
        if self._writer is not None and self._writer_file == _file_at(self.path):
            return self._writer
        return self._reader()

    def revision(self) -> str:
        """Return the revision of the store's schema."""
        return _revision(self.peek())

    def salt(self) -> str:
        """Return the store's own salt, which keys every digest of content."""
        # Not remembered: an import by another process may have brought another store with another salt.
        return str(self.peek().execute("SELECT salt FROM head WHERE one = 1").fetchone()[0])

    def scrub(self) -> bool:
        """Fold the WAL into the file and empty it, so that erased bytes are gone; tells whether it could."""
        connection = self._open_writer()
        connection.execute(f"PRAGMA busy_timeout={_SCRUB_TIMEOUT_MILLISECONDS}")
        try:
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            connection.execute(f"PRAGMA busy_timeout={int(self._busy_timeout * 1000)}")
        return not busy

    def rewrite(self) -> None:
        """Copy what the store holds into a compact file that can be cut step by step (lock held)."""
        connection = self._open_writer()
        connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
        connection.execute("VACUUM")
        self.scrub()

    def copy_into(self, target: Path) -> None:
        """Write a consistent copy of the store to a new private file, then fsync it."""
        create_private(target)
        source = open_reader(self.path, busy_timeout=self._busy_timeout)
        try:
            copy = driver.connect(target, isolation_level=None)
            try:
                source.backup(copy)
                # The copy must be one self-contained file: no WAL of its own.
                copy.execute("PRAGMA journal_mode=DELETE")
            finally:
                copy.close()
        finally:
            source.close()
        fsync(target)

    def replace_with(self, image: Path) -> None:
        """Copy another store's pages into the live file as one transaction (lock held)."""
        source = open_reader(image)
        try:
            connection = self._open_writer()
            source.backup(connection)
            connection.execute("PRAGMA journal_mode=WAL").fetchall()
        except Error:
            self._drop_writer()
            raise
        finally:
            source.close()

    def close(self) -> None:
        """Close this process's connections; the writer under the lock, since closing may checkpoint."""
        self._close_reader()
        if self._writer is not None:
            # Without the lock the connection stays open: the end of the process closes it with no checkpoint.
            with suppress(PhantasmError, OSError), self.lock.hold("close"):
                self._drop_writer()

    def _head(self, connection: Connection) -> Head:
        row = connection.execute(
            "SELECT store_id, salt, epoch, seq, digest, created_at FROM head WHERE one = 1"
        ).fetchone()
        if row is None:
            raise corrupt("the store has no head row")
        head = Head(*row)
        if self._epoch != head.epoch:
            self._check_schema(connection)
            self._epoch = head.epoch
        return head

    def _check_schema(self, connection: Connection) -> None:
        if (revision := _revision(connection)) > SCHEMA_HEAD:
            raise schema_newer(revision)

    def _reader(self) -> Connection:
        file = _file_at(self.path)
        opened = getattr(self._readers, "opened", None)
        if opened is None or opened[0] != file:
            self._close_reader()
            self._epoch = None
            opened = (file, open_reader(self.path, busy_timeout=self._busy_timeout))
            self._readers.opened = opened
        return opened[1]

    def _close_reader(self) -> None:
        opened = getattr(self._readers, "opened", None)
        if opened is not None:
            opened[1].close()
            del self._readers.opened

    def _open_writer(self) -> Connection:
        file = _file_at(self.path)
        if self._writer_file != file:
            self._drop_writer()
            self._epoch = None
        if self._writer is None:
            connection = open_writer(
                self.path, synchronous=self._synchronous, busy_timeout=self._busy_timeout
            )
            self._writer, self._writer_file = connection, file
        return self._writer

    def _drop_writer(self) -> None:
        connection, self._writer = self._writer, None
        if connection is not None:
            with suppress(Error):
                connection.close()


def _revision(connection: Connection) -> str:
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if row is None:
        raise corrupt("the store does not say which schema it has")
    return str(row[0])


def _file_at(path: Path) -> _File | None:
    """Return which file a path leads to now, or None; opening it will say what is wrong then."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def schema_newer(revision: str) -> PhantasmError:
    """Return the refusal for a store that a newer release has migrated."""
    return PhantasmError(
        Code.SCHEMA_NEWER,
        f"the store has schema {revision}; this Phantasm knows schemas up to {SCHEMA_HEAD}",
        remediation=(
            Remediation("Upgrade Phantasm; the store is left untouched.", command="pip install -U phantasm"),
        ),
    )
