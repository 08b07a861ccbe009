"""What the end-to-end tests share: an empty folder, and a bootstrapped project."""

import shutil
from pathlib import Path

import pytest

from tests.e2e.processes import Place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """Return an empty folder."""
    return Place(tmp_path)


@pytest.fixture(scope="session")
def bootstrapped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that was bootstrapped through the command itself; for copying."""
    made = Place(tmp_path_factory.mktemp("bootstrapped"))
    assert made.run("bootstrap").status == 0
    return made.root


@pytest.fixture
def project_place(place: Place, bootstrapped: Path) -> Place:
    """Return a project of its own."""
    shutil.copytree(bootstrapped, place.root, dirs_exist_ok=True)
    place.trust()
    return place
