"""A store of every released schema reaches the next one: after a backup, restartably, losing nothing.

The next release is a real one: a copy of the package with one more migration, run in its own processes.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

import phantasm
from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.bootstrap import open_project
from phantasm.runtime.setup.project import lay_out_state
from phantasm.storage.database import SCHEMA_HEAD
from phantasm.storage.driver import driver
from tests.conftest import Project
from tests.fixtures.projects import trust_store

FIXTURES = Path(__file__).parent.parent / "fixtures" / "stores"
STORES = sorted(FIXTURES.glob("[0-9][0-9][0-9][0-9]*.sql"))
"""Every released schema, clean; a name that ends in -dirt is what happened to the store of that schema."""
NEXT_REVISION = f"{int(SCHEMA_HEAD) + 1:04d}"
NEXT = '''
"""The next release."""
import os, time
import sqlalchemy as sa
from alembic import op
revision = "NEXT_REVISION"
down_revision = "SCHEMA_HEAD"
def upgrade() -> None:
    op.add_column("records", sa.Column("importance", sa.Float))
    op.execute("UPDATE records SET importance = 0.5")
    if marker := os.environ.get("SLOW_MIGRATION"):
        open(marker, "w").close()
        time.sleep(60)
    op.create_table("reasons", sa.Column("id", sa.Text, primary_key=True))
'''
LOOK = """
import json, sys
from pathlib import Path
from phantasm.runtime.bootstrap import open_project
runtime = open_project(Path(sys.argv[1]))
with runtime.environment.database.read() as (connection, head):
    print(json.dumps([connection.execute("SELECT version_num FROM alembic_version").fetchone()[0], head.seq,
        connection.execute("SELECT count(*) FROM records WHERE importance = 0.5").fetchone()[0]]))
