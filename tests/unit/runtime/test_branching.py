"""Do records follow before the next answer, and is nothing done where nothing happened?"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from phantasm.config.paths import Paths
from phantasm.runtime.branching import follow_changes, stamp
from phantasm.runtime.hooks.tending import tended
from phantasm.runtime.setup.project import lay_out_state
from tests.scenario.branches.world import World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "repository")
    made.begin()
    lay_out_state(Paths(made.root))
    yield made
    made.close()


def _writes(world: World) -> int:
    return int(world.ask("inspect")["project"]["snapshot_seq"])


def test_changes_only_when_branches_do(world: World) -> None:
    before = stamp(world.root)
    assert stamp(world.root) == before
    world.git("branch", "feature")
    made = stamp(world.root)
    assert made != before
    world.git("pack-refs", "--all")
    packed = stamp(world.root)
    assert packed != made
    world.git("worktree", "add", "-q", "-b", "side", "../side")
    assert stamp(world.root) != packed
    assert stamp(world.root) == stamp(world.root.parent / "side")
    assert stamp(world.root.parent) is None


def test_follows_before_the_next_answer(world: World) -> None:
    world.live_through("""
        git switch -q -c feature
        commit a
        branch The port is 8500""")
    with tended(world.root):
        pass
    known = _writes(world)
    world.commit("b")
    with tended(world.root) as runtime:
        assert follow_changes(runtime) == []
    assert _writes(world) == known  # a commit on a branch that is known is no news
    world.live_through("""
        git switch -q main
        git merge -q --ff-only feature
        sees""")
    followed: list[str] = []
    with tended(world.root, followed):
        pass
    (told,) = followed
    assert "feature" in told
    assert "1 promoted (phantasm undo run_" in told
    world.live_through("sees The port is 8500")
    assert _writes(world) == known + 1


def test_leaves_it_alone_where_that_was_chosen(world: World) -> None:
    settings = "[workspace]\nfollow_branches = false\n"
    (world.root / ".phantasm" / "phantasm.toml").write_text(settings, encoding="utf-8")
    world.live_through("""
        git switch -q -c feature
        commit a
        branch The port is 8500
        git switch -q main
        git merge -q --ff-only feature""")
    with tended(world.root):
        pass
    world.live_through("sees")
