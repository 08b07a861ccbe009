"""Does doctor tell well from busy from corrupt, whatever it finds, and without touching it?"""

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from phantasm.config.paths import Paths
from phantasm.contracts.diagnosis import Diagnosis, Finding, Verdict
from phantasm.contracts.errors import Code
from phantasm.runtime.doctor.examination import examine
from phantasm.runtime.doctor.store_checks import check_quarantine, leftovers
from phantasm.storage.backups import Staging
from phantasm.storage.driver import driver
from phantasm.storage.inspection import condition_of
from tests.conftest import Project

EXCLUSIVE = """
import sys
from phantasm.storage.driver import driver
connection = driver.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA locking_mode=EXCLUSIVE").fetchall()
connection.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""
HOLDER = """
import sys
from pathlib import Path
from phantasm.storage.lock import WriteLock
with WriteLock(Path(sys.argv[1])).hold("test"):
    print("held", flush=True)
    sys.stdin.read()
"""


def filled(project: Project) -> Project:
    """Return a project whose store has enough pages to be damaged in the middle, closed."""
    for number in range(30):
        project.hold(f"The port of service {number} is {8000 + number}. " + "x" * 2_000)
    project.runtime.close()
    return project


def finding(diagnosis: Diagnosis, check: str) -> Finding:
    return next(found for found in diagnosis.findings if found.check == check)


def unchanged(root: Path) -> dict[str, tuple[int, bytes]]:
    """Return everything except what SQLite keeps for its readers."""
    files = (path for path in root.rglob("*") if path.is_file() and not path.name.endswith(("-shm", "-wal")))
    return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def damage(path: Path, offset: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(content)


def test_a_sound_project_is_well(project: Project) -> None:
    filled(project)
    before = unchanged(project.root)
    for deep in (False, True):
        diagnosis = examine(project.root, deep=deep)
        bad = {found.check for found in diagnosis.findings if found.verdict is not Verdict.OK}
        assert bad <= {"backups", "sqlite", "file_system"}, diagnosis.findings
        assert finding(diagnosis, "backups").command == "phantasm backup create"
    assert diagnosis.root == str(project.root)
    assert unchanged(project.root) == before


def test_without_a_project_the_way_out_is_named(tmp_path: Path) -> None:
    diagnosis = examine(tmp_path)
    assert diagnosis.root is None
    assert finding(diagnosis, "project").command == "phantasm bootstrap"
    assert list(tmp_path.iterdir()) == []


def test_a_missing_store_is_no_corruption(project: Project) -> None:
    project.runtime.close()
    project.paths.store.unlink()
    found = finding(examine(project.root), "store")
    assert (found.verdict, found.command) == (Verdict.ATTENTION, "phantasm bootstrap")


def zero_a_page(path: Path) -> None:
    damage(path, 4 * 4096, bytes(4096))


def flip_bytes_everywhere(path: Path) -> None:
    for offset in range(4096, path.stat().st_size, 4096):
        damage(path, offset, b"\xa5" * 32)


def cut_in_half(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def cut_mid_page(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 1000)


def empty(path: Path) -> None:
    os.truncate(path, 0)


def overwrite_magic(path: Path) -> None:
    damage(path, 0, b"not a database at all")


def replace_by_another_database(path: Path) -> None:
    path.unlink()
    connection = driver.connect(path)
    connection.execute("CREATE TABLE somebody_elses (x)")
    connection.commit()
    connection.close()


DAMAGES = [
    zero_a_page,
    flip_bytes_everywhere,
    cut_in_half,
    empty,
    overwrite_magic,
    replace_by_another_database,
]


@pytest.mark.parametrize("hurt", DAMAGES)
def test_a_damaged_store_is_corrupt(project: Project, hurt: Callable[[Path], None]) -> None:
    filled(project)
    hurt(project.paths.store)
    before = unchanged(project.root)
    diagnosis = examine(project.root)
    assert diagnosis.verdict is Verdict.CORRUPT, diagnosis.findings
    assert finding(diagnosis, "store").command == "phantasm doctor --fix"
    assert unchanged(project.root) == before


def test_a_page_cut_short_is_seen_when_looking_deep(project: Project) -> None:
    filled(project)
    cut_mid_page(project.paths.store)
    diagnosis = examine(project.root, deep=True)
    assert "was altered" in finding(diagnosis, "chain").message


@pytest.mark.parametrize("content", [None, b"", b"\xa5" * 50_000, b"\x37\x7f\x06\x82" + bytes(100)])
def test_a_lost_or_garbled_wal_does_not_make_a_store_corrupt(project: Project, content: bytes | None) -> None:
    project.hold("The port is 80.")
    wal = project.paths.store.with_name("store.sqlite-wal")
    project.runtime.environment.database.scrub()
    project.runtime.close()
    wal.unlink(missing_ok=True)
    if content is not None:
        wal.write_bytes(content)
        wal.chmod(0o600)
    diagnosis = examine(project.root, deep=True)
    assert finding(diagnosis, "store").verdict is Verdict.OK, diagnosis.findings
    project.runtime = project.open()
    assert project.get("list")["total"] == 1


def test_an_exclusive_lock_is_transient_never_corrupt(project: Project) -> None:
    filled(project)
    with subprocess.Popen(
        [sys.executable, "-c", EXCLUSIVE, str(project.paths.store)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        found = finding(examine(project.root), "store")
        assert found.verdict is Verdict.TRANSIENT, found
        holder.communicate()
    assert finding(examine(project.root), "store").verdict is Verdict.OK


def test_a_writer_at_work_is_named(project: Project) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(project.paths.lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        diagnosis = examine(project.root)
        assert f"process {holder.pid} is writing (test)" in finding(diagnosis, "lock").message
        assert finding(diagnosis, "store").verdict is Verdict.OK
        holder.communicate()
    assert finding(examine(project.root), "lock").message == "nobody is writing"


def test_a_newer_schema_is_left_alone(project: Project) -> None:
    with project.runtime.environment.database.write("test") as (connection, _):
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    project.runtime.close()
    found = finding(examine(project.root), "schema")
    assert (found.verdict, found.command) == (Verdict.ATTENTION, "pip install -U phantasm")
    assert condition_of(project.paths.store).code is Code.SCHEMA_NEWER


def test_an_older_schema_will_be_migrated(project: Project) -> None:
    with project.runtime.environment.database.write("test") as (connection, _):
        connection.execute("UPDATE alembic_version SET version_num = '0000'")
    project.runtime.close()
    found = finding(examine(project.root), "schema")
    assert found.verdict is Verdict.OK
    assert "migrates" in found.message


def test_an_altered_journal_is_seen_when_looking_deep(project: Project) -> None:
    project.hold("The port is 80.")
    with project.runtime.environment.database.write("test") as (connection, _):
        connection.execute("UPDATE operations SET profile = 'somebody'")
    project.runtime.close()
    assert "chain" not in {found.check for found in examine(project.root).findings}
    diagnosis = examine(project.root, deep=True)
    assert finding(diagnosis, "chain").verdict is Verdict.ATTENTION
    assert finding(diagnosis, "store").verdict is Verdict.OK


def test_open_permissions_and_links_are_seen(project: Project) -> None:
    project.paths.store.chmod(0o644)
    found = finding(examine(project.root), "permissions")
    assert "store.sqlite: has mode 0644" in found.message
    assert found.command == "phantasm doctor --fix"
    for path in project.paths.state.glob("store.sqlite*"):  # SQLite copies the mode to its own files
        path.chmod(0o600)
    (project.paths.raw / "link").symlink_to("/etc/passwd")
    assert "symbolic link" in finding(examine(project.root), "permissions").message


def test_what_is_not_ours_is_not_read(project: Project, tmp_path: Path) -> None:
    project.runtime.close()
    project.paths.store.rename(tmp_path / "elsewhere.sqlite")
    project.paths.store.symlink_to(tmp_path / "elsewhere.sqlite")
    diagnosis = examine(project.root)
    assert "symbolic link" in finding(diagnosis, "ownership").message
    assert "store" not in {found.check for found in diagnosis.findings}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder_is_said_and_still_read(project: Project) -> None:
    project.hold("The port is 80.")
    project.runtime.environment.database.scrub()
    project.runtime.close()
    for name in ("-wal", "-shm"):
        project.paths.store.with_name(f"store.sqlite{name}").unlink(missing_ok=True)
    project.paths.state.chmod(0o500)
    try:
        diagnosis = examine(project.root)
        assert "cannot be written" in finding(diagnosis, "disk").message
        assert finding(diagnosis, "store").verdict is Verdict.OK
    finally:
        project.paths.state.chmod(0o700)


def test_config_that_waits_or_is_wrong_is_said(project: Project) -> None:
    project.paths.settings.write_text('default_client = "cli"\n')
    found = finding(examine(project.root), "config_trust")
    assert "default_client" in found.message
    assert found.command == "phantasm config approve"
    project.paths.settings.write_text("nonsense\n")
    assert finding(examine(project.root), "config").verdict is Verdict.ATTENTION


def test_stray_and_missing_raw_files_are_seen(project: Project) -> None:
    stray = project.paths.raw / "ab" / ("ab" * 32)
    stray.parent.mkdir(mode=0o700)
    stray.write_bytes(b"left")
    stray.chmod(0o600)
    assert "1 files that nothing refers to" in finding(examine(project.root), "raw_files").message
    stray.unlink()
    with project.runtime.environment.database.write("test") as (connection, _):
        connection.execute("INSERT INTO blobs VALUES ('cd01', 3, 1, '2026-11-01T00:00:00.000000Z')")
    assert "1 raw files are missing, first cd01" in finding(examine(project.root), "raw_files").message


def test_backups_are_counted_and_the_unreadable_named(project: Project) -> None:
    project.hold("The port is 80.")
    kept = project.get("backup_create", profile="cli")
    diagnosis = examine(project.root)
    assert str(kept["backup_id"]) in finding(diagnosis, "backups").message
    (project.paths.backups / str(kept["backup_id"]) / "manifest.json").write_text("{")
    messages = [found.message for found in examine(project.root).findings if found.check == "backups"]
    assert any("manifest" in message for message in messages)
    assert "there is none" in messages


def test_only_old_work_in_progress_is_a_leftover(project: Project) -> None:
    now = datetime.now(UTC)
    staged = project.paths.temporary / "bak_x"
    staged.mkdir()
    (staged / "store.sqlite").write_bytes(b"half")
    project.paths.inbox.mkdir(exist_ok=True)
    building = project.paths.state / "store.building"
    building.write_bytes(b"half")
    with Staging(project.paths.temporary):
        assert list(leftovers(project.paths, now)) == []
        assert list(leftovers(project.paths, now + timedelta(hours=2))) == [building, staged]
    assert list(leftovers(project.paths, now)) == [staged]  # whoever made it is gone


def test_an_old_quarantine_is_mentioned(project: Project) -> None:
    now = datetime.now(UTC)
    assert check_quarantine(project.paths, now).message == "empty"
    (project.paths.quarantine / "20261101T000000Z").mkdir()
    assert check_quarantine(project.paths, now).verdict is Verdict.OK
    assert check_quarantine(project.paths, now + timedelta(days=31)).verdict is Verdict.ATTENTION


def test_the_worst_finding_is_the_verdict() -> None:
    verdicts = [Verdict.OK, Verdict.TRANSIENT, Verdict.ATTENTION]
    findings = tuple(Finding("x", verdict, "") for verdict in verdicts)
    assert Diagnosis(None, findings).verdict is Verdict.TRANSIENT
    assert Diagnosis(None, ()).verdict is Verdict.OK


def test_private_files_in_the_repository_are_seen(project: Project) -> None:
    project.runtime.close()
    for arguments in (["init", "-q"], ["add", "-f", ".phantasm/state/store.sqlite"]):
        subprocess.run(["/usr/bin/git", "-C", str(project.root), *arguments], check=True, capture_output=True)
    assert "store.sqlite" in finding(examine(project.root), "tracking").message
    assert Paths(project.root).store.exists()
