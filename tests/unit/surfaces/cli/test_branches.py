"""Is it shown what became of branches, and do records follow at a word?"""

from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from phantasm.config.paths import Paths
from phantasm.runtime.setup.project import lay_out_state
from phantasm.surfaces.cli import branches, memory
from tests.scenario.branches.world import World
from tests.unit.surfaces.cli.rendering import printed


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setenv("PHANTASM_CLIENT", "scheduler")
    made = World(tmp_path / "repository")
    made.begin()
    lay_out_state(Paths(made.root))
    chosen = "[workspace]\nfollow_branches = false\n"
    (made.root / ".phantasm" / "phantasm.toml").write_text(chosen, encoding="utf-8")
    yield made
    made.close()


def _invoke(root: Path, *arguments: str) -> tuple[int, str]:
    app = typer.Typer()

    @app.callback()
    def choose(context: typer.Context) -> None:
        context.obj = root

    app.command()(branches.branches)
    app.command("list")(memory.list_records)
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.output


def test_shows_what_waits_and_follows_at_a_word(world: World) -> None:
    world.live_through("""
        git switch -q -c feature
        commit a
        branch The port is 8500
        worktree The cache is Redis
        git switch -q main
        git tag before
        git merge -q --no-ff --no-edit feature""")
    code, out = _invoke(world.root, "branches")
    assert code == 0
    assert "merged (merge)" in out
    assert "1 to follow" in out
    assert _invoke(world.root, "branches", "--follow", "--dry-run")[1] == out
    code, out = _invoke(world.root, "branches", "--follow")
    assert (code, "promoted as" in out) == (0, True)
    assert "nothing has happened" in _invoke(world.root, "branches", "--follow")[1]
    assert "The port is 8500" in _invoke(world.root, "list")[1]
    assert "The port is 8500" not in _invoke(world.root, "list", "--at", "before")[1]
    code, out = _invoke(world.root, "list", "--at", "v9")
    assert (code, "git knows no commit 'v9'" in out) == (2, True)


def test_says_when_there_is_nothing_to_say(world: World) -> None:
    assert "no record belongs to a branch" in _invoke(world.root, "branches")[1]
    assert "git cannot be asked here" in printed(branches.shown({"git": False}))
    removed = {"git": True, "worktrees": [{"name": "side", "present": False, "records": 2}]}
    assert "removed" in printed(branches.shown(removed))
