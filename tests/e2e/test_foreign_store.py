"""A file in the store's place that is no store: every door says so and how to go on, and keeps the file."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from phantasm import PhantasmError
from phantasm import Project as PythonProject
from tests.e2e.mcp_servers import Bare
from tests.e2e.processes import Ended, Place
from tests.e2e.serve_processes import serving
from tests.fixtures.http_client import call

REQUEST = json.dumps(
    {
        "api_version": "v1",
        "operation": "search",
        "request_id": "req-1",
        "client": {"profile": "claude_code"},
        "params": {"query": "port"},
    }
)
FIX = "phantasm doctor --fix"


def _run(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def _empty(store: Path) -> None:
    store.unlink()
    store.touch()


def _text(store: Path) -> None:
    store.unlink()
    store.write_text("Notes about the project.\n" * 400, encoding="utf-8")


def _another_database(store: Path) -> None:
    store.unlink()
    _run(store, "CREATE TABLE songs (title TEXT)", "INSERT INTO songs VALUES ('One')")


def _another_alembic_database(store: Path) -> None:
    store.unlink()
    _run(
        store,
        "CREATE TABLE alembic_version (version_num TEXT)",
        "INSERT INTO alembic_version VALUES ('ae1027a6acf')",
    )


def _headless(store: Path) -> None:
    _run(store, "DELETE FROM head")


def _without_revision(store: Path) -> None:
    _run(store, "DELETE FROM alembic_version")


def _with_other_columns(store: Path) -> None:
    store.unlink()
    tables = ("alembic_version (version_num TEXT)", "head (x)", "operations (x)", "payloads (x)")
    _run(store, *(f"CREATE TABLE {table}" for table in tables))
    _run(store, "INSERT INTO alembic_version VALUES ('0001')")


REPLACED = (_empty, _text, _another_database, _another_alembic_database, _with_other_columns)
BROKEN = (_headless, _without_revision)


def _store(place: Place) -> Path:
    return place.root / ".phantasm" / "state" / "store.sqlite"


def _says(ended: Ended) -> None:
    """Assert that an answer in JSON names the trouble and the way on."""
    answer = ended.json
    assert (ended.status, answer["error"]["code"]) == (5, "store_corrupt"), answer
    assert FIX in {step.get("command") for step in answer["remediation"]}
    assert answer["error"]["message"]


@pytest.mark.parametrize("put", REPLACED + BROKEN)
def test_every_command_says_what_is_wrong_and_keeps_the_file(
    project_place: Place, put: Callable[[Path], None]
) -> None:
    put(_store(project_place))
    _store(project_place).chmod(0o600)
    before = _store(project_place).read_bytes()
    for arguments in (
        ("handle-request", REQUEST),
        ("search", "port", "--json"),
        ("add", "--kind", "fact", "--text", "The port is 80.", "--json"),
        ("backup", "create", "--json"),
        ("health", "--json"),
        ("doctor", "--json"),
        ("bootstrap", "--json"),
        ("maintenance", "run", "--json"),
    ):
        _says(project_place.run(*arguments))
    status = project_place.run("status")
    assert (status.status, FIX in status.out + status.err) == (5, True)
    told = json.dumps({"session_id": "s1", "cwd": str(project_place.root), "source": "startup"})
    hook = project_place.run("hook", "claude_code", "SessionStart", text=told.encode())
    assert hook.status == 0
    assert "Next: phantasm doctor" in json.loads(hook.out)["systemMessage"]
    with pytest.raises(PhantasmError) as refused:
        PythonProject.open(project_place.root)
    assert refused.value.code == "store_corrupt"
    assert _store(project_place).read_bytes() == before


@pytest.mark.parametrize("put", REPLACED)
def test_servers_say_it_too_also_when_the_file_is_replaced_under_them(
    project_place: Place, put: Callable[[Path], None]
) -> None:
    with Bare(project_place).begin() as server, serving(project_place, "--port", "0") as http:
        token = project_place.run("token", "show", "http").out.strip()
        assert call(http, "list", token=token).status == 200
        server.text(1, "search", query="port")
        put(_store(project_place))
        _store(project_place).chmod(0o600)
        for suffix in ("-wal", "-shm"):
            _store(project_place).with_name(f"store.sqlite{suffix}").unlink(missing_ok=True)
        before = _store(project_place).read_bytes()
        for number, (tool, arguments) in enumerate(
            (("search", {"query": "port"}), ("remember", {"record_kind": "fact", "statement": "A fact."})), 2
        ):
            assert FIX in server.text(number, tool, **arguments)
        for operation, params in (("list", {}), ("ingest", {"record_kind": "fact", "statement": "A fact."})):
            answer = call(http, operation, params, token=token)
            assert answer.code == "store_corrupt"
            assert FIX in {step.get("command") for step in answer.json["remediation"]}
        assert _store(project_place).read_bytes() == before


def test_doctor_puts_the_file_aside_whole_and_bootstrap_starts_anew(project_place: Place) -> None:
    _another_database(_store(project_place))
    before = _store(project_place).read_bytes()
    fixed = project_place.run("doctor", "--fix", "--json").json["data"]
    assert "phantasm bootstrap" in fixed["steps"][-1]["detail"]
    (kept,) = (project_place.root / ".phantasm" / "state" / "quarantine").glob("*/store.sqlite")
    assert kept.read_bytes() == before
    assert project_place.run("bootstrap").status == 0
    assert project_place.run("handle-request", REQUEST).status == 0
