"""How is one connection opened? With the same guards for everybody. (dialect-specific: SQLite)."""

import urllib.parse
from contextlib import suppress
from pathlib import Path

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.storage.driver import Connection, Error, driver
from phantasm.storage.failures import corrupt, translate

# The file lock already orders writers; this only covers a reader's recovery of a crashed writer's WAL.
BUSY_TIMEOUT_SECONDS = 30.0
# A checkpointed WAL is cut back to this, so that one big import does not leave a big file for good.
_WAL_LIMIT_BYTES = 64 * 1024 * 1024
# What every store of every release has; a file without them belongs to somebody else.
_OWN_TABLES = ("alembic_version", "head", "operations", "payloads")


def open_reader(path: Path, *, busy_timeout: float = BUSY_TIMEOUT_SECONDS) -> Connection:
    """Open a store for reading only; such a connection never checkpoints."""
    try:
        return _open(f"{_uri(path)}?mode=ro", busy_timeout)
    except Error as problem:
        # A reader on a read-only folder cannot create the WAL's shared memory. Without a WAL the file
        # itself is the whole truth and may be read as immutable.
        known = translate(problem)
        # Never because it is busy: whoever keeps it busy may be changing the file right now.
        is_out_of_reach = known is not None and known.code in {Code.READ_ONLY, Code.STORAGE_FAILED}
        if is_out_of_reach and path.exists() and not _size(path.with_name(path.name + "-wal")):
            with suppress(Error):
                return _open(f"{_uri(path)}?immutable=1", busy_timeout)
        raise known or problem from problem


def open_writer(path: Path, *, synchronous: str, busy_timeout: float = BUSY_TIMEOUT_SECONDS) -> Connection:
    """Open a store that exists for writing; the caller holds the lock."""
    pragmas = (
        "journal_mode=WAL",
        f"synchronous={synchronous}",
        f"journal_size_limit={_WAL_LIMIT_BYTES}",
        "foreign_keys=ON",
        "secure_delete=ON",
    )
    try:
        return _open(f"{_uri(path)}?mode=rw", busy_timeout, *pragmas)
    except Error as problem:
        raise translate(problem) or problem from problem


def _open(uri: str, busy_timeout: float, *pragmas: str) -> Connection:
    connection = driver.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    try:
        connection.row_factory = driver.Row
        for pragma in (
            f"busy_timeout={int(busy_timeout * 1000)}",
            "trusted_schema=OFF",
            "cell_size_check=ON",
        ):
            connection.execute(f"PRAGMA {pragma}").fetchall()
        _require_own(connection)  # before a pragma of a writer changes the file
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}").fetchall()
    except (Error, PhantasmError):
        connection.close()
        raise
    return connection


def _require_own(connection: Connection) -> None:
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    if not rows:
        raise corrupt("the file is empty, not a Phantasm store")
    if missing := sorted(set(_OWN_TABLES) - {row[0] for row in rows}):
        raise corrupt(f"the file is a database, but not a Phantasm store: it has no table {missing[0]}")


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _uri(path: Path) -> str:
    return "file:" + urllib.parse.quote(str(path))
