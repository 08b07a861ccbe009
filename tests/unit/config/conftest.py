"""What config tests share: a user folder of their own, and no settings from outside."""

from pathlib import Path

import pytest

from phantasm.config.paths import Paths


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    """Return a project with an empty `.phantasm`, and approvals that belong to this test alone."""
    monkeypatch.setenv("PHANTASM_HOME", str(tmp_path / "home"))
    made = Paths(tmp_path / "project")
    made.folder.mkdir(parents=True)
    return made
