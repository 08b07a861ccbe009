"""Which files are never captured? Those that a glob of `hooks.ignore` names. Pure.

As in .gitignore: a glob without a slash inside names files and folders at any depth, one with a slash is
read from the project's root, `**` is any number of folders, and whatever lies below a folder that is named is
named as well. There is no `!`: what is ignored is not taken back by a later line.
"""

import fnmatch
import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

_BETWEEN_WORDS: Final = re.compile(r"[\s'\"=;|&<>(){},:`$@]+")
"""What stands between the words of a command line that may be paths."""
_UP: Final = re.compile(r"^(?:\.\./)+")
_ANY_FOLDERS: Final = "**"

Glob = tuple[re.Pattern[str] | None, ...]
"""What each part of a path has to look like; None: any number of parts."""


@dataclass(frozen=True, slots=True)
class Ignored:
    """Which files are never captured."""

    globs: tuple[Glob, ...] = ()
    root: str = "/"

    def has_file(self, file: str, folder: str | None = None) -> bool:
        """Tell whether a file is one of them; `folder` is where the session works."""
        paths = [path.split("/") for path in self._paths(file, folder)] if self.globs else []
        return any(_names(glob, path) for path in paths for glob in self.globs)

    def is_in(self, command: str, folder: str | None = None) -> bool:
        """Tell whether a command line names one of them."""
        words = dict.fromkeys(_BETWEEN_WORDS.split(command)) if self.globs else ()
        return any(self.has_file(word, folder) for word in words if word)

    def _paths(self, file: str, folder: str | None) -> Iterator[str]:
        """Yield what a file may be called inside the project; in doubt more is ignored, not less."""
        path = posixpath.normpath(file.replace("\\", "/"))
        inside = _below(folder, self.root) if folder else None
        if not path.startswith("/"):
            yield _UP.sub("", path)
            if inside:
                yield posixpath.normpath(f"{inside}/{path}")
            return
        # A folder outside of the root is another worktree of the same project.
        places = [self.root, *([folder] if folder and inside is None else [])]
        yield from [found for place in places if (found := _below(path, place)) is not None] or [path]


def ignoring(globs: Sequence[str], root: str) -> Ignored:
    """Return which files some globs name in the project at a root."""
    return Ignored(tuple(parts for glob in globs if (parts := _parts(glob))), root)


def _parts(glob: str) -> Glob:
    written = glob.strip().rstrip("/")
    plain = posixpath.normpath(written.removesuffix("/**") or ".")
    if plain in {".", "/"}:
        return ()
    parts = ([] if "/" in written else [_ANY_FOLDERS]) + plain.strip("/").split("/")
    return tuple(None if part == _ANY_FOLDERS else re.compile(fnmatch.translate(part)) for part in parts)


def _names(glob: Glob, path: Sequence[str]) -> bool:
    """Tell whether a glob names a path or a folder above it, in one pass over the path."""
    reached = _with_none(glob, {0})
    for part in path:
        forward: set[int] = set()
        for place in reached:
            wanted = glob[place]
            if wanted is None:
                forward.add(place)
            elif wanted.match(part):
                forward.add(place + 1)
        reached = _with_none(glob, forward)
        if len(glob) in reached:
            return True
    return False


def _with_none(glob: Glob, reached: set[int]) -> set[int]:
    """Return what is reached as well where any number of folders is none."""
    for place in range(min(reached, default=len(glob)), len(glob)):
        if place in reached and glob[place] is None:
            reached.add(place + 1)
    return reached


def _below(path: str, folder: str) -> str | None:
    """Return what a path is called inside a folder; None where it is not in it."""
    place = folder.rstrip("/")
    if path.rstrip("/") == place:
        return "."
    return path[len(place) + 1 :] if path.startswith(f"{place}/") else None
