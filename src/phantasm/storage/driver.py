"""Which SQLite do we speak to? (dialect-specific: SQLite).

pysqlite3's wheels bundle a SQLite with the WAL-reset fix; the standard library's is the fallback where
no wheel exists. Both speak the same DB-API, so nothing else in the project knows which one it is.
"""

from importlib import import_module
from types import ModuleType
from typing import Any

# Only one of the two is loaded: loading both would cost every process two milliseconds.
driver: ModuleType
try:
    driver = import_module("pysqlite3.dbapi2")
    DRIVER_NAME = "pysqlite3"
except ImportError:  # no wheel for this platform: the fallback works, and doctor reports its version
    driver = import_module("sqlite3.dbapi2")
    DRIVER_NAME = "sqlite3"
SQLITE_VERSION: tuple[int, ...] = tuple(driver.sqlite_version_info)

# Before this release two connections that write and checkpoint at the same moment can corrupt a WAL
# database (reliability.md §2). Our lock keeps writers and checkpoints apart on any version.
WAL_RESET_FIXED_IN = (3, 51, 3)

Connection = Any
"""A DB-API connection of whichever driver is in use."""

Error: type[Exception] = driver.Error
DatabaseError: type[Exception] = driver.DatabaseError
OperationalError: type[Exception] = driver.OperationalError
IntegrityError: type[Exception] = driver.IntegrityError
