"""In which condition is a store? Sound, busy, corrupt, newer, or out of reach (dialect-specific: SQLite).

Only looks. Busy is never taken for corrupt: corrupt is what SQLite itself calls so, what fails its integrity
check, and a file in which the tables that every store has are missing.
"""

from dataclasses import dataclass
from pathlib import Path

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.storage import journal
from phantasm.storage.database import Database, Head
from phantasm.storage.driver import Connection, Error
from phantasm.storage.failures import translate
from phantasm.storage.inspection import orphan_rows, page_problems, reader

# Somebody who looks does not wait for long: a store that is busy for this long is reported as busy.
_PATIENCE_SECONDS = 2.0
_OWN_TABLES = frozenset({"head", "alembic_version", "operations", "payloads"})


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
        if missing := _OWN_TABLES - _tables(database.peek()):
            return Condition(Code.STORE_CORRUPT, f"the file is no store: it has no table {min(missing)}")
        with database.read() as (connection, head):
            return _looked_through(connection, head, pages=pages, deep=deep)
    except PhantasmError as problem:
        return Condition(problem.code, problem.message)
    except Error as problem:
        known = translate(problem)
        return Condition(
            known.code if known else Code.STORAGE_FAILED, known.message if known else str(problem)
        )
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


def _tables(connection: Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def _quick_problems(connection: Connection) -> list[str]:
    return [str(row[0]) for row in connection.execute("PRAGMA quick_check(20)") if row[0] != "ok"]
