"""Where do skills lie, and how are they read and written? Only inside their folder, never through a link."""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from phantasm.config.paths import Paths
from phantasm.contracts.errors import Code, PhantasmError, Remediation
from phantasm.skills.plan import Held, Move
from phantasm.storage.files import fsync, is_file, make_private_folder, write_durably
from phantasm.workspace.project_files import place_of, write_whole

FOLDER = ".agents/skills"
"""Where agents of every maker look (agentskills.io)."""

SKILL_FILE = "SKILL.md"

MAX_BYTES = 2_000_000
"""Of a skill that is read: four bytes for each character that is merged; what is larger is left alone."""

MAX_SKILLS = 2_000
"""Folders that are looked into: far more than any agent could be told of."""

_SHELF_CHARACTERS = 16


@dataclass(frozen=True, slots=True)
class Shelf:
    """A folder of skills, and where we remember what we wrote into it."""

    paths: Paths
    folder: Path
    """Links resolved: inside the project, and not among its private files."""

    @property
    def shown(self) -> str:
        """The folder, relative to the project."""
        return self.folder.relative_to(self.paths.root.resolve()).as_posix()

    @property
    def memory(self) -> Path:
        """Where what was written last is kept: private, and not in the repository."""
        digest = hashlib.sha256(self.shown.encode("utf-8", "surrogateescape")).hexdigest()
        return self.paths.state / "skills" / digest[:_SHELF_CHARACTERS]


def shelf_at(paths: Paths, folder: str) -> Shelf:
    """Return the shelf at a folder of the project; refuses what is outside, and a folder that is a file."""
    place = place_of(paths, folder, field="params.folder")
    if place == paths.root.resolve() or (place.exists() and not place.is_dir()):
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"{folder} is no folder for skills",
            field="params.folder",
            expected="a folder inside the project",
        )
    return Shelf(paths, place)


def on_shelf(shelf: Shelf) -> dict[str, Held]:
    """Return every skill that lies there or that we remember, by its folder's name."""
    names = {path.name for path in _folders(shelf.folder)}
    remembered = {path.stem for path in _remembered(shelf)}
    found: dict[str, Held] = {}
    for name in sorted(names | remembered):
        file = shelf.folder / name / SKILL_FILE
        text = _read(file)
        readable = text is not None or not (file.is_symlink() or file.exists())
        found[name] = Held(name, text, _read(_memory_of(shelf, name)), readable)
    return found


def carry_out(shelf: Shelf, move: Move) -> None:
    """Make the file and our memory of it what a move says.

    The file first: one that we do not remember but that says what we would write is ours all the same.
    """
    if move.outcome != "left":
        place = _place(shelf, move.name)
        if move.text is None:
            _remove(place)
        elif _read(place) != move.text:
            write_whole(shelf.paths, place, move.text.encode())
    memory = _memory_of(shelf, move.name)
    if move.base is None:
        memory.unlink(missing_ok=True)
    elif _read(memory) != move.base:
        make_private_folder(shelf.memory.parent)
        make_private_folder(shelf.memory)
        write_durably(memory, move.base.encode())


def _place(shelf: Shelf, name: str) -> Path:
    """Return where a skill's file is; refuses a link on the way: it could lead to any file of the project."""
    place = shelf.folder / name / SKILL_FILE
    inside = Path(name).parts == (name,) and name not in {".", ".."} and "\x00" not in name
    if not inside or place.resolve() != place:
        raise PhantasmError(
            Code.PATH_OUTSIDE_PROJECT,
            f"the skill {name} is a link to somewhere else",
            field="params.folder",
            expected="folders and files, no links",
            remediation=(Remediation("Replace the link with the folder itself, or name another folder."),),
        )
    return place


def _folders(folder: Path) -> Iterator[Path]:
    if not folder.is_dir():
        return
    with os.scandir(folder) as entries:
        found = sorted(entry.path for entry in entries if entry.is_dir(follow_symlinks=False))
    yield from (Path(path) for path in found[:MAX_SKILLS])


def _remembered(shelf: Shelf) -> list[Path]:
    return sorted(shelf.memory.glob("*.md")) if shelf.memory.is_dir() else []


def _memory_of(shelf: Shelf, name: str) -> Path:
    return shelf.memory / f"{name}.md"


def _read(path: Path) -> str | None:
    """Return a file's text; None for what is no file, not text, too large or behind a link."""
    if path.is_symlink() or not is_file(path) or path.stat().st_size > MAX_BYTES:
        return None
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return None


def _remove(place: Path) -> None:
    """Remove a skill's file, and its folder where nothing else is in it."""
    if not place.exists():
        return
    place.unlink()
    if not any(place.parent.iterdir()):
        place.parent.rmdir()
        fsync(place.parent.parent)
    else:
        fsync(place.parent)
