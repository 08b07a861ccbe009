"""A store of the schema before sessions is migrated after a backup; sessions work beside what it held."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from phantasm.config.paths import Paths
from phantasm.runtime.setup.project import lay_out_state
from phantasm.storage.blobs import BlobStore
from phantasm.storage.driver import driver
from phantasm.storage.schema import MIGRATIONS, upgrade
from tests.conftest import Project

FIXTURE = Path(__file__).parents[2] / "fixtures" / "stores" / "0002.sql"
BEFORE = ("m0001_spine.py", "m0002_truth.py", "m0003_words.py", "m0004_newest.py", "__init__.py")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a project whose store has the schema 0004, with records and evidence."""
    migrations = tmp_path / "migrations"
    (migrations / "versions").mkdir(parents=True)
    shutil.copy(MIGRATIONS / "env.py", migrations)
    for name in BEFORE:
        shutil.copy(MIGRATIONS / "versions" / name, migrations / "versions")
    paths = Paths(tmp_path / "project")
    paths.root.mkdir()
    lay_out_state(paths)
    paths.store.unlink()
    with closing(driver.connect(paths.store, isolation_level=None)) as connection:
        connection.executescript(FIXTURE.read_text())
        connection.execute("BEGIN IMMEDIATE")
        upgrade(connection, migrations=migrations)
        connection.execute("COMMIT")
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone()[0] == "0004"
        (address,) = connection.execute("SELECT address FROM blobs").fetchone()
    paths.store.chmod(0o600)
    raw = BlobStore(paths.raw).path_of(address)
    raw.parent.mkdir(parents=True)
    raw.write_text("listening on 8400")
    return paths.root


@pytest.fixture
def project(root: Path) -> Iterator[Project]:
    made = Project(root, first_key=1000)
    yield made
    made.runtime.close()


def _count(path: Path, table: str) -> int:
    with closing(driver.connect(path)) as connection:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608  names of ours


def test_keeps_everything_and_a_backup_of_it(root: Path) -> None:
    tables = ("records", "evidence", "operations", "payloads", "links", "reviews", "receipts")
    store = Paths(root).store
    before = {name: _count(store, name) for name in tables}
    Project(root, first_key=1000).runtime.close()
    assert {name: _count(store, name) for name in tables} == before
    (backup,) = Paths(root).backups.iterdir()
    assert {name: _count(backup / "store.sqlite", name) for name in tables} == before


def test_is_whole_afterwards(project: Project) -> None:
    health = project.get("health", deep=True)["store"]
    assert health["chain_problems"] == health["orphan_rows"] == health["page_problems"] == []
    assert project.get("inspect")["project"]["sessions"] == 0
    assert project.get("episodes") == {"episodes": []}
    assert project.get("procedures")["procedures"] == []


def test_what_was_seen_is_still_read_and_found(project: Project) -> None:
    (hit,) = project.get("search", query="listening on 8400", tiers=["evidence"])["hits"]
    assert hit["text"] == "listening on 8400"
    (seen,) = project.get("inspect", ids=[hit["id"]])["evidence"]
    assert seen["text"] == "listening on 8400"
    project.get("reindex", profile="cli", indexes=["words"])
    assert project.get("search", query="listening on 8400", tiers=["evidence"])["hits"] == [hit]


def test_sessions_work_beside_what_was_held(project: Project) -> None:
    turns = [{"id": "1", "role": "user", "text": "Look at the zebra queue."}]
    project.get("session_append", session_id="s1", turns=turns, ended_at="2026-10-01")
    assert project.get("search", query="zebra", tiers=["episode"])["hits"][0]["id"] == "s1"
    held = project.get("list")["records"][0]["id"]
    assert project.get("report_outcome", outcome="success", used=[held])["new"] == 1
    project.get("set_state", ids=["s1"], action="tombstone")
    health = project.get("health", deep=True)["store"]
    assert health["chain_problems"] == health["orphan_rows"] == []


def test_a_backup_of_the_old_schema_comes_back_and_forgets_what_was_forgotten(project: Project) -> None:
    (backup,) = project.paths.backups.iterdir()
    turns = [{"id": "1", "role": "user", "text": "Call Miriam Holt."}]
    project.get("session_append", session_id="s1", turns=turns, ended_at="2026-10-01")
    project.get("set_state", ids=["s1"], action="tombstone")
    name = backup.name
    assert project.confirm("backup_restore", {"backup_id": name}, backup_id=name).error is None
    assert project.get("list")["total"] != 0
    project.get("session_append", session_id="s2", turns=turns, ended_at="2026-10-01")
    assert project.get("inspect")["project"]["sessions"] >= 1


def test_what_was_forgotten_stays_so_when_an_older_backup_comes_back(project: Project) -> None:
    (backup,) = project.paths.backups.iterdir()
    turns = [{"id": "1", "role": "user", "text": "Call Miriam Holt."}]
    project.get("session_append", session_id="s1", turns=turns, ended_at="2026-10-01")
    project.get("set_state", ids=["s1"], action="tombstone")
    assert project.confirm("backup_restore", {"backup_id": backup.name}, backup_id=backup.name).error is None
    project.get("session_append", session_id="s1", turns=turns, ended_at="2026-10-01")
    assert "Miriam" not in str(project.get("search", query="Miriam")["hits"])
