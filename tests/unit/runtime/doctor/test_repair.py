"""Does doctor mend what it can, lose nothing, and never take busy for broken?"""

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from phantasm.contracts.diagnosis import Verdict
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.doctor.examination import examine
from phantasm.runtime.doctor.repair import repair
from phantasm.runtime.setup.project import BootstrapOptions, bootstrap
from phantasm.runtime.steps import Step
from phantasm.storage.backups import Staging
from phantasm.storage.inspection import condition_of
from tests.conftest import Project

EVIDENCE = [{"text": "evidence of the port " * 500}]
HOLDER = """
import sys
from pathlib import Path
from phantasm.storage.lock import WriteLock
with WriteLock(Path(sys.argv[1])).hold("test"):
    print("held", flush=True)
    sys.stdin.read()
"""


def destroy(project: Project) -> bytes:
    """Damage the store beyond use; returns what it is now."""
    with project.paths.store.open("r+b") as file:
        file.seek(2 * 4096)
        file.write(b"\xa5" * 5 * 4096)
    return project.paths.store.read_bytes()


def back_up(project: Project) -> str:
    return str(project.get("backup_create", profile="cli")["backup_id"])


def steps_of(steps: tuple[Step, ...], action: str) -> list[Step]:
    return [step for step in steps if step.action == action]


def statements(project: Project) -> set[str]:
    project.runtime = project.open()
    items = project.get("list")["records"]
    assert isinstance(items, list)
    return {item["statement"] for item in items}


def test_a_sound_store_is_only_tidied(project: Project) -> None:
    project.hold("The port is 80.")
    project.paths.store.chmod(0o666)
    project.paths.raw.chmod(0o755)
    stray = project.paths.raw / "ab" / ("ab" * 32)
    stray.parent.mkdir(mode=0o700)
    stray.write_bytes(b"left")
    old = (datetime.now(UTC) - timedelta(hours=2)).timestamp()
    leftover = project.paths.temporary / "image-x.sqlite"
    leftover.write_bytes(b"half")
    os.utime(leftover, (old, old))
    recent = project.paths.temporary / "bak_at_work"
    recent.mkdir(mode=0o700)
    with Staging(project.paths.temporary):
        diagnosis, steps = repair(project.root)
    assert stat.S_IMODE(project.paths.store.stat().st_mode) == 0o600
    assert stat.S_IMODE(project.paths.raw.stat().st_mode) == 0o700
    assert not stray.exists()
    assert not leftover.exists()
    assert recent.exists()
    unwell = {found.check for found in diagnosis.findings if found.verdict is not Verdict.OK}
    assert unwell <= {"backups", "sqlite"}  # the standard library's SQLite may be an old one
    assert project.paths.store.with_name("store.sqlite-wal").stat().st_size == 0
    assert {step.action for step in steps} == {"update", "remove"}
    assert statements(project) == {"The port is 80."}
    recent.rmdir()
    assert repair(project.root)[1] == ()


def test_a_corrupt_store_is_quarantined_and_restored(project: Project) -> None:
    project.hold("The port is 80.", raw_evidence=EVIDENCE)
    backup_id = back_up(project)
    project.hold("The host is example.org.")
    project.runtime.close()
    damaged = destroy(project)
    for raw in project.paths.raw.glob("??/*"):
        raw.unlink()
    assert examine(project.root).verdict is Verdict.CORRUPT
    diagnosis, steps = repair(project.root)
    assert diagnosis.verdict in {Verdict.OK, Verdict.ATTENTION}, diagnosis.findings
    (moved,) = steps_of(steps, "quarantine")
    assert (project.root / moved.path / "store.sqlite").read_bytes() == damaged
    assert stat.S_IMODE((project.root / moved.path).stat().st_mode) == 0o700
    (restored,) = steps_of(steps, "restore")
    assert backup_id in restored.detail
    assert statements(project) == {"The port is 80."}
    assert {found.check for found in diagnosis.findings if found.verdict is not Verdict.OK} <= {
        "sqlite",
        "backups",
    }
    assert condition_of(project.paths.store, deep=True).oddities == ()
    project.hold("The host is example.com.")


def test_the_restored_store_says_how_it_came(project: Project) -> None:
    project.hold("The port is 80.")
    back_up(project)
    project.runtime.close()
    destroy(project)
    repair(project.root)
    project.runtime = project.open()
    operations = project.get("audit", profile="cli")["entries"]
    assert isinstance(operations, list)
    assert operations[0]["operation"] == "doctor_fix"
    assert project.get("health", deep=True)["backups"] == 1


