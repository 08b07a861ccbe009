"""Does bootstrap hold in real repositories: worktrees, hostile clones, races, and being killed anywhere?"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from phantasm.config.editing import approve, proposal
from phantasm.config.paths import Paths
from phantasm.contracts.diagnosis import Verdict
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.bootstrap import open_project
from phantasm.runtime.doctor.examination import examine
from phantasm.runtime.setup.project import BootstrapOptions, bootstrap, uninstall
from phantasm.storage.database import Database

GUIDED = BootstrapOptions(guidance=True)
ORIGINAL = b"# Rules\r\n\r\nBe kind."

# Runs bootstrap or uninstall again and again, each time in a child that dies some changes to a file later,
# until one of them gets through; prints how many there were. The parent never opens a store: forking is safe.
DIE_EVERYWHERE = """
import os, sys
from itertools import count
from pathlib import Path
from phantasm.runtime.setup.project import BootstrapOptions, bootstrap, uninstall

base, what = Path(sys.argv[1]), sys.argv[2]
CHANGES = {"os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.link"}

def run(number):
    root = base / str(number)
    root.mkdir()
    (root / "AGENTS.md").write_bytes(bytes.fromhex(sys.argv[3]))
    if what == "uninstall":
        bootstrap(root, BootstrapOptions(guidance=True))
    seen = 0
    def watch(event, arguments):
        nonlocal seen
        opens = event == "open" and str(arguments[0]).startswith(str(root))
        if opens or event in CHANGES:
            seen += 1
            if seen == number:
                os._exit(9)
    sys.addaudithook(watch)
    if what == "uninstall":
        uninstall(root, dry_run=False)
    else:
        bootstrap(root, BootstrapOptions(guidance=True))
    os._exit(0)

for number in count(1, int(sys.argv[4])):
    child = os.fork()
    if child == 0:
        try:
            run(number)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code != 9:
        print(code, number)
        break
"""
BOOTSTRAP = """
import sys
from pathlib import Path
from phantasm.runtime.setup.project import BootstrapOptions, bootstrap
print(bootstrap(Path(sys.argv[1]), BootstrapOptions(guidance=True)).store_id)
"""


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.org")
    command = ["/usr/bin/git", "-C", str(folder), *identity, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository with one commit, and keep approvals out of the real home."""
    monkeypatch.setenv("PHANTASM_HOME", str(tmp_path / "home"))
    root = tmp_path / "repository"
    (root / "src").mkdir(parents=True)
    git(root, "init", "-q")
    (root / "src" / "code").write_text("x")
    (root / "AGENTS.md").write_bytes(ORIGINAL)
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "one")
    return root


def test_git_sees_only_what_should_be_tracked(repository: Path) -> None:
    bootstrap(repository / "src", GUIDED)
    seen = git(repository, "status", "--porcelain", "-uall").split("\n")
    assert sorted(line[3:] for line in seen if line) == [
        ".phantasm/.gitattributes",
        ".phantasm/.gitignore",
        ".phantasm/clients.toml",
        ".phantasm/phantasm.toml",
        "AGENTS.md",
    ]
    uninstall(repository / "src", dry_run=False)
    assert git(repository, "status", "--porcelain", "-uall") == ""


def test_a_worktree_shares_the_main_store(repository: Path, tmp_path: Path) -> None:
    linked = tmp_path / "linked"
    git(repository, "worktree", "add", "-q", str(linked))
    report = bootstrap(linked / "src", BootstrapOptions())
    assert report.root == str(repository)
    assert not (linked / ".phantasm").exists()
    with open_project(linked) as runtime:
        assert runtime.environment.paths.root == repository
    assert bootstrap(repository, BootstrapOptions()).store_id == report.store_id
    uninstall(linked, dry_run=False)
    assert not (repository / ".phantasm").exists()


def test_a_teammates_clone_starts_with_its_own_memory(repository: Path, tmp_path: Path) -> None:
    mine = bootstrap(repository, GUIDED)
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "memory")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(repository), str(clone))
    before = git(clone, "status", "--porcelain")
    with pytest.raises(PhantasmError) as refused:
        open_project(clone)
    assert refused.value.code is Code.NOT_BOOTSTRAPPED
    theirs = bootstrap(clone, GUIDED)
    assert theirs.store_created
    assert theirs.store_id != mine.store_id
    assert git(clone, "status", "--porcelain") == before == ""
    uninstall(clone, dry_run=False)  # takes away only what the clone did not bring
    assert git(clone, "status", "--porcelain") == ""
    assert sorted(path.name for path in (clone / ".phantasm").iterdir()) == [
        ".gitattributes",
        ".gitignore",
        "clients.toml",
        "phantasm.toml",
    ]


