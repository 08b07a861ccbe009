"""Does a repository get its memory, and lose it again, exactly as asked?"""

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from phantasm.config.paths import Paths
from phantasm.config.template import clients_text, settings_text
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.bootstrap import open_project
from phantasm.runtime.doctor.examination import examine
from phantasm.runtime.setup.guidance import BEGIN
from phantasm.runtime.setup.project import BootstrapOptions, ProjectReport, Step, bootstrap, uninstall
from phantasm.storage import backups
from phantasm.storage.database import Database

PLAIN = BootstrapOptions()
GUIDED = BootstrapOptions(guidance=True)
HOLDER = """
import sys, time
from pathlib import Path
from phantasm.storage.lock import WriteLock
with WriteLock(Path(sys.argv[1])).hold("test"):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    """Run under another umask."""
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def everything(root: Path) -> dict[str, bytes | None]:
    """Return every file with its content and every folder, as they are now."""
    return {
        str(path.relative_to(root)): path.read_bytes() if path.is_file() else None for path in root.rglob("*")
    }


def actions(report: ProjectReport) -> set[str]:
    return {step.action for step in report.steps}


def step_for(report: ProjectReport, path: str) -> Step:
    return next(step for step in report.steps if step.path == path)


def test_bootstrap_lays_everything_out(tmp_path: Path) -> None:
    report = bootstrap(tmp_path, PLAIN)
    paths = Paths(tmp_path)
    assert report.store_created
    assert report.root == str(tmp_path)
    assert paths.settings.read_text() == settings_text()
    assert paths.clients.read_text() == clients_text()
    assert paths.ignored.read_text() == "state/\n"
    with open_project(tmp_path) as runtime, runtime.environment.database.read() as (_, head):
        assert head.store_id == report.store_id
    assert not (tmp_path / "AGENTS.md").exists()


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").write_bytes(b"mine")
    first = bootstrap(tmp_path, GUIDED)
    before = everything(tmp_path)
    second = bootstrap(tmp_path, GUIDED)
    after = everything(tmp_path)
    moving = {f".phantasm/state/store.{name}" for name in ("lock", "sqlite-shm", "sqlite-wal")}
    assert {name: after[name] for name in after if name not in moving} == {
        name: before[name] for name in before if name not in moving
    }
    assert actions(second) == {"keep"}
    assert not second.store_created
    assert second.store_id == first.store_id


def test_a_dry_run_writes_nothing_at_all(tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_bytes(b"mine")
    before = everything(tmp_path)
    report = bootstrap(tmp_path, BootstrapOptions(dry_run=True, guidance=True))
    assert everything(tmp_path) == before
    assert report.dry_run
    assert not report.store_created
    assert step_for(report, "AGENTS.md").action == "update"
    assert step_for(report, ".phantasm/state/store.sqlite").action == "create"


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077], indirect=True)
def test_the_private_part_is_private_under_any_umask(tmp_path: Path, umask: int) -> None:
    (tmp_path / "AGENTS.md").write_bytes(b"mine")
    bootstrap(tmp_path, GUIDED)
    with open_project(tmp_path) as runtime:
        runtime.handle({"operation": "describe", "params": {}})
    state = Paths(tmp_path).state
    for path in (state, *state.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path
    for path in (state.parent, *state.parent.glob("*.toml"), state.parent / ".gitignore"):
        assert not path.stat().st_mode & 0o022, path
        assert not path.stat().st_mode & umask, path


def test_what_others_may_write_is_closed_and_said(tmp_path: Path) -> None:
    bootstrap(tmp_path, PLAIN)
    state = Paths(tmp_path).state
    state.chmod(0o777)
    (found,) = [one for one in examine(tmp_path).findings if one.check == "permissions"]
    assert (found.verdict, found.command) == ("attention", "phantasm doctor --fix")
    report = bootstrap(tmp_path, PLAIN)
    assert step_for(report, ".phantasm/state").detail == "permissions tightened from 0777 to 0700"
    open_project(tmp_path).close()


def test_chosen_config_is_kept(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    paths.folder.mkdir()
    paths.settings.write_text("[backup]\nkeep = 3\n")
    report = bootstrap(tmp_path, PLAIN)
    assert step_for(report, ".phantasm/phantasm.toml").action == "keep"
    assert paths.settings.read_text() == "[backup]\nkeep = 3\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"state/\n", b"state/\n"),
        (b"*\n", b"*\n"),
        (b"", b"state/\n"),
        (b"*.log", b"*.log\nstate/\n"),
        (b"state/\n!state/\n", b"state/\n!state/\nstate/\n"),
        (b"# state/\r\n", b"# state/\r\nstate/\n"),
    ],
)
def test_the_state_is_always_ignored_and_uninstall_puts_the_rest_back(
    tmp_path: Path, before: bytes, after: bytes
) -> None:
    paths = Paths(tmp_path)
    paths.folder.mkdir()
    paths.ignored.write_bytes(before)
    bootstrap(tmp_path, PLAIN)
    bootstrap(tmp_path, PLAIN)
    assert paths.ignored.read_bytes() == after
    uninstall(tmp_path, dry_run=False)
    assert everything(tmp_path) == {".phantasm": None, ".phantasm/.gitignore": before}


def test_the_block_goes_where_asked(tmp_path: Path) -> None:
    bootstrap(tmp_path, GUIDED)
    assert BEGIN in (tmp_path / "AGENTS.md").read_text()
    (tmp_path / "docs").mkdir()
    bootstrap(tmp_path, BootstrapOptions(agent_files=("CLAUDE.md", "docs/AGENT.md", "CLAUDE.md")))
    for name in ("CLAUDE.md", "docs/AGENT.md"):
        assert (tmp_path / name).read_text().count(BEGIN) == 1
    uninstall(tmp_path, dry_run=False)
    assert everything(tmp_path) == {"docs": None}


def test_the_usual_files_that_exist_are_taken(tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").write_text("mine\n")
    bootstrap(tmp_path, GUIDED)
    assert not (tmp_path / "AGENTS.md").exists()
    assert (tmp_path / "CLAUDE.md").read_text().startswith("mine\n\n" + BEGIN)


def test_a_link_between_the_usual_files_is_written_once(tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_text("mine\n")
    (tmp_path / "CLAUDE.md").symlink_to("AGENTS.md")
    bootstrap(tmp_path, GUIDED)
    assert (tmp_path / "CLAUDE.md").is_symlink()
    assert (tmp_path / "AGENTS.md").read_text().count(BEGIN) == 1
    uninstall(tmp_path, dry_run=False)
    assert (tmp_path / "CLAUDE.md").is_symlink()
    assert (tmp_path / "AGENTS.md").read_text() == "mine\n"


def test_a_copy_of_the_file_is_kept_away_from_it(tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_bytes(b"mine\r\n")
    (tmp_path / "AGENTS.md").chmod(0o640)
    report = bootstrap(tmp_path, GUIDED)
    (copy,) = Paths(tmp_path).agent_file_copies.iterdir()
    assert copy.read_bytes() == b"mine\r\n"
    assert f".phantasm/state/backups/agent-files/{copy.name}" in [step.path for step in report.steps]
    assert sorted(path.name for path in tmp_path.iterdir()) == [".phantasm", "AGENTS.md"]
    assert stat.S_IMODE((tmp_path / "AGENTS.md").stat().st_mode) == 0o640
    with open_project(tmp_path) as runtime:
        assert backups.on_disk(runtime.environment.paths.backups) == []


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("../AGENTS.md",), Code.PATH_OUTSIDE_PROJECT),
        (("/tmp/AGENTS.md",), Code.PATH_OUTSIDE_PROJECT),  # noqa: S108  refused before anything is opened
        ((".git/hooks/x.md",), Code.PATH_OUTSIDE_PROJECT),
        ((".phantasm/x.md",), Code.PATH_OUTSIDE_PROJECT),
        (("setup.py",), Code.PATH_OUTSIDE_PROJECT),
        (("linked.md",), Code.PATH_OUTSIDE_PROJECT),
        (("away/AGENTS.md",), Code.PATH_OUTSIDE_PROJECT),
        (("folder.md",), Code.PATH_OUTSIDE_PROJECT),
        (("latin.md",), Code.INVALID_PARAMS),
        (("fine.md", "broken.md"), Code.INVALID_PARAMS),
    ],
)
def test_a_file_that_is_not_ours_to_write_stops_everything(
    tmp_path: Path, names: tuple[str, ...], code: Code
) -> None:
    root = tmp_path / "project"
    (tmp_path / "away").mkdir()
    (tmp_path / "away" / "AGENTS.md").write_text("theirs")
    root.mkdir()
    (root / "linked.md").symlink_to(tmp_path / "away" / "AGENTS.md")
    (root / "away").symlink_to(tmp_path / "away")
    (root / "folder.md").mkdir()
    (root / "latin.md").write_bytes(b"caf\xe9")
    (root / "fine.md").write_text("fine")
    (root / "broken.md").write_text(BEGIN)
    before = everything(tmp_path)
    with pytest.raises(PhantasmError) as refused:
        bootstrap(root, BootstrapOptions(agent_files=names))
    assert refused.value.code is code
    assert everything(tmp_path) == before


@pytest.mark.parametrize(
    "part", ["folder", "state", "backups", "temporary", "store", "lock", "settings", "ignored"]
)
def test_a_link_in_our_place_is_refused(tmp_path: Path, part: str) -> None:
    paths = Paths(tmp_path / "project")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o755)
    place: Path = getattr(paths, part)
    place.parent.mkdir(parents=True)
    place.symlink_to(elsewhere)
    with pytest.raises(PhantasmError) as refused:
        bootstrap(paths.root, PLAIN)
    assert refused.value.code is Code.UNSAFE_PROJECT
    assert list(elsewhere.iterdir()) == []
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o755


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
@pytest.mark.parametrize("part", ["folder", "state", "store"])
def test_somebody_elses_part_is_refused(tmp_path: Path, part: str) -> None:
    bootstrap(tmp_path, PLAIN)
    os.chown(getattr(Paths(tmp_path), part), 12345, -1)
    for use in (lambda: bootstrap(tmp_path, PLAIN), lambda: open_project(tmp_path)):
        with pytest.raises(PhantasmError, match="another user") as refused:
            use()
        assert refused.value.code is Code.UNSAFE_PROJECT


def test_a_file_where_the_folder_belongs_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".phantasm").write_text("")
    with pytest.raises(PhantasmError, match="not a folder") as refused:
        bootstrap(tmp_path, PLAIN)
    assert refused.value.code is Code.UNSAFE_PROJECT


def test_bootstrap_needs_a_folder(tmp_path: Path) -> None:
    with pytest.raises(PhantasmError, match="not a folder"):
        bootstrap(tmp_path / "missing", PLAIN)


def test_a_wal_that_outlived_its_store_does_not_reach_the_next(tmp_path: Path) -> None:
    bootstrap(tmp_path, PLAIN)
    paths = Paths(tmp_path)
    runtime = open_project(tmp_path)
    with runtime.environment.database.write("test") as (connection, _):
        connection.execute("UPDATE head SET seq = 41")
    wal = paths.store.with_name("store.sqlite-wal")
    content = wal.read_bytes()
    runtime.close()
    paths.store.unlink()
    wal.write_bytes(content)
    report = bootstrap(tmp_path, PLAIN)
    assert report.store_created
    with Database(paths.store).read() as (_, head):
        assert (head.store_id, head.seq) == (report.store_id, 0)
    (kept,) = paths.quarantine.glob("*/store.sqlite-wal")
    assert kept.read_bytes() == content


@pytest.mark.parametrize(
    "original", [b"", b"mine", b"mine\n", b"mine\r\n", b"\xef\xbb\xbfmine\r\nx", b"\n\n"]
)
def test_uninstall_leaves_every_file_as_it_was(tmp_path: Path, original: bytes) -> None:
    (tmp_path / "AGENTS.md").write_bytes(original)
    (tmp_path / "CLAUDE.md").write_bytes(original + b"#")
    (tmp_path / "src").mkdir()
    before = everything(tmp_path)
    bootstrap(tmp_path, GUIDED)
    assert everything(tmp_path) != before
    report = uninstall(tmp_path, dry_run=False)
    assert everything(tmp_path) == before
    assert step_for(report, "AGENTS.md").action == "restore"
    assert step_for(report, ".phantasm").action == "remove"


def test_a_dry_uninstall_tells_and_does_nothing(tmp_path: Path) -> None:
    bootstrap(tmp_path, GUIDED)
    before = everything(tmp_path)
    told = uninstall(tmp_path, dry_run=True, keep_memory=tmp_path / "kept")
    assert everything(tmp_path) == before
    done = uninstall(tmp_path, dry_run=False)
    assert [step for step in told.steps if step.action != "backup"] == list(done.steps)
    assert everything(tmp_path) == {}


def test_a_file_of_ours_that_people_wrote_into_stays_without_the_block(tmp_path: Path) -> None:
    bootstrap(tmp_path, GUIDED)
    agents = tmp_path / "AGENTS.md"
    agents.write_bytes(agents.read_bytes() + b"theirs\n")
    uninstall(tmp_path, dry_run=False)
    assert everything(tmp_path) == {"AGENTS.md": b"theirs\n"}


def test_what_was_there_before_bootstrap_stays(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    paths.folder.mkdir()
    paths.settings.write_text("[backup]\nkeep = 3\n")
    bootstrap(tmp_path, PLAIN)
    report = uninstall(tmp_path, dry_run=False)
    assert everything(tmp_path) == {".phantasm": None, ".phantasm/phantasm.toml": b"[backup]\nkeep = 3\n"}
    assert step_for(report, ".phantasm").action == "keep"


def test_memory_can_be_kept(tmp_path: Path) -> None:
    root, kept = tmp_path / "project", tmp_path / "kept"
    root.mkdir()
    report = bootstrap(root, PLAIN)
    uninstall(root, dry_run=False, keep_memory=kept)
    assert everything(root) == {}
    (folder,) = kept.iterdir()
    assert backups.verify(folder).store_id == report.store_id


def test_memory_is_not_kept_inside_what_goes(tmp_path: Path) -> None:
    bootstrap(tmp_path, PLAIN)
    with pytest.raises(PhantasmError, match="about to be removed"):
        uninstall(tmp_path, dry_run=False, keep_memory=tmp_path / ".phantasm" / "kept")
    Paths(tmp_path).store.unlink()
    with pytest.raises(PhantasmError, match="no store"):
        uninstall(tmp_path, dry_run=False, keep_memory=tmp_path / "kept")


def test_uninstall_waits_for_nobody_who_is_at_work(tmp_path: Path) -> None:
    bootstrap(tmp_path, GUIDED)
    before = everything(tmp_path)
    lock = str(Paths(tmp_path).lock)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, lock], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(PhantasmError) as refused:
            uninstall(tmp_path, dry_run=False)
        assert refused.value.code is Code.STORE_BUSY
        after = everything(tmp_path)
        holder.communicate()
    assert {name for name in before if before[name] != after.get(name)} <= {".phantasm/state/store.lock"}
    uninstall(tmp_path, dry_run=False)
    assert everything(tmp_path) == {}


def test_uninstall_refuses_before_it_touches_anything(tmp_path: Path) -> None:
    bootstrap(tmp_path, GUIDED)
    (tmp_path / "AGENTS.md").write_text(BEGIN)
    before = everything(tmp_path)
    with pytest.raises(PhantasmError, match="markers"):
        uninstall(tmp_path, dry_run=False)
    assert everything(tmp_path) == before


def test_uninstall_without_a_project_says_so(tmp_path: Path) -> None:
    with pytest.raises(PhantasmError) as refused:
        uninstall(tmp_path, dry_run=False)
    assert refused.value.code is Code.NOT_BOOTSTRAPPED


def test_a_damaged_record_is_not_guessed_from(tmp_path: Path) -> None:
    bootstrap(tmp_path, PLAIN)
    Paths(tmp_path).installed.write_text("{}")
    with pytest.raises(PhantasmError, match="does not say what bootstrap did"):
        uninstall(tmp_path, dry_run=False)