def test_backups_that_do_not_verify_are_skipped_and_named(project: Project) -> None:
    project.hold("The port is 80.")
    good = back_up(project)
    project.hold("The host is example.org.")
    altered, unreadable = back_up(project), back_up(project)
    with (project.paths.backups / altered / "store.sqlite").open("r+b") as file:
        file.seek(9000)
        file.write(b"\xa5")
    (project.paths.backups / unreadable / "manifest.json").write_text("{")
    project.runtime.close()
    destroy(project)
    _, steps = repair(project.root)
    skipped = " ".join(step.detail for step in steps_of(steps, "keep"))
    assert altered in skipped
    assert unreadable in skipped
    assert good in steps_of(steps, "restore")[0].detail
    assert statements(project) == {"The port is 80."}


def test_without_a_good_backup_no_empty_store_appears(project: Project) -> None:
    project.hold("The port is 80.")
    project.runtime.close()
    damaged = destroy(project)
    diagnosis, steps = repair(project.root)
    assert not project.paths.store.exists()
    assert "phantasm bootstrap" in steps[-1].detail
    store = next(found for found in diagnosis.findings if found.check == "store")
    assert (store.verdict, store.command) == (Verdict.ATTENTION, "phantasm bootstrap")
    assert bootstrap(project.root, BootstrapOptions()).store_created
    assert statements(project) == set()
    (kept,) = project.paths.quarantine.glob("*/store.sqlite")
    assert kept.read_bytes() == damaged


def test_a_repair_that_was_killed_can_be_repeated(project: Project) -> None:
    project.hold("The port is 80.")
    back_up(project)
    wal = project.paths.store.with_name("store.sqlite-wal")
    stale = wal.read_bytes()
    project.runtime.close()
    project.paths.store.unlink()  # as if killed right after the store was moved away, its WAL not yet
    wal.write_bytes(stale)
    command = next(found.command for found in examine(project.root).findings if found.check == "store")
    assert command == "phantasm doctor --fix"
    repair(project.root)
    assert statements(project) == {"The port is 80."}
    (kept,) = project.paths.quarantine.glob("*/store.sqlite-wal")
    assert kept.read_bytes() == stale


def test_a_process_that_had_the_damaged_store_open_goes_on_with_the_restored_one(project: Project) -> None:
    project.hold("The port is 80.")
    back_up(project)
    other = project.open()  # stays open all the way through
    assert other.handle(project.request("list")).error is None
    destroy(project)
    _, steps = repair(project.root)
    assert steps_of(steps, "restore")
    for runtime in (other, project.runtime):
        request = project.request("ingest", record_kind="fact", statement=f"Seen by {id(runtime)}.")
        response = runtime.handle(request)
        assert response.error is None, response.error
    assert len(statements(project)) == 3
    other.close()
    assert examine(project.root, deep=True).verdict is not Verdict.CORRUPT


def test_a_writer_at_work_is_not_disturbed(project: Project) -> None:
    project.hold("The port is 80.")
    back_up(project)
    project.runtime.close()
    damaged = destroy(project)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(project.paths.lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(PhantasmError) as refused:
            repair(project.root)
        holder.communicate()
    assert refused.value.code is Code.STORE_BUSY
    assert project.paths.store.read_bytes() == damaged


def test_a_newer_store_is_not_touched(project: Project) -> None:
    with project.runtime.environment.database.write("test") as (connection, _):
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    project.runtime.close()
    before = project.paths.store.read_bytes()
    _, steps = repair(project.root)
    assert steps == ()
    assert project.paths.store.read_bytes() == before


def test_a_missing_raw_file_comes_back_from_a_backup(project: Project) -> None:
    project.hold("The port is 80.", raw_evidence=EVIDENCE)
    back_up(project)
    files = list(project.paths.raw.glob("??/*"))
    content = {path: path.read_bytes() for path in files}
    assert content
    for path in files:
        path.unlink()
    _, steps = repair(project.root)
    assert len(steps_of(steps, "restore")) == len(files)
    assert {path: path.read_bytes() for path in files} == content
    for path in (*files, *project.paths.backups.glob("*/raw/??/*")):
        path.unlink(missing_ok=True)
    _, steps = repair(project.root)
    assert all("no backup has it" in step.detail for step in steps_of(steps, "keep"))


@pytest.mark.parametrize("use", [repair, examine])
def test_what_is_not_ours_is_left_alone(
    project: Project, tmp_path: Path, use: Callable[[Path], object]
) -> None:
    project.runtime.close()
    elsewhere = tmp_path / "elsewhere"
    project.paths.backups.rename(elsewhere)
    elsewhere.chmod(0o755)
    project.paths.backups.symlink_to(elsewhere)
    use(project.root)
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o755
    assert project.paths.backups.is_symlink()


def test_without_a_project_there_is_nothing_to_mend(tmp_path: Path) -> None:
    diagnosis, steps = repair(tmp_path)
    assert (diagnosis.root, steps) == (None, ())
    assert list(tmp_path.iterdir()) == []