def test_memory_that_came_with_a_clone_is_refused(repository: Path, tmp_path: Path) -> None:
    bootstrap(repository, BootstrapOptions())
    git(repository, "add", "-f", ".phantasm/state/store.sqlite")
    git(repository, "commit", "-q", "-m", "planted")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(repository), str(clone))
    for options in (BootstrapOptions(), BootstrapOptions(dry_run=True)):
        with pytest.raises(PhantasmError, match="tracks") as refused:
            bootstrap(clone, options)
        assert refused.value.code is Code.UNSAFE_PROJECT
        assert refused.value.remediation[0].command
    subprocess.run(str(refused.value.remediation[0].command), shell=True, cwd=clone, check=True)  # noqa: S602
    assert bootstrap(clone, BootstrapOptions()).store_created


def test_a_hostile_clone_gets_nothing_until_it_is_approved(repository: Path) -> None:
    paths = Paths(repository)
    paths.folder.mkdir()
    paths.settings.write_text('default_client = "cli"\n[security]\nredact_secrets = false\n')
    paths.clients.write_text('[profiles.helper]\ninherits = "cli"\n')
    bootstrap(repository, BootstrapOptions())
    token = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"

    def ask(profile: str, operation: str, **params: object) -> str:
        request: dict[str, object] = {
            "api_version": "v1",
            "operation": operation,
            "request_id": "r",
            "client": {"profile": profile},
            "idempotency_key": f"{profile}-{operation}-{params}",
            "params": params,
        }
        with open_project(repository) as runtime:
            response = runtime.handle(request)
        assert response.error is None, response.error
        return str(response.data)

    def say(profile: str, statement: str) -> str:
        return ask(profile, "ingest", record_kind="fact", statement=statement)

    trust = next(found for found in examine(repository).findings if found.check == "config_trust")
    assert trust.verdict is Verdict.ATTENTION
    assert "'outcome': 'suggested'" in say("helper", "The port is 80.")
    say("claude_code", f"The token is {token}.")
    assert token not in ask("claude_code", "list")
    assert token.encode() not in b"".join(path.read_bytes() for path in paths.state.glob("store.sqlite*"))

    approve(proposal(paths))
    assert "'outcome': 'created'" in say("helper", "The host is example.org.")
    paths.clients.write_text(paths.clients.read_text() + "\n")
    assert "'outcome': 'suggested'" in say("helper", "The user is nobody.")


def test_many_bootstraps_at_once_make_one_store(repository: Path) -> None:
    def start(_: int) -> str:
        command = [sys.executable, "-c", BOOTSTRAP, str(repository)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(start, range(4)))) == 1
    uninstall(repository, dry_run=False)
    assert git(repository, "status", "--porcelain", "-uall") == ""


@pytest.mark.parametrize("step", [pytest.param(1, marks=pytest.mark.long), 5])
@pytest.mark.parametrize("what", ["bootstrap", "uninstall"])
def test_killed_anywhere_it_can_be_started_again(tmp_path: Path, what: str, step: int) -> None:
    command = [sys.executable, "-c", DIE_EVERYWHERE, str(tmp_path), what, ORIGINAL.hex(), str(step)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert printed[0] == "0", "the run that nobody killed got through"
    assert int(printed[1]) > 20
    for root in tmp_path.iterdir():
        if what == "bootstrap":
            assert (root / "AGENTS.md").read_bytes().startswith(ORIGINAL)
            report = bootstrap(root, GUIDED)
            with Database(Paths(root).store).read() as (_, head):
                assert head.store_id == report.store_id
            found = [found for found in examine(root).findings if found.verdict is not Verdict.OK]
            # At worst a staged file is left; it is swept when it is an hour old. SQLite may be an old one.
            assert all("partial" in each.message or each.check == "sqlite" for each in found), (root, found)
        if (root / ".phantasm").exists():
            uninstall(root, dry_run=False)
        assert {path.name: path.read_bytes() for path in root.iterdir()} == {"AGENTS.md": ORIGINAL}, root
