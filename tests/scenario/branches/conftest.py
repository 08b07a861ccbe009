"""What the scenarios share: a memory that is made once and copied, and a repository for each."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from phantasm.config.paths import Paths
from phantasm.runtime.setup.project import lay_out_state
from tests.scenario.branches.world import World


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a fresh memory."""
    folder = tmp_path_factory.mktemp("prepared")
    lay_out_state(Paths(folder))
    return folder


@pytest.fixture
def world(tmp_path: Path, prepared: Path) -> Iterator[World]:
    """Yield a repository with one commit and an empty memory."""
    made = World(tmp_path / "repository", prepared)
    made.begin()
    yield made
    made.close()
