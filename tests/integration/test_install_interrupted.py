"""Can an installation that was killed at any write be finished, and undone?"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from phantasm.config.paths import Paths
from phantasm.runtime.setup.removal import uninstall
from tests.fixtures.installs import Ground
from tests.fixtures.interrupting import CLIENTS, prepared

ROOT = Path(__file__).parents[2]
Tree = dict[str, bytes | str | None]
"""Every file, link and folder of a project and a home."""


def killing(action: str) -> pytest.MarkDecorator:
    """Kill an action at every fourth of its writes, and at every one in the long tests."""
    steps = [pytest.param((action, 1), marks=pytest.mark.long), (action, 4)]
    return pytest.mark.parametrize("interrupted", steps, indirect=True, ids=["every", "some"])


@pytest.fixture
def interrupted(tmp_path: Path, request: pytest.FixtureRequest) -> list[Ground]:
    """Return the projects in which a process died, later in each."""
    action, step = request.param
    driver = [
        sys.executable,
        "-m",
        "tests.fixtures.interrupting",
        str(tmp_path / "killed"),
        action,
        str(step),
    ]
    done = subprocess.run(driver, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 15
    folders = sorted((tmp_path / "killed").iterdir())
    return [Ground(folder / "project", folder / "home") for folder in folders]


@pytest.fixture
def whole(tmp_path: Path) -> tuple[Tree, Tree]:
    """Return how a project is before and after an installation that nobody disturbs."""
    made = prepared(tmp_path / "whole")
    before = made.everything()
    made.install(*CLIENTS)
    return before, made.everything()


def assert_nothing_is_half(made: Ground, before: Tree, after: Tree) -> None:
    for name, content in made.everything().items():
        assert content in (before.get(name, b"missing"), after.get(name, b"missing")), name


@killing("install")
def test_a_killed_install_can_be_finished_and_can_be_undone(
    interrupted: list[Ground], whole: tuple[Tree, Tree], tmp_path: Path
) -> None:
    before, after = whole
    for number, made in enumerate(interrupted):
        assert_nothing_is_half(made, before, after)
        folder = tmp_path / "undone" / str(number)
        shutil.copytree(made.root.parent, folder, symlinks=True)
        undone = Ground(folder / "project", folder / "home")
        undone.remove()
        assert undone.everything() == before
        made.install(*CLIENTS)
        assert made.everything() == after
        made.remove()
        assert made.everything() == before


@killing("remove")
def test_a_killed_removal_can_be_finished(
    interrupted: list[Ground],
    whole: tuple[Tree, Tree],
) -> None:
    before, after = whole
    for made in interrupted:
        assert_nothing_is_half(made, before, after)
        made.remove()
        assert made.everything() == before


@killing("uninstall")
def test_a_killed_uninstall_can_be_finished(
    interrupted: list[Ground],
    whole: tuple[Tree, Tree],
) -> None:
    before, after = whole
    for made in interrupted:
        assert_nothing_is_half(made, before, after)
        if Paths(made.root).folder.exists():
            uninstall(made.root, dry_run=False, home=made.home)
        assert made.everything() == before
        assert not Paths(made.root).state.exists()
