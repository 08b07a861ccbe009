"""What tests of adapters may use: a fresh project, opened as a program that may write."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from phantasm.config.paths import Paths
from phantasm.surfaces.python.project import Project
from tests.fixtures.projects import lay_out_state


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return the root of a fresh project."""
    lay_out_state(Paths(tmp_path))
    return tmp_path


@pytest.fixture
def writer(root: Path) -> Iterator[Project]:
    """Yield the project, opened with a profile that may write."""
    with Project.open(root, profile="claude_code") as opened:
        yield opened
