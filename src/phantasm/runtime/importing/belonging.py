"""Is a transcript one of this project? By the folder that it names, else by what its client calls it."""

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_FOLDER: Final = re.compile(rb'"(?:cwd"\s*:\s*|directories"\s*:\s*\[\s*)("(?:[^"\\]|\\.)*")')
"""Where clients write the folder down; inside a text the quotation marks would have backslashes."""

_HASH: Final = re.compile(rb'"projectHash"\s*:\s*"([0-9a-f]{64})"')
_NO_LETTER: Final = re.compile(r"[^A-Za-z0-9]")


@dataclass(frozen=True, slots=True)
class Project:
    """The folders that a project is worked on in, as they are written and as they really are."""

    folders: frozenset[Path]
    names: frozenset[str]
    """What clients call it: they make a name, or a hash, of its folder."""

    def has(self, folder: str) -> bool:
        """Tell whether a folder lies in the project."""
        return any(path.is_relative_to(place) for path in _spellings(folder) for place in self.folders)


def project_at(root: Path) -> Project:
    """Return the folders of a project: its root, and the worktrees that git knows of."""
    written = [str(root)]
    for link in sorted((root / ".git" / "worktrees").glob("*/gitdir")):
        try:
            text = link.read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            continue
        written.append(str(Path(text).parent))
    folders = frozenset(spelling for folder in written for spelling in _spellings(folder))
    return Project(folders, frozenset(name for folder in folders for name in _names(folder)))


def belongs(project: Project, path: Path, beginning: bytes) -> bool:
    """Tell whether a transcript that a client keeps is one of this project.

    The folder that it names decides. Where it names none, what the client calls the project does.
    `beginning` is not compressed.
    """
    if folder := folder_in(beginning):
        return project.has(folder)
    if found := _HASH.search(beginning):
        return found[1].decode() in project.names
    return not project.names.isdisjoint(path.parts)


def folder_in(beginning: bytes) -> str | None:
    """Return the first folder that a transcript names in its beginning."""
    found = _FOLDER.search(beginning)
    try:
        folder = json.loads(found[1]) if found else None
    except ValueError:  # no JSON, or no text that there is
        return None
    return folder if isinstance(folder, str) and folder else None


def _spellings(folder: str) -> set[Path]:
    """Return a folder as it is written and as it really is; none where it is no place of this machine."""
    path = Path(folder)
    if not path.is_absolute() or "\x00" in folder:
        return set()
    try:
        return {path, path.resolve()}
    except (OSError, RuntimeError):  # a name that is too long, or links in a circle
        return {path}


def _names(folder: Path) -> set[str]:
    """Return what clients call the project of a folder."""
    path = str(folder)
    dashed = _NO_LETTER.sub("-", path)
    return {dashed, dashed.lstrip("-"), hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()}
