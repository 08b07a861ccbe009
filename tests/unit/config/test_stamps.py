"""A changed configuration is seen by its files: the two of the project, and the user's approvals."""

from pathlib import Path

import pytest

from phantasm.config import trust
from phantasm.config.paths import Paths
from phantasm.config.trust import stamps


def test_every_file_that_matters_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PHANTASM_HOME", str(tmp_path / "user"))
    paths = Paths(tmp_path)
    paths.folder.mkdir()
    seen = [stamps(paths)]
    assert set(seen[0].values()) == {None}
    paths.settings.write_text("version = 'v1'")
    seen.append(stamps(paths))
    paths.clients.write_text("version = 'v1'")
    seen.append(stamps(paths))
    trust.approve(((paths.settings, "0" * 64),), str(tmp_path), ())
    seen.append(stamps(paths))
    assert len({str(one) for one in seen}) == 4
