"""Checks come from files inside the project, and from nowhere else."""

from pathlib import Path

import pytest

from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.checks.files import CHECKS, read_file, read_folder, select

ONE = '[[check]]\nname = "{}"\nincludes = ["x"]\n'


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """Return a project with two files of checks."""
    root = tmp_path / "project"
    (root / CHECKS).mkdir(parents=True)
    (root / CHECKS / "b.toml").write_text(ONE.format("first") + ONE.format("second"), encoding="utf-8")
    (root / CHECKS / "a.toml").write_text(ONE.format("third"), encoding="utf-8")
    return Paths(root)


def _refused(paths: Paths, name: str) -> PhantasmError:
    with pytest.raises(PhantasmError) as raised:
        read_file(paths, name)
    return raised.value


def test_reads_every_file_by_name_and_nothing_else(paths: Paths) -> None:
    (paths.root / CHECKS / "notes.md").write_text("no checks", encoding="utf-8")
    (paths.root / CHECKS / ".#b.toml").symlink_to("nobody@nowhere")
    files = read_folder(paths)
    assert [file.name for file in files] == [f"{CHECKS}/a.toml", f"{CHECKS}/b.toml"]
    assert [check.name for file in files for check in file.checks] == ["third", "first", "second"]


def test_no_folder_is_no_checks(tmp_path: Path) -> None:
    assert read_folder(Paths(tmp_path)) == []


def test_reads_a_file_elsewhere_in_the_project(paths: Paths) -> None:
    (paths.root / "mine.toml").write_text(ONE.format("mine"), encoding="utf-8")
    (paths.root / CHECKS / "link.toml").symlink_to(paths.root / "mine.toml")
    assert read_file(paths, "mine.toml").checks == read_file(paths, f"{CHECKS}/link.toml").checks


def test_refuses_what_lies_outside(paths: Paths, tmp_path: Path) -> None:
    (tmp_path / "outside.toml").write_text(ONE.format("outside"), encoding="utf-8")
    (paths.root / CHECKS / "out.toml").symlink_to(tmp_path / "outside.toml")
    for name in ("../outside.toml", str(tmp_path / "outside.toml"), f"{CHECKS}/out.toml"):
        assert _refused(paths, name).code is Code.PATH_OUTSIDE_PROJECT, name
    with pytest.raises(PhantasmError, match=r"out\.toml: the file must lie inside the project"):
        read_folder(paths)
    paths.state.mkdir()
    (paths.state / "x.toml").write_text(ONE.format("state"), encoding="utf-8")
    assert _refused(paths, ".phantasm/state/x.toml").code is Code.PATH_OUTSIDE_PROJECT


def test_refuses_a_folder_that_leads_outside(paths: Paths, tmp_path: Path) -> None:
    (paths.root / CHECKS).rename(tmp_path / "elsewhere")
    (paths.root / CHECKS).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PhantasmError) as raised:
        read_folder(paths)
    assert raised.value.code is Code.PATH_OUTSIDE_PROJECT


def test_says_what_cannot_be_read(paths: Paths) -> None:
    assert _refused(paths, "nothing.toml").code is Code.NOT_FOUND
    (paths.root / "folder.toml").mkdir()
    assert _refused(paths, "folder.toml").message == "folder.toml: is not a regular file"
    (paths.root / "bytes.toml").write_bytes(b"\xff")
    assert _refused(paths, "bytes.toml").message == "bytes.toml: is not valid UTF-8 at byte 0"
    (paths.root / "large.toml").write_text("#\n" * 40_000, encoding="utf-8")
    assert "is larger than" in _refused(paths, "large.toml").message


def test_chooses_by_the_name_of_a_check_or_a_file(paths: Paths) -> None:
    files = read_folder(paths)
    assert select(files, []) == files
    assert [[one.name for one in file.checks] for file in select(files, ["second", "a"])] == [
        ["third"],
        ["second"],
    ]
    with pytest.raises(PhantasmError, match=r"no check is called 'secnd' \(did you mean 'second'\?\)"):
        select(files, ["secnd"])
