"""Does a name mean the right commit, and is the history of that commit told apart from others'?"""

from pathlib import Path

import pytest

from phantasm.contracts.errors import PhantasmError
from phantasm.workspace.branches.ancestry import revision
from phantasm.workspace.branches.revision import Revision
from tests.scenario.branches.world import World

UNKNOWN = "f" * 40


@pytest.fixture
def repository(tmp_path: Path) -> World:
    world = World(tmp_path / "repository")
    world.begin()
    return world


def test_tells_what_is_part_of_a_history(repository: World) -> None:
    first = repository.commit("a")
    repository.git("tag", "-a", "-m", "one", "v1.0")
    repository.git("switch", "-q", "-c", "side")
    aside = repository.commit("b")
    repository.git("switch", "-q", "main")
    later = repository.commit("c")
    found = revision(repository.root, "v1.0", [first, aside, later, UNKNOWN])
    assert found.commit == first
    assert found.inside == {first}
    assert found.outside == {aside, later}
    assert revision(repository.root, "side", [first, aside, later]).inside == {first, aside}
    assert revision(repository.root, later[:8], [first, aside, later]).inside == {first, later}
    assert revision(repository.root, "main", []).inside == frozenset()


def test_the_time_tells_where_the_commit_does_not() -> None:
    asked = Revision("c", "2026-11-02", frozenset({"a"}), frozenset({"b"}))
    assert asked.has("a", "2026-11-09")
    assert not asked.has("b", "2026-11-01")
    assert asked.has(None, "2026-11-01")
    assert asked.has("gone", "2026-11-02")
    assert not asked.has(None, "2026-11-03")


@pytest.mark.parametrize("name", ["v9", "", "--all", "HEAD:README", "main..side", "0" * 40])
def test_refuses_what_means_no_commit(repository: World, name: str) -> None:
    with pytest.raises(PhantasmError, match="git knows no commit") as problem:
        revision(repository.root, name, [])
    assert problem.value.field == "params.at_commit"
    assert problem.value.remediation


def test_says_so_where_there_is_no_repository(tmp_path: Path) -> None:
    with pytest.raises(PhantasmError, match="no git repository"):
        revision(tmp_path, "v1.0", [])
