"""Inspection of a store file: its condition, integrity checks and row counts (dialect-specific: SQLite).

Only looks. Busy is never taken for corrupt: corrupt is what SQLite itself calls so, what fails its integrity
check, and a file that is no store.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.ids import Ids
from phantasm.storage import journal
from phantasm.storage.database import Database, Head
from phantasm.storage.driver import Connection, Error, driver
from phantasm.storage.failures import corrupt, translate
from phantasm.storage.work import Caller, Work

# Somebody who looks does not wait for long: a store that is busy for this long is reported as busy.
_PATIENCE_SECONDS = 2.0


class Inspection(NamedTuple):
    """What looking through a whole store showed."""

    head: Head
    schema: str
    tables: dict[str, int]
    problems: tuple[str, ...]
    """Damage to the file itself: such a store is not used."""
    oddities: tuple[str, ...]
    """Rows that do not fit together or a chain that does not hold: reported, and kept as they are."""


def inspect_store(path: Path) -> Inspection:
    """Check pages, foreign keys and every link of the chain; raises when the file cannot be read at all."""
    database = Database(path)
    try:
        with database.read() as (connection, head):
            problems, oddities = page_problems(connection), orphan_rows(connection)
            if not problems:
                oddities += journal.verify(reader(connection, head)).problems
            (schema,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            return Inspection(head, schema, row_counts(connection), tuple(problems), tuple(oddities))
    except Error as problem:
        raise translate(problem) or problem from problem
    finally:
        database.close()


_STEPS = 1_000_000
"""Instructions of SQLite: counting a hundred thousand rows takes a third; what takes more is not counted."""
_COUNTED = "records"


class Glance(NamedTuple):
    """What a store that nobody has accepted yet says of itself; None where it does not say."""

    store_id: str | None = None
    created_at: str | None = None
    records: int | None = None


def glance(store: Path) -> Glance:
    """Look at a store without believing it: nothing is written, and nothing runs for long."""
    try:
        connection = driver.connect(f"{store.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    except Error:
        return Glance()
    try:
        steps = iter(range(_STEPS // 1000))
        connection.set_progress_handler(lambda: next(steps, None) is None, 1000)
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        if not tables >= {"head", _COUNTED}:
            return Glance()
        found = connection.execute("SELECT store_id, created_at FROM head WHERE one = 1").fetchone()
        (records,) = connection.execute(f"SELECT count(*) FROM {_COUNTED}").fetchone()
        store_id, created_at = map(str, found) if found else (None, None)
        return Glance(store_id, created_at, int(records))
    except Error:
        return Glance()
    finally:
        connection.close()


def page_problems(connection: Connection) -> list[str]:
    """Return what SQLite's own integrity check finds; empty means sound."""
    _look_again(connection)
    return [str(row[0]) for row in connection.execute("PRAGMA integrity_check(20)") if row[0] != "ok"]


def _look_again(connection: Connection) -> None:
    """Let full-text tables read their structure anew: the check would use what this connection saw before."""
    tables = connection.execute(
        "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING fts5(%' ORDER BY name"
    ).fetchall()
    for (name,) in tables:
        quoted = '"' + name.replace('"', '""') + '"'
        with suppress(Error):  # what is damaged is for the check to say
            connection.execute(f"SELECT rowid FROM {quoted} WHERE {quoted} MATCH 'a' LIMIT 1").fetchall()


def orphan_rows(connection: Connection) -> list[str]:
    """Return rows whose foreign keys lead nowhere."""
    orphans = connection.execute("PRAGMA foreign_key_check").fetchmany(20)
    return [f"{row[0]} row {row[1]} refers to a missing {row[2]}" for row in orphans]


def row_counts(connection: Connection) -> dict[str, int]:
    """Return how many rows each table has."""
    names = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    ).fetchall()
    # Names come from the schema itself and are quoted, so that no file can smuggle SQL in.
    quoted = ((row[0], '"' + row[0].replace('"', '""') + '"') for row in names)
    return {name: connection.execute(f"SELECT count(*) FROM {safe}").fetchone()[0] for name, safe in quoted}


def reader(connection: Connection, head: Head) -> Work:
    """Return a unit of work for looking only."""
    return Work(
        connection, head, head.created_at, Ids(lambda: datetime.now(UTC)), Caller("inspection", frozenset())
    )


@dataclass(frozen=True, slots=True)
class Condition:
    """What looking at a store showed."""

    code: Code | None
    """None: the file is sound."""
    message: str
    head: Head | None = None
    revision: str | None = None
    oddities: tuple[str, ...] = ()
    """Rows that do not fit together, a chain that does not hold: looked for only when looking deep."""


def condition_of(path: Path, *, pages: bool = True, deep: bool = False) -> Condition:
    """Look at a store that exists, and its pages; `deep` also checks every index, foreign key and digest."""
    database = Database(path, busy_timeout=_PATIENCE_SECONDS)
    try:
        with database.read() as (connection, head):
            return _looked_through(connection, head, pages=pages, deep=deep)
    except PhantasmError as problem:
        return Condition(problem.code, problem.message)
    except Error as problem:
        known = translate(problem) or corrupt(f"the store cannot be read: {problem}")
        return Condition(known.code, known.message)
    finally:
        database.close()


def _looked_through(connection: Connection, head: Head, *, pages: bool, deep: bool) -> Condition:
    (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    problems = page_problems(connection) if deep else _quick_problems(connection) if pages else []
    if problems:
        return Condition(Code.STORE_CORRUPT, f"the integrity check failed: {problems[0]}", head, revision)
    oddities = (*orphan_rows(connection), *journal.verify(reader(connection, head)).problems) if deep else ()
    passed = "a quick check passed" if pages else "its pages were not checked"
    return Condition(None, "every page was checked" if deep else passed, head, revision, oddities)


def _quick_problems(connection: Connection) -> list[str]:
    return [str(row[0]) for row in connection.execute("PRAGMA quick_check(20)") if row[0] != "ok"]
