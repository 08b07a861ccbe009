"""Are approvals kept privately, per file, and worthless when damaged?"""

import stat
from pathlib import Path

import pytest

from phantasm.config import approvals
from phantasm.config.paths import Paths


def test_an_approval_is_remembered_for_its_file(paths: Paths) -> None:
    approvals.approve(paths.settings, "one")
    approvals.approve(paths.clients, "two")
    approvals.approve(paths.settings, "three")
    assert approvals.hashes(paths.settings) == {"one", "three"}
    assert approvals.hashes(paths.clients) == {"two"}


def test_approvals_are_private(paths: Paths, tmp_path: Path) -> None:
    approvals.approve(paths.settings, "one")
    home = tmp_path / "home"
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert [stat.S_IMODE(path.stat().st_mode) for path in home.iterdir()] == [0o600]


def test_only_the_newest_are_kept(paths: Paths) -> None:
    for number in range(30):
        approvals.approve(paths.settings, str(number))
    assert approvals.hashes(paths.settings) == {str(number) for number in range(10, 30)}


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b'{"a": "one"}', b"null"])
def test_a_damaged_file_approves_nothing(paths: Paths, tmp_path: Path, content: bytes) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "approvals.json").write_bytes(content)
    assert approvals.hashes(paths.settings) == frozenset()
    approvals.approve(paths.settings, "one")
    assert approvals.hashes(paths.settings) == {"one"}
