"""Every SQL text in the source names only its owner's tables, is portable where it must be, and prepares."""

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from phantasm.storage.database import SCHEMA_HEAD
from phantasm.storage.driver import driver
from phantasm.storage.schema import newest_revision
from phantasm.storage.sql import Table
from tests.conftest import Project

SOURCE = Path(__file__).parents[1] / "src" / "phantasm"
OWNERS = sorted(path.parent.name for path in SOURCE.glob("*/tables.py"))
DIALECT_MARK = "(dialect-specific: SQLite)"

_STATEMENT = re.compile(r"\b(SELECT\s.+\sFROM\b|INSERT INTO\b|UPDATE \w+ SET\b|DELETE FROM\b)", re.DOTALL)
_TABLE = re.compile(r"\b(?:FROM|JOIN|INSERT INTO|(?<!DO )UPDATE)\s+([a-z_]+)")
_PARAMETER = re.compile(r"(?<![:\w]):([a-z_]\w*)")
_SQLITE_ONLY = re.compile(
    r"\bPRAGMA\b|\bINSERT OR\b|\browid\b|\bsqlite_(schema|master|sequence)\b|\bjson_(extract|each|group)\b"
    r"|\bstrftime\b|\bjulianday\b|\bVACUUM\b|\bGLOB\b|\bIFNULL\b|\bgroup_concat\b|\btypeof\b"
    r"|\bWITHOUT ROWID\b|\b(?:max|min)\([^()]+,|\bdatetime\('now'",
    re.IGNORECASE,
)
# What SQLite keeps a full-text index in: it belongs to whoever owns the index.
_SHADOW = re.compile(r"_words_(data|idx|docsize|config)$")
# Alembic's own table and SQLite's catalogue: they belong to the store itself.
_STORAGE_TOO = frozenset({"alembic_version", "sqlite_schema"})


def _tables(owner: str) -> dict[str, Table]:
    module = importlib.import_module(f"phantasm.{owner}.tables")
    return {table.name: table for table in vars(module).values() if isinstance(table, Table)}


def _texts(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield every text constant of a module, docstrings aside, and whether it is whole."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    inside |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [
                str(part.value) if isinstance(part, ast.Constant) else _filled(part) for part in node.values
            ]
            yield "".join(part or "" for part in parts), None not in parts
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.value, True


def _filled(part: ast.expr) -> str | None:
    """Return what an optional clause is when nothing was asked for; None for anything else."""
    return "" if ast.unparse(part) == "{conditions.where}" else None


def _modules() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if "migrations" not in path.parts]


@cache
def _statements() -> list[tuple[str, str, bool]]:
    return [
        (path.relative_to(SOURCE).as_posix(), text, whole)
        for path in _modules()
        for text, whole in _texts(path)
        if _STATEMENT.search(text)
    ]


def test_statements_are_found() -> None:
    assert len(_statements()) > 40


def test_statements_stay_with_their_owner() -> None:
    tables = {owner: frozenset(_tables(owner)) for owner in OWNERS}
    tables["storage"] |= _STORAGE_TOO
    for module, text, whole in _statements():
        # A hook asks one question before it loads any of us: whether what lies ready still holds.
        owner = "storage" if module == "surfaces/hooks/ready.py" else module.split("/", maxsplit=1)[0]
        assert owner in OWNERS, f"{module}: SQL belongs into a store: {text}"
        named = {_SHADOW.sub("_words", table) for table in _TABLE.findall(text)}
        assert tables[owner].issuperset(named), f"{module}: somebody else's table: {text}"
        assert whole or text.strip(), f"{module}: nothing of the text is told"


def test_sqlite_only_text_is_marked() -> None:
    for path in _modules():
        docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        if DIALECT_MARK in docstring or path.parts[-2] not in OWNERS:
            continue
        marked = [text for text, _ in _texts(path) if _SQLITE_ONLY.search(text)]
        assert not marked, (
            f"{path.relative_to(SOURCE)}: only SQLite understands this, its docstring is silent"
        )


def test_whole_statements_prepare(project: Project) -> None:
    connection = driver.connect(project.paths.store)
    for module, text, whole in _statements():
        if whole and text.lstrip().startswith(("SELECT", "INSERT", "UPDATE", "DELETE")):
            named = dict.fromkeys(_PARAMETER.findall(text))
            try:
                connection.execute(f"EXPLAIN {text}", named).fetchall()
            except driver.Error as problem:
                pytest.fail(f"{module}: {problem}: {text}")
    connection.close()


@pytest.mark.parametrize("owner", OWNERS)
def test_declared_tables_are_the_migrated_ones(project: Project, owner: str) -> None:
    connection = driver.connect(project.paths.store)
    for table in _tables(owner).values():
        found = [row[1] for row in connection.execute(f"PRAGMA table_info({table.name})")]
        assert sorted(found) == sorted(table.columns), table.name
        if not table.name.endswith("_terms"):  # a look at another table's words, which cannot be written
            connection.execute(f"EXPLAIN {table.insert}", dict.fromkeys(table.columns)).fetchall()
    connection.close()


def test_every_migrated_table_has_an_owner(project: Project) -> None:
    connection = driver.connect(project.paths.store)
    rows = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    found = {row[0] for row in rows if not _SHADOW.search(row[0])}
    connection.close()
    owned = [name for owner in OWNERS for name in _tables(owner)]
    assert sorted(owned) == sorted(set(owned)), "a table has one owner"
    assert found == {*owned, "alembic_version"}


def test_schema_head_is_the_newest_migration() -> None:
    assert newest_revision() == SCHEMA_HEAD
