"""Read snapshots, the serialized write, and failures that are told apart."""

import threading
from pathlib import Path

import pytest

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.storage.database import Database
from phantasm.storage.driver import Error, driver
from phantasm.storage.failures import translate
from tests.conftest import Project


def test_readers_keep_their_snapshot_while_others_write(project: Project) -> None:
    with project.runtime.environment.database.read() as (connection, head):
        project.hold("written meanwhile")
        assert connection.execute("SELECT count(*) FROM records").fetchone()[0] == 0
        assert head.seq == 0
    assert project.get("list")["total"] == 1


def test_readers_cannot_write(project: Project) -> None:
    with project.runtime.environment.database.read() as (connection, _), pytest.raises(Error) as caught:
        connection.execute("DELETE FROM records")
    problem = translate(caught.value)
    assert problem is not None
    assert problem.code is Code.READ_ONLY


def test_rolls_back_when_the_block_fails(project: Project) -> None:
    database = project.runtime.environment.database
    with pytest.raises(ZeroDivisionError), database.write("test") as (connection, _):
        connection.execute("UPDATE head SET seq = 99")
        raise ZeroDivisionError
    with database.read() as (_, head):
        assert head.seq == 0


def test_uses_full_sync_and_foreign_keys_for_writes(project: Project) -> None:
    with project.runtime.environment.database.write("test") as (connection, _):
        pragmas = {
            name: connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("synchronous", "foreign_keys", "journal_mode", "trusted_schema", "secure_delete")
        }
    assert pragmas == {
        "synchronous": 2,
        "foreign_keys": 1,
        "journal_mode": "wal",
        "trusted_schema": 0,
        "secure_delete": 1,
    }


def test_serves_threads_with_connections_of_their_own(project: Project) -> None:
    project.hold("seen by all")
    totals: list[object] = []

    def look() -> None:
        totals.append(project.runtime.handle(project.request("list")).to_json_object()["data"])

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(totals) == 4
    assert all(isinstance(total, dict) and total["total"] == 1 for total in totals)


def test_says_corrupt_only_when_sqlite_says_so(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    path.write_bytes(b"this is not a database, but it is long enough to look like one" * 100)
    with pytest.raises(PhantasmError) as caught, Database(path).read():
        pass
    assert caught.value.code is Code.STORE_CORRUPT


def test_says_busy_is_busy(tmp_path: Path) -> None:
    path = tmp_path / "busy.sqlite"
    first = driver.connect(path, isolation_level=None)
    first.execute("CREATE TABLE t (x)")
    first.execute("BEGIN EXCLUSIVE")
    second = driver.connect(path, isolation_level=None, timeout=0)
    with pytest.raises(Error) as caught:
        second.execute("SELECT * FROM t")
    problem = translate(caught.value)
    assert problem is not None
    assert problem.code is Code.STORE_BUSY


def test_says_full_is_full(project: Project) -> None:
    with (
        pytest.raises(Error) as caught,
        project.runtime.environment.database.write("test") as (connection, _),
    ):
        connection.execute("PRAGMA max_page_count=1").fetchall()
        for number in range(1000):
            connection.execute("INSERT INTO blobs VALUES (:a, 1, 1, 'x')", {"a": f"{number}" * 100})
    problem = translate(caught.value)
    assert problem is not None
    assert problem.code is Code.STORAGE_FULL


@pytest.mark.parametrize(
    ("number", "code"),
    [(28, Code.STORAGE_FULL), (30, Code.READ_ONLY), (13, Code.READ_ONLY), (5, Code.STORAGE_FAILED)],
)
def test_translates_the_operating_system(number: int, code: Code) -> None:
    problem = translate(OSError(number, "reason"))
    assert problem is not None
    assert problem.code is code


def test_translates_nothing_else() -> None:
    assert translate(ValueError("not storage")) is None
