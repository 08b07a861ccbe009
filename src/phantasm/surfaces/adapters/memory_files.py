"""What becomes of a command of the memory tool? It reads or changes the files under /memories.

A folder is there as long as a file is in it. Every change is a write in the journal: `audit` shows it and
`undo` takes it back, except for `delete`, which erases all versions.
"""

import posixpath
from collections.abc import Callable, Sequence

from phantasm.contracts.envelope import Response
from phantasm.surfaces.adapters import memory_notes, memory_wording
from phantasm.surfaces.adapters.memory_notes import TakenError
from phantasm.surfaces.adapters.memory_wording import ROOT, FileProblemError
from phantasm.surfaces.python.project import Project

# How often a change is tried again because somebody else was faster. Each time somebody else got on, so this
# many only come about where dozens of writers do nothing but edit one file.
_TRIES = 100
_MASKED = "\nNote: a secret in the text was masked before it was stored."


def view(project: Project, path: str, view_range: Sequence[int] | None) -> str:
    """Show a file with line numbers, or what is in a folder."""
    place = _locate(path)
    file = memory_notes.find(project, place)
    if file is not None:
        return memory_wording.numbered(path, file.text, view_range)
    below = memory_notes.below(project, place)
    if place and not below:
        raise memory_wording.missing(path)
    start = len(place) + 1 if place else 0
    return memory_wording.listing(path, [(one.path[start:], len(one.text.encode())) for one in below])


def create(project: Project, path: str, text: str) -> str:
    """Create a file that is not there yet."""
    place = _locate(path)
    exists = FileProblemError(f"File {path} already exists")
    if _is_taken(project, place):
        raise exists
    _refuse_inside_files(project, place)
    try:
        response = memory_notes.create(project, place, text)
    except TakenError as problem:
        raise exists from problem
    return f"File created successfully at: {path}" + _masked(response)


def str_replace(project: Project, path: str, old: str, new: str) -> str:
    """Replace the one occurrence of a passage."""
    return _edit(project, path, lambda text: memory_wording.replaced(path, text, old, new))


def insert(project: Project, path: str, line: int, addition: str) -> str:
    """Put lines in behind a line."""
    return _edit(project, path, lambda text: memory_wording.inserted(path, text, line, addition))


def delete(project: Project, path: str) -> str:
    """Erase a file, or a folder with everything in it."""
    place = _locate(path)
    if not place:
        raise FileProblemError(f"Cannot delete the {ROOT} directory itself")
    found = memory_notes.at(project, place)
    if not found:
        raise FileProblemError(f"The path {path} does not exist")
    memory_notes.erase(project, found, f"delete {place}")
    return f"Successfully deleted {path}"


def rename(project: Project, old: str, new: str) -> str:
    """Move a file or folder: the notes go on under their new keys, all of them or none."""
    place, goal = _locate(old), _locate(new)
    if not place:
        raise FileProblemError(f"Cannot rename the {ROOT} directory itself")
    exists = FileProblemError(f"The destination {new} already exists")
    if _is_taken(project, goal):
        raise exists
    for _ in range(_TRIES):
        found = memory_notes.at(project, place)
        if not found:
            raise FileProblemError(f"The path {old} does not exist")
        if goal.startswith(f"{place}/"):
            raise FileProblemError(f"Cannot move {old} into itself")
        _refuse_inside_files(project, goal)
        try:
            is_done = memory_notes.move(project, found, [goal + file.path[len(place) :] for file in found])
        except TakenError as problem:
            raise exists from problem
        if is_done:
            return f"Successfully renamed {old} to {new}"
    raise memory_wording.busy(old)


def clear(project: Project) -> str:
    """Erase every file."""
    found = memory_notes.below(project, "")
    if found:
        memory_notes.erase(project, found, "clear all memory")
    return "All memory cleared"


def _locate(path: str) -> str:
    """Return a path under the root, with `..` resolved; the root itself is the empty text."""
    if not path.startswith(ROOT):
        raise FileProblemError(f"Path must start with {ROOT}, got: {path}")
    inside = path.removeprefix(ROOT).lstrip("/")
    place = posixpath.normpath(posixpath.join(ROOT, inside))
    if place != ROOT and not place.startswith(f"{ROOT}/"):
        raise FileProblemError(f"Path {path} would escape {ROOT} directory")
    return place.removeprefix(ROOT).lstrip("/")


def _is_taken(project: Project, place: str) -> bool:
    return not place or bool(memory_notes.at(project, place))


def _refuse_inside_files(project: Project, place: str) -> None:
    folder = posixpath.dirname(place)
    while folder:
        if memory_notes.find(project, folder):
            raise FileProblemError(f"The path {ROOT}/{folder} is a file, not a directory")
        folder = posixpath.dirname(folder)


def _edit(project: Project, path: str, change: Callable[[str], tuple[str, str]]) -> str:
    """Change a file's text; where somebody else was faster, the change is made to what they wrote."""
    place = _locate(path)
    file = memory_notes.find(project, place)
    if file is None and _is_taken(project, place):
        raise FileProblemError(f"The path {path} is not a file.")
    if file is None:
        raise memory_wording.missing(path)
    for _ in range(_TRIES):
        text, told = change(file.text)
        if text == file.text:
            return told
        response = memory_notes.change(project, file, text)
        if response is not None:
            return told + _masked(response)
        file = memory_notes.find(project, place)
        if file is None:
            raise memory_wording.gone(path)
    raise memory_wording.busy(path)


def _masked(response: Response) -> str:
    """Say that something was masked; else the tool's words stand alone."""
    return _MASKED if any(warned.code == "secret_masked" for warned in response.warnings) else ""
