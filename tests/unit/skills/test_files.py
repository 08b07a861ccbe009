"""Skills are read and written inside their folder, never through a link, and what we wrote is private."""

import stat
from pathlib import Path

import pytest

from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError
from phantasm.skills.files import FOLDER, MAX_BYTES, Shelf, carry_out, on_shelf, shelf_at
from phantasm.skills.packaging import package
from phantasm.skills.plan import Held, Move
from tests.unit.skills.samples import RELEASE

NAME = "release-a-version"
TEXT = package(RELEASE, NAME).text
WRITE = Move(NAME, RELEASE.lineage, "created", TEXT, TEXT)
REMOVE = Move(NAME, RELEASE.lineage, "withdrawn", None, None)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    paths = Paths(tmp_path)
    paths.temporary.mkdir(parents=True)
    return shelf_at(paths, FOLDER)


def test_writes_remembers_and_takes_back(shelf: Shelf) -> None:
    carry_out(shelf, WRITE)
    file = shelf.paths.root / FOLDER / NAME / "SKILL.md"
    assert file.read_text(encoding="utf-8") == TEXT
    assert on_shelf(shelf) == {NAME: Held(NAME, TEXT, TEXT)}
    remembered = shelf.memory / f"{NAME}.md"
    assert stat.S_IMODE(remembered.stat().st_mode) == 0o600
    assert stat.S_IMODE(shelf.memory.stat().st_mode) == 0o700
    carry_out(shelf, REMOVE)
    assert not file.parent.exists()
    assert on_shelf(shelf) == {}


def test_leaves_what_else_lies_in_the_folder(shelf: Shelf) -> None:
    carry_out(shelf, WRITE)
    beside = shelf.folder / NAME / "notes.md"
    beside.write_text("ours", encoding="utf-8")
    carry_out(shelf, REMOVE)
    assert beside.read_text(encoding="utf-8") == "ours"
    assert not (shelf.folder / NAME / "SKILL.md").exists()


def test_two_folders_are_remembered_apart(shelf: Shelf) -> None:
    other = shelf_at(shelf.paths, ".claude/skills")
    carry_out(shelf, WRITE)
    assert on_shelf(other) == {}


def test_forgets_without_touching_what_it_leaves(shelf: Shelf) -> None:
    carry_out(shelf, WRITE)
    carry_out(shelf, Move(NAME, RELEASE.lineage, "left", None, None, reason="unreadable"))
    assert on_shelf(shelf) == {NAME: Held(NAME, TEXT, None)}


@pytest.mark.parametrize("folder", ["../elsewhere", "/etc", ".phantasm/state/x", ".git/skills", ".", "a\0b"])
def test_refuses_folders_that_are_not_for_skills(shelf: Shelf, folder: str) -> None:
    with pytest.raises(PhantasmError) as refused:
        shelf_at(shelf.paths, folder)
    assert refused.value.code in {Code.PATH_OUTSIDE_PROJECT, Code.INVALID_PARAMS}


def test_refuses_a_file_for_a_folder(shelf: Shelf) -> None:
    (shelf.paths.root / "file").write_text("x", encoding="utf-8")
    with pytest.raises(PhantasmError, match="no folder for skills"):
        shelf_at(shelf.paths, "file")


def test_never_goes_through_a_link(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "SKILL.md").write_text("private", encoding="utf-8")
    shelf.folder.mkdir(parents=True)
    (shelf.folder / NAME).symlink_to(outside)
    assert on_shelf(shelf) == {}
    for move in (WRITE, REMOVE):
        with pytest.raises(PhantasmError, match="link"):
            carry_out(shelf, move)
    (shelf.folder / NAME).unlink()
    (shelf.folder / NAME).mkdir()
    (shelf.folder / NAME / "SKILL.md").symlink_to(shelf.paths.root / "README.md")
    assert on_shelf(shelf) == {NAME: Held(NAME, None, None, readable=False)}
    with pytest.raises(PhantasmError, match="link"):
        carry_out(shelf, WRITE)
    assert (outside / "SKILL.md").read_text(encoding="utf-8") == "private"


@pytest.mark.parametrize("name", ["..", ".", "a/b", "/etc", "../../x"])
def test_refuses_names_that_leave_the_folder(shelf: Shelf, name: str) -> None:
    with pytest.raises(PhantasmError):
        carry_out(shelf, Move(name, "rec_x", "created", TEXT, TEXT))


def test_what_is_no_text_is_unreadable(shelf: Shelf) -> None:
    for name, data in (("binary", b"\xff\xfe\x00"), ("large", b"x" * (MAX_BYTES + 1))):
        (shelf.folder / name).mkdir(parents=True)
        (shelf.folder / name / "SKILL.md").write_bytes(data)
    (shelf.folder / "empty").mkdir()
    found = on_shelf(shelf)
    assert [(name, one.readable) for name, one in found.items()] == [
        ("binary", False),
        ("empty", True),
        ("large", False),
    ]


def test_a_linked_folder_inside_the_project_is_the_folder(shelf: Shelf) -> None:
    shelf.folder.mkdir(parents=True)
    (shelf.paths.root / ".claude").mkdir()
    (shelf.paths.root / ".claude" / "skills").symlink_to(shelf.folder)
    assert shelf_at(shelf.paths, ".claude/skills") == shelf
