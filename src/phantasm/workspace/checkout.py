"""What is in the working tree? Files, their content and what they define, each looked at once.

A checkout is looked at for one request: what was read stays as it was read. Nothing outside the tree is read,
whatever a link or a path says, and nothing is written.
"""

import hashlib
import os
from functools import cached_property
from pathlib import Path, PurePosixPath

from phantasm.workspace import git
from phantasm.workspace.place import commit_at, top_of
from phantasm.workspace.symbols.model import Outline
from phantasm.workspace.symbols.outline import outline_of

LARGEST_BYTES = 2_000_000
"""What is larger is data, not something that a person cites a function of."""
_MOST_FILES = 200_000
_NOT_WALKED = frozenset({".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__", ".phantasm"})


class Checkout:
    """The working tree that somebody stands in."""

    def __init__(self, start: Path) -> None:
        self.root = top_of(start) or start
        self._blobs: dict[str, str | None] = {}
        self._texts: dict[str, str | None] = {}
        self._outlines: dict[str, Outline] = {}
        self._holding: dict[str, list[str]] = {}

    @cached_property
    def commit(self) -> str | None:
        """The commit that is checked out; None before the first one, and outside a repository."""
        return commit_at(self.root)

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """Every file that the repository has or would take; without one, those of the folder."""
        found = git.answer(self.root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        names = found.split("\0") if found is not None else self._walked()
        return tuple(sorted({name for name in names if name and (self.root / name).is_file()}))

    @cached_property
    def by_name(self) -> dict[str, list[str]]:
        """The paths by the last part of each."""
        named: dict[str, list[str]] = {}
        for path in self.paths:
            named.setdefault(path.rpartition("/")[2], []).append(path)
        return named

    def named(self, name: str) -> list[str]:
        """Return the paths that a name may mean: the path itself, else those that end with it."""
        wanted = name.replace("\\", "/").removeprefix("./")
        last = self.by_name.get(wanted.rpartition("/")[2], [])
        return [wanted] if wanted in last else [path for path in last if path.endswith(f"/{wanted}")]

    def blob(self, path: str) -> str | None:
        """Return the id of a file's content, as git would name it; None where there is no such file."""
        if path not in self._blobs:
            data = self._bytes(path)
            self._blobs[path] = None if data is None else blob_of(data)
        return self._blobs[path]

    def read(self, path: str) -> str | None:
        """Return a file's text with plain line ends; None for what is absent, binary, large or outside."""
        if path not in self._texts:
            self._texts[path] = as_text(self._bytes(path))
        return self._texts[path]

    def old(self, blob: str) -> str | None:
        """Return the text of a content that git has kept; None where it has not."""
        try:
            return as_text(git.run(self.root, "cat-file", "blob", blob))
        except git.GitError:
            return None

    def outline(self, path: str) -> Outline:
        """Return what a file defines; nothing for a file that cannot be read."""
        if path not in self._outlines:
            self._outlines[path] = outline_of(path, self.read(path) or "")
        return self._outlines[path]

    def holding(self, word: str) -> list[str]:
        """Return the files in which a word occurs."""
        if word not in self._holding:
            self._holding[word] = self._grep(word)
        return self._holding[word]

    def _grep(self, word: str) -> list[str]:
        options = ("-l", "-z", "-I", "-w", "-F", "--untracked", "--no-color")
        try:
            found = git.text(self.root, "grep", *options, "-e", word)
        except git.GitError:  # also where nothing was found
            return [] if self.commit else [path for path in self.paths if word in (self.read(path) or "")]
        return sorted(name for name in found.split("\0") if name)

    def _bytes(self, path: str) -> bytes | None:
        place = self._place(path)
        if place is None:
            return None
        try:
            if not place.is_file() or place.stat().st_size > LARGEST_BYTES:
                return None
            return place.read_bytes()
        except OSError:
            return None

    def _place(self, path: str) -> Path | None:
        """Return where a path leads; None for what leads out of the tree or into git's own folder."""
        parts = PurePosixPath(path).parts
        if not parts or path.startswith("/") or "\0" in path or ".." in parts or parts[0] == ".git":
            return None
        place = self.root / path
        try:
            resolved = place.resolve()
        except (OSError, RuntimeError):
            return None
        return place if resolved.is_relative_to(self.root.resolve()) else None

    def _walked(self) -> list[str]:
        found: list[str] = []
        for folder, folders, files in os.walk(self.root):
            folders[:] = sorted(name for name in folders if name not in _NOT_WALKED)
            found += [(Path(folder) / name).relative_to(self.root).as_posix() for name in sorted(files)]
            if len(found) > _MOST_FILES:
                break
        return found


def blob_of(data: bytes) -> str:
    """Return the id under which git keeps a content."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def as_text(data: bytes | None) -> str | None:
    """Return bytes as text with plain line ends; None for what is no text."""
    if data is None or b"\0" in data[:8000]:
        return None
    return data.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
