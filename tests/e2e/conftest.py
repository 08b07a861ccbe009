"""What the end-to-end tests share: an empty folder, and a bootstrapped project."""

from pathlib import Path

import pytest

from tests.e2e.processes import Place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """Return an empty folder."""
    return Place(tmp_path)


@pytest.fixture
def project_place(place: Place) -> Place:
    """Return a folder that was bootstrapped through the command itself."""
    assert place.run("bootstrap").status == 0
    return place