"""


@pytest.fixture
def next_release(tmp_path: Path) -> Path:
    package = tmp_path / "next" / "phantasm"
    shutil.copytree(Path(phantasm.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "storage/migrations/versions/m9999_next.py").write_text(
        NEXT.replace("NEXT_REVISION", NEXT_REVISION).replace("SCHEMA_HEAD", SCHEMA_HEAD)
    )
    database = package / "storage/database.py"
    database.write_text(
        database.read_text().replace(f'SCHEMA_HEAD = "{SCHEMA_HEAD}"', f'SCHEMA_HEAD = "{NEXT_REVISION}"')
    )
    return package.parent


def lay_out(root: Path, fixture: Path) -> Paths:
    paths = Paths(root)
    root.mkdir()
    lay_out_state(paths)
    trust_store(root)
    paths.store.unlink()
    with closing(driver.connect(paths.store, isolation_level=None)) as connection:
        clean = fixture.with_name(fixture.name.replace("-dirt", ""))
        for script in dict.fromkeys((clean, fixture)):
            connection.executescript(script.read_text())
    paths.store.chmod(0o600)
    return paths


def tables(path: Path) -> dict[str, int]:
    with closing(driver.connect(path)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}  # noqa: S608  names of ours


def look(release: Path, root: Path, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", LOOK, str(root)],
        env=os.environ | {"PYTHONPATH": str(release)} | environment,  # noqa: TID251  a child's
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("fixture", STORES, ids=lambda path: path.stem)
def test_every_released_store_opens_today(tmp_path: Path, fixture: Path) -> None:
    paths = lay_out(tmp_path / "project", fixture)
    project = Project(paths.root, first_key=1000)
    project.hold("still writable")
    assert project.get("list")["total"] != 0
    project.runtime.close()


def test_what_the_first_release_held_has_its_place_in_the_second(tmp_path: Path) -> None:
    paths = lay_out(tmp_path / "project", FIXTURES / "0001.sql")
    project = Project(paths.root, first_key=1000)
    (waiting,) = project.get("review_queue")["items"]
    assert waiting["kind"] == "suggestion"
    project.get("review", profile="cli", action="accept", ids=[waiting["id"]])
    assert project.get("review_queue")["items"] == []
    new = project.get("ingest", record_kind="fact", statement="The port is now 8600.")["results"][0]
    assert new["outcome"] == "superseded"
    history = project.get("history", id=new["record_id"])
    assert [version["statement"] for version in history["versions"]] == [
        "The port is 8400",
        "The port is 8500",
        "The port is now 8600.",
    ]
    project.runtime.close()


@pytest.mark.parametrize("fixture", STORES, ids=lambda path: path.stem)
def test_the_next_release_migrates_after_a_verified_backup(
    tmp_path: Path, next_release: Path, fixture: Path
) -> None:
    paths = lay_out(tmp_path / "project", fixture)
    before = tables(paths.store)
    output, _ = look(next_release, paths.root).communicate()
    revision, _, filled = json.loads(output)
    assert (revision, filled) == (NEXT_REVISION, before["records"])
    after = tables(paths.store)
    assert {name: after[name] for name in before} == before
    (backup,) = paths.backups.iterdir()
    assert tables(backup / "store.sqlite") == before


def test_a_killed_migration_starts_again(tmp_path: Path, next_release: Path) -> None:
    paths = lay_out(tmp_path / "project", STORES[0])
    before = tables(paths.store)
    marker = tmp_path / "migrating"
    with look(next_release, paths.root, SLOW_MIGRATION=str(marker)) as child:
        while not marker.exists():
            assert child.poll() is None, "the migration ended before it could be killed"
            time.sleep(0.02)
        child.send_signal(signal.SIGKILL)
    assert tables(paths.store) == before
    output, _ = look(next_release, paths.root).communicate()
    assert json.loads(output)[0] == NEXT_REVISION


def test_two_processes_migrate_once(tmp_path: Path, next_release: Path) -> None:
    paths = lay_out(tmp_path / "project", STORES[0])
    children = [look(next_release, paths.root) for _ in range(3)]
    seen = {child.communicate()[0] for child in children}
    assert len(seen) == 1
    assert len(list(paths.backups.iterdir())) == 1


def test_an_older_release_refuses_a_newer_store(tmp_path: Path, next_release: Path) -> None:
    paths = lay_out(tmp_path / "project", STORES[0])
    look(next_release, paths.root).communicate()
    untouched = paths.store.read_bytes()
    with pytest.raises(PhantasmError) as caught:
        open_project(paths.root)
    assert caught.value.code is Code.SCHEMA_NEWER
    assert caught.value.remediation
    assert paths.store.read_bytes() == untouched


def test_a_backup_of_an_older_schema_is_migrated_when_restored(tmp_path: Path, next_release: Path) -> None:
    paths = lay_out(tmp_path / "project", STORES[0])
    project = Project(paths.root, first_key=1000)
    backup = project.get("backup_create")["backup_id"]
    project.runtime.close()
    look(next_release, paths.root).communicate()
    restore = LOOK.replace(
        "with runtime",
        f"""from phantasm.runtime.party import Party
answer = runtime.handle({{"api_version": "v1", "operation": "backup_restore", "request_id": "1",
    "client": {{"profile": "cli"}}, "idempotency_key": "1", "params": {{"backup_id": "{backup}"}},
    "confirmations": {{"approved_by": "a", "reason": "b", "operation": "backup_restore",
                       "target": {{"backup_id": "{backup}"}}}}}}, Party(True, lambda question: True))
assert answer.error is None, answer.error
with runtime""",
        1,
    )
    done = subprocess.run(
        [sys.executable, "-c", restore, str(paths.root)],
        env=os.environ | {"PYTHONPATH": str(next_release)},  # noqa: TID251  a child's
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)[0] == NEXT_REVISION


def test_words_that_are_current_are_left_as_they_are(tmp_path: Path, next_release: Path) -> None:
    paths = lay_out(tmp_path / "project", STORES[0])
    path = paths.store
    open_project(paths.root).close()  # derives the words
    with closing(driver.connect(path)) as connection:
        connection.execute("UPDATE units SET traits = traits + 1024")
        connection.commit()
    process = look(next_release, tmp_path / "project")
    assert json.loads(process.communicate()[0])[0] == NEXT_REVISION
    with closing(driver.connect(path)) as connection:
        assert connection.execute("SELECT min(traits) >= 1024 FROM units").fetchone()[0]
