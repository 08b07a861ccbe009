"""Indexes are derived: killed, deleted, shared or locked, they end up the same and nothing is lost."""

import shutil
import subprocess
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from campaigns import indexlaws, locked
from campaigns.indexchild import must, open_with, rankings
from campaigns.processes import REPOSITORY, module_command
from campaigns.verdict import DEFAULT_SEED
from phantasm.capabilities.clock import FixedClock
from phantasm.config.paths import Paths
from phantasm.runtime.bootstrap import open_project
from tests.conftest import PERSON, Project
from tests.scenario.life import LIVES, Step, a_life

pytestmark = pytest.mark.usefixtures("hashed_words")

QUESTIONS = ("Where is the port?", "PostgreSQL 16 database", "owner Sarah", "seen region Berlin")
ARMS = ("hybrid", "dense", "lexical")
# The change of generations needs the shipped model and a large store: the full campaign tries it.
_LAWS = ("deleting loses nothing", "two at once", "restored starts anew", "erased is gone")


@pytest.fixture
def hashed_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "hashing")


def _answers(project: Project) -> list[Any]:
    """Ask every question on every arm, always at the same moment: how old something is counts."""
    found = []
    with open_project(project.root, clock=FixedClock(datetime(2026, 12, 1, tzinfo=UTC))) as runtime:
        for arms, query in product(ARMS, QUESTIONS):
            asked = project.request("search", profile="cli", query=query, arms=arms, explain=True, limit=100)
            response = runtime.handle(asked, PERSON)
            assert response.error is None
            assert response.warnings == []
            found.append(response.data)
    return found


@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=LIVES, later=LIVES)
def test_a_rebuilt_index_gives_the_same_answers(steps: list[Step], later: list[Step]) -> None:
    with a_life() as life:
        project = life.project
        life.live_through(steps)
        project.get("embed", profile="cli")
        life.live_through(later)
        project.ask("set_state", profile="cli", ids=[life.records[0]], action="tombstone")
        project.get("embed", profile="cli")
        followed = _answers(project)
        shutil.rmtree(project.paths.indexes)
        project.get("embed", profile="cli")
        assert _answers(project) == followed
        assert project.get("reindex", profile="cli")["problems"] == []
        assert _answers(project) == followed


def test_a_killed_indexer_is_caught_up_with(tmp_path: Path) -> None:
    scene = indexlaws.Scene(tmp_path / "project", tmp_path, "hashing", DEFAULT_SEED, records=60, asked=5)
    root = scene.project()
    status = tmp_path / "status"
    command = module_command("indexchild", "index", root, "--provider", "hashing", "--file", status)
    with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE) as indexer:
        assert indexer.stdout is not None
        assert indexer.stdout.readline() == b"ready\n"
        indexer.kill()
    with open_with(root, "hashing") as runtime:
        must(runtime, "embed", {}, key="caught-up")
        caught_up = rankings(root, "hashing", scene.questions())
        shutil.rmtree(Paths(root).indexes)
        must(runtime, "embed", {}, key="anew")
    assert indexlaws.differing(caught_up, rankings(root, "hashing", scene.questions())) == []


@pytest.mark.parametrize("name", _LAWS)
def test_keeps_the_laws_of_indexes(tmp_path: Path, name: str) -> None:
    scene = indexlaws.Scene(tmp_path / "project", tmp_path, "hashing", DEFAULT_SEED, records=60, asked=5)
    assert list(indexlaws.LAWS[name](scene)) == []


def test_indexes_that_cannot_be_written_cost_only_vectors() -> None:
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)  # somebody else is to get in
        scene = indexlaws.Scene(
            Path(folder) / "project", Path(folder), "hashing", DEFAULT_SEED, records=60, asked=5
        )
        assert list(locked.read_only_degrades(scene)) == []


def test_what_is_new_is_found_by_its_words_at_once(project: Project) -> None:
    project.hold("The queue is drained.")
    project.get("embed", profile="cli")
    new = project.hold("The parser reads quokkas.")
    for arms in ("lexical", "hybrid"):
        assert project.get("search", query="quokkas", arms=arms)["hits"][0]["id"] == new


def test_says_that_only_words_were_compared(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.hold("The queue is drained.")
    monkeypatch.setenv("PHANTASM_EMBEDDING__PROVIDER", "none")
    with project.open() as runtime:
        response = runtime.handle(project.request("search", query="queue"))
    assert [warned.code for warned in response.warnings] == ["lexical_only"]
    assert response.data is not None
    assert response.data["hits"]
