"""The trust list is private, kept per place, and worthless when damaged or brought along."""

import json
import os
import shutil
import stat
from pathlib import Path

import pytest

from phantasm.config import trust
from phantasm.config.paths import Paths

NOW = "2026-11-01T12:00:00Z"


def _approve(paths: Paths, path: Path, digest: str) -> None:
    trust.approve(((path, digest),), str(paths.root), ())


def test_an_approval_is_remembered_for_its_file(paths: Paths) -> None:
    _approve(paths, paths.settings, "one")
    _approve(paths, paths.clients, "two")
    _approve(paths, paths.settings, "three")
    assert trust.hashes(paths.settings) == {"one", "three"}
    assert trust.hashes(paths.clients) == {"two"}


def test_the_list_is_private(paths: Paths, tmp_path: Path) -> None:
    _approve(paths, paths.settings, "one")
    home = tmp_path / "home"
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in home.iterdir()} == {0o600}


def test_only_the_newest_versions_are_kept(paths: Paths) -> None:
    for number in range(30):
        _approve(paths, paths.settings, str(number))
    assert trust.hashes(paths.settings) == {str(number) for number in range(10, 30)}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{",
        b"\xff",
        b'{"a": "one"}',
        b"null",
        b"[" * 100_000,
        b'{"format": 1, "folders": ["/*"]}',
    ],
)
def test_a_damaged_list_trusts_nothing_and_is_set_aside(paths: Paths, tmp_path: Path, content: bytes) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "trust.json").write_bytes(content)
    paths.state.mkdir()
    assert trust.hashes(paths.settings) == frozenset()
    assert "trust.json" in trust.doubt(str(paths.root))
    assert trust.read().problem
    _approve(paths, paths.settings, "one")
    assert trust.hashes(paths.settings) == {"one"}
    assert (home / "trust.json.set-aside").read_bytes() == content
    assert not trust.read().problem
    assert trust.doubt(str(paths.root)) == "nobody has accepted it at this place"


def test_a_list_that_others_may_write_to_trusts_nothing(paths: Paths, tmp_path: Path) -> None:
    paths.state.mkdir()
    trust.accept(str(paths.root), None, at=NOW)
    assert trust.doubt(str(paths.root)) == ""
    (tmp_path / "home" / "trust.json").chmod(0o622)
    assert "others may write" in trust.doubt(str(paths.root))


def test_a_list_that_was_copied_elsewhere_trusts_nothing(
    paths: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths.state.mkdir()
    trust.accept(str(paths.root), None, at=NOW)
    shutil.copytree(tmp_path / "home", tmp_path / "brought")
    for variable in ("PHANTASM_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.delenv("PHANTASM_HOME", raising=False)
        where = {"XDG_CONFIG_HOME": "phantasm", "HOME": ".config/phantasm"}.get(variable, "")
        (tmp_path / variable / where).parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(tmp_path / "brought", tmp_path / variable / where, dirs_exist_ok=True)
        with monkeypatch.context() as patched:
            patched.setenv(variable, str(tmp_path / variable))
            assert "not made where it lies" in trust.doubt(str(paths.root)), variable


def test_a_moved_swapped_or_unmarked_store_is_not_the_one_that_was_accepted(
    paths: Paths, tmp_path: Path
) -> None:
    paths.state.mkdir()
    trust.accept(str(paths.root), None, at=NOW)
    moved = tmp_path / "moved"
    paths.root.rename(moved)
    assert trust.doubt(str(moved)) == "nobody has accepted it at this place"
    shutil.copytree(moved, paths.root)
    assert "not the folder" in trust.doubt(str(paths.root))
    shutil.rmtree(paths.root)
    moved.rename(paths.root)
    assert trust.doubt(str(paths.root)) == ""
    # As where a file system gives the number of a folder that was removed to the next one.
    (paths.state / "mark").write_text("0" * 32)
    assert "its mark" in trust.doubt(str(paths.root))
    (paths.state / "mark").unlink()
    os.mkfifo(paths.state / "mark")
    assert "its mark" in trust.doubt(str(paths.root))


def test_a_folder_written_by_hand_is_believed_whatever_lies_there(paths: Paths, tmp_path: Path) -> None:
    paths.state.mkdir()
    _approve(paths, paths.settings, "one")
    told = json.loads((tmp_path / "home" / "trust.json").read_text())
    for folders, is_believed in (
        ([str(paths.root)], True),
        ([f"{tmp_path}/*"], True),
        ([str(tmp_path)], False),
        ([f"{paths.root}/*"], False),
    ):
        (tmp_path / "home" / "trust.json").write_text(json.dumps({**told, "folders": folders}))
        assert (trust.doubt(str(paths.root)) == "") == is_believed, folders


def test_variables_count_for_their_value_and_place(paths: Paths, tmp_path: Path) -> None:
    trust.approve((), str(paths.root), ["ONE=1", "TWO"])
    trust.approve((), trust.EVERYWHERE, ["THREE=3"])
    assert trust.approved_variables(str(paths.root)) == {"ONE=1", "TWO", "THREE=3"}
    assert trust.approved_variables(str(tmp_path)) == {"THREE=3"}
    assert trust.remove(str(paths.root))
    assert trust.approved_variables(str(paths.root)) == {"THREE=3"}
    assert not trust.remove(str(paths.root))
