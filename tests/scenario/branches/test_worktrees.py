"""Does memory follow worktrees: shared or their own, written to from several at once, removed and back?"""

import subprocess
import sys
from pathlib import Path

import pytest

from phantasm.config.finding import find_project, find_root
from phantasm.config.paths import Paths
from phantasm.contracts.errors import PhantasmError
from phantasm.runtime.bootstrap import open_project
from phantasm.runtime.setup.project import lay_out_state
from phantasm.workspace import git
from tests.scenario.branches.world import World

SCRIPTS = {
    "added and removed, and back": """
        git worktree add -q -b side ../side
        at ../side
        worktree The port is 8500
        sees The port is 8500
        follow
        at
        git worktree remove ../side
        sees
        follow
        git worktree add -q ../side side
        at ../side
        sees
        follow
        sees The port is 8500""",
    "moved": """
        git worktree add -q -b side ../side
        at ../side
        worktree The port is 8500
        branch The cache is Redis
        follow
        at
        git worktree move ../side ../moved
        follow
        at ../moved
        sees The port is 8500; The cache is Redis""",
    "its branch is merged from the main one": """
        git worktree add -q -b side ../side
        at ../side
        commit a
        branch The cache is Redis
        worktree The port is 8500
        at
        git merge -q --ff-only side
        follow
        sees The cache is Redis
        at ../side
        sees The cache is Redis; The port is 8500""",
    "its branch is removed with it": """
        git worktree add -q -b side ../side
        at ../side
        commit a
        branch The cache is Redis
        worktree The port is 8500
        follow
        at
        git worktree remove --force ../side
        git branch -D side
        follow
        sees
        git worktree add -q -b side ../side
        at ../side
        sees""",
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_right_records_are_live(name: str, world: World) -> None:
    world.live_through(SCRIPTS[name])


def test_without_git_nothing_is_followed(tmp_path: Path, prepared: Path) -> None:
    world = World(tmp_path / "plain", prepared)
    world.hold("The port is 8500")
    world.hold("The cache is Redis", scope="branch", scope_ref="feature")
    assert world.ask("branches_follow") == {
        "git": False,
        "records": [],
        "returns": False,
        "changes": 0,
        "left": 0,
    }
    assert world.ask("branches")["git"] is False
    assert world.statements() == {"The port is 8500"}
    world.close()


def test_where_git_is_missing_everything_stays(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.live_through("""
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        git branch -D feature""")
    with monkeypatch.context() as without:
        without.setattr(git, "_program", lambda: None)
        assert world.ask("branches_follow")["git"] is False
        problem = world.handle("list", at_commit="main").error
    assert problem.code == "invalid_params"
    world.live_through("""
        follow
        git switch -q -c feature
        sees""")


def test_a_shallow_clone_cannot_tell(world: World, tmp_path: Path, prepared: Path) -> None:
    world.live_through("""
        commit a
        git switch -q -c feature
        commit b
        git switch -q main
        commit c""")
    source = f"file://{world.root}"
    clone = World(tmp_path / "clone", prepared)
    clone.git("init", "-q", "--template=", "--initial-branch=main", ".")
    clone.git("fetch", "-q", "--depth=1", source, "main:refs/remotes/origin/main", "feature:feature")
    clone.live_through("""
        git switch -q -c main origin/main
        git switch -q feature
        branch The port is 8500
        follow
        git switch -q main
        git branch -D feature
        follow
        became feature unknown
        git switch -q -c feature
        sees The port is 8500""")
    clone.close()


def test_a_submodule_follows_its_own_branches(world: World, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    world.git("init", "-q", "--template=", "--initial-branch=main", str(inner))
    world.folder = inner
    world.commit("a")
    world.folder = world.root
    world.git("submodule", "--quiet", "add", str(inner), "inner")
    world.git("commit", "-q", "-m", "with inner")
    lay_out_state(Paths(world.root / "inner"))
    world.live_through("""
        branch The cache is Redis
        at inner
        git switch -q -c feature
        commit b
        branch The port is 8500
        git switch -q main
        git merge -q --ff-only feature
        follow
        sees The port is 8500
        at
        sees The cache is Redis""")


def test_worktrees_of_a_bare_repository_keep_their_own(world: World, tmp_path: Path) -> None:
    bare = tmp_path / "bare.git"
    world.git("clone", "-q", "--bare", str(world.root), str(bare))
    sides = [tmp_path / "one", tmp_path / "two"]
    for side in sides:
        world.git("-C", str(bare), "worktree", "add", "-q", "-b", side.name, str(side))
        assert find_root(side) == side
        lay_out_state(Paths(side))
        assert find_project(side) == side


def test_each_worktree_keeps_its_own_where_that_was_chosen(world: World, tmp_path: Path) -> None:
    settings = world.root / ".phantasm" / "phantasm.toml"
    settings.write_text('version = "v1"\n[workspace]\nworktrees = "own"\n', encoding="utf-8")
    world.git("worktree", "add", "-q", "-b", "side", "../side")
    side = tmp_path / "side"
    assert find_root(side) == side
    assert find_project(side) is None
    with pytest.raises(PhantasmError, match=r"no \.phantasm store"):
        open_project(side)
    lay_out_state(Paths(side))
    assert find_project(side) == side
    world.live_through("""
        hold The cache is Redis
        at ../side
        hold The port is 8500
        sees The port is 8500
        at
        sees The cache is Redis""")


def test_what_a_checkout_brings_is_no_memory_of_its_own(world: World, tmp_path: Path) -> None:
    (world.root / ".git" / "info" / "exclude").write_text(".phantasm/state\n", encoding="utf-8")
    (world.root / ".phantasm" / "phantasm.toml").write_text('version = "v1"\n', encoding="utf-8")
    world.git("add", ".phantasm")
    world.git("commit", "-q", "-m", "settings")
    world.git("worktree", "add", "-q", "-b", "side", "../side")
    side = tmp_path / "side"
    assert (side / ".phantasm").is_dir()
    assert find_project(side) == find_root(side) == world.root
    world.live_through("""
        hold The cache is Redis
        at ../side
        sees The cache is Redis""")


def test_a_project_below_the_top_is_shared_too(world: World, tmp_path: Path) -> None:
    below = world.root / "services" / "api"
    below.mkdir(parents=True)
    lay_out_state(Paths(below))
    world.git("worktree", "add", "-q", "-b", "side", "../side")
    there = tmp_path / "side" / "services" / "api"
    there.mkdir(parents=True)
    assert find_project(there) == find_root(there) == below
    assert find_project(tmp_path / "side") == world.root


_WRITER = """
import sys
from pathlib import Path
from phantasm.runtime.bootstrap import open_project
folder, name = Path(sys.argv[1]), sys.argv[2]
with open_project(folder) as runtime:
    for number in range(12):
        fields = {"record_kind": "fact", "statement": f"{name} counts {number}", "scope": "branch"}
        fields["subject_key"] = f"{name}.{number}"
        asked = [("ingest", fields), ("branches_follow", {})] if number % 4 == 3 else [("ingest", fields)]
        for operation, params in asked:
            profile = "scheduler" if operation == "branches_follow" else "claude_code"
            response = runtime.handle({
                "api_version": "v1", "operation": operation, "request_id": f"{name}-{operation}-{number}",
                "client": {"profile": profile}, "idempotency_key": f"{name}-{operation}-{number}",
                "params": params})
            assert response.error is None, response.error
"""


def test_several_worktrees_write_at_once(world: World, tmp_path: Path) -> None:
    world.git("worktree", "add", "-q", "-b", "one", "../one")
    world.git("worktree", "add", "-q", "-b", "two", "../two")
    started = [
        subprocess.Popen([sys.executable, "-c", _WRITER, str(tmp_path / name), name], stderr=subprocess.PIPE)
        for name in ("one", "two")
    ]
    for process in started:
        _, problem = process.communicate(timeout=120)
        assert process.returncode == 0, problem.decode()
    for name in ("one", "two"):
        world.folder = tmp_path / name
        assert world.statements() == {f"{name} counts {number}" for number in range(12)}
    world.folder = world.root
    assert world.statements() == set()
    store = world.ask("health", deep=True)["store"]
    assert [store[name] for name in ("page_problems", "orphan_rows", "chain_problems")] == [[], [], []]
