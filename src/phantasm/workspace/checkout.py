"""What is in the working tree? Files, their content and what they define, each looked at once.

A checkout is looked at for one request: what was read stays as it was read. Nothing outside the tree is read,
whatever a link or a path says, and nothing is written. Where git's index says what a file holds and the file
has not been touched since, the file itself is not read.
"""

import os
import stat
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, TypeVar, cast

from phantasm.workspace import contents
from phantasm.workspace.index import Index, index_of, is_fresh, object_format
from phantasm.workspace.occurrences import Occurrences
from phantasm.workspace.place import commit_at, git_folder

if TYPE_CHECKING:
    from phantasm.workspace.git import Asked
    from phantasm.workspace.symbols.model import Outline

_MOST_ASKED = 200
"""How many old contents git is asked for at once: what comes back is held in memory."""
_KEPT_ASIDE = ("/.git/", "/.phantasm/state/")

Found = TypeVar("Found")

Signature = tuple[int, int, int, int, int]
"""How a file looks from outside: modified and changed in nanoseconds, inode, mode, size."""


class Checkout:
    """A folder of a working tree, often its top; paths are relative to it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._top = f"{self.root}/"
        self._signatures: dict[str, Signature | None] = {}
        self._folders: dict[str, bool] = {}
        self._blobs: dict[str, str | None] = {}
        self._texts: dict[str, str | None] = {}
        self._old: dict[str, str | None] = {}
        self._trees: dict[str, dict[str, str]] = {}
        self._outlines: dict[str, Outline] = {}
        self._occurrences = Occurrences(self, lambda path: self._bytes(path, contents.LARGEST_BYTES))
        self._found_out: dict[tuple[object, ...], object] = {}

    @cached_property
    def _real_top(self) -> str:
        """The root with a slash behind it, links resolved."""
        return f"{os.path.realpath(self.root).rstrip('/')}/"

    @cached_property
    def git(self) -> "Asked":
        """Git, as it is asked about this tree."""
        from phantasm.workspace.git import Asked  # noqa: PLC0415  starts processes, which most looks do without

        return Asked(self.root)

    @cached_property
    def can_tell(self) -> bool:
        """Tell whether what is not found here is not here: without git, little is found in a repository."""
        return git_folder(self.root) is None or self.git.is_there()

    def once(self, find_out: Callable[..., Found], *about: str | None) -> Found:
        """Return what a function finds out about this tree; it is asked once, and asks what it likes."""
        key = (find_out, *about)
        if key not in self._found_out:
            self._found_out[key] = find_out(self, *about)
        return cast("Found", self._found_out[key])

    def knows(self, find_out: Callable[..., object], *about: str | None) -> bool:
        """Tell whether a function has found out already, so that asking costs nothing."""
        return (find_out, *about) in self._found_out

    @cached_property
    def commit(self) -> str | None:
        """The commit that is checked out; None before the first one, and outside a repository."""
        return commit_at(self.root)

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """Every file that the repository has or would take; without one, those of the folder."""
        if git_folder(self.root) is None:
            return tuple(sorted(name for name in contents.walked(self.root) if self.has(name)))
        found = self.git.text("ls-files", "-z", "--others", "--exclude-standard") or ""
        names = {*self._index.entries, *found.split("\0")}
        return tuple(sorted(name for name in names if name and self.has(name)))

    @cached_property
    def by_name(self) -> dict[str, list[str]]:
        """The paths by the last part of each."""
        named: dict[str, list[str]] = {}
        for path in self.paths:
            named.setdefault(path.rpartition("/")[2], []).append(path)
        return named

    @property
    def looked_at(self) -> list[str]:
        """The files whose content somebody has asked for so far, in order; also those that are not there."""
        return sorted({*self._blobs, *self._texts})

    def named(self, name: str) -> list[str]:
        """Return the paths that a name may mean: the path itself, else those that end with it."""
        wanted = name.replace("\\", "/").removeprefix("./")
        last = self.by_name.get(wanted.rpartition("/")[2], [])
        return [wanted] if wanted in last else [path for path in last if path.endswith(f"/{wanted}")]

    def has(self, path: str) -> bool:
        """Tell whether there is such a file in the tree."""
        return self.signature(path) is not None

    def signature(self, path: str) -> Signature | None:
        """Return how a file looks from outside; None where there is no such file in the tree."""
        try:
            return self._signatures[path]
        except KeyError:
            found = self._signatures[path] = self._looked_at(path)
            return found

    def blob(self, path: str) -> str | None:
        """Return the id of a file's content, as git would name it; None where there is no such file."""
        try:
            return self._blobs[path]
        except KeyError:
            found = self._blobs[path] = self._blob(path)
            return found

    def size(self, path: str) -> int:
        """Return how many bytes a file has; 0 where there is none."""
        signature = self.signature(path)
        return signature[-1] if signature else 0

    def is_kept(self, path: str) -> bool:
        """Tell whether git has a file's content as it is, so that it can be asked for later."""
        entry = self._index.entries.get(path)
        return entry is not None and entry.blob == self.blob(path)

    def read(self, path: str) -> str | None:
        """Return a file's text with plain line ends; None for what is absent, binary, large or outside."""
        if path not in self._texts:
            self._texts[path] = contents.as_text(self._bytes(path, contents.LARGEST_BYTES))
        return self._texts[path]

    def old(self, blob: str) -> str | None:
        """Return the text of a content that git has kept; None where it has not."""
        if blob not in self._old:
            self.recall([blob])
        return self._old[blob]

    def recall(self, blobs: Iterable[str]) -> None:
        """Ask git for many old contents at once, so that each is at hand later."""
        wanted = [blob for blob in dict.fromkeys(blobs) if blob not in self._old]
        for first in range(0, len(wanted), _MOST_ASKED):
            self._old |= contents.kept_contents(self.git, wanted[first : first + _MOST_ASKED])

    def tree_at(self, commit: str | None) -> dict[str, str]:
        """Return what a commit held, blob by path; nothing for a commit that git does not know."""
        if commit is None or not contents.is_object_name(commit):
            return {}
        if commit not in self._trees:
            listed = self.git.text("ls-tree", "-r", "-z", commit) or ""
            rows = (row.partition("\t") for row in listed.split("\0") if row)
            self._trees[commit] = {path: about.rpartition(" ")[2] for about, _, path in rows}
        return self._trees[commit]

    def outline(self, path: str) -> "Outline":
        """Return what a file defines; nothing for a file that cannot be read."""
        if path not in self._outlines:
            from phantasm.workspace.symbols.outline import outline_of  # noqa: PLC0415  brings the grammars

            self._outlines[path] = outline_of(path, self.read(path) or "")
        return self._outlines[path]

    def holding(self, word: str) -> list[str]:
        """Return the files in which a word occurs."""
        return self._occurrences.of(word)

    def expect(self, words: Iterable[str]) -> None:
        """Prepare for many words that are about to be asked for."""
        self._occurrences.expect(words)

    @cached_property
    def _named_by(self) -> str:
        folder = git_folder(self.root)
        return object_format(folder) if folder else "sha1"

    @cached_property
    def _index(self) -> Index:
        return index_of(self.root, self._named_by, lambda: self.git.text("ls-files", "--stage", "-z") or "")

    def _blob(self, path: str) -> str | None:
        signature = self.signature(path)
        if signature is None:
            return None
        entry = self._index.entries.get(path)
        if entry is not None and is_fresh(entry, signature, self._index.written):
            return entry.blob
        data = self._bytes(path, contents.MOST_HASHED_BYTES)
        return None if data is None else contents.blob_of(data, self._named_by)

    def _looked_at(self, path: str) -> Signature | None:
        """Look at a file from outside; None for what is absent, no file, or leads out of the tree."""
        if path == ".git" or not self._is_inside(path):
            return None
        try:
            found = os.lstat(self._top + path)
            if stat.S_ISLNK(found.st_mode):
                target = os.path.realpath(self._top + path)
                if not self._is_ours(target):
                    return None
                found = os.stat(target)  # noqa: PTH116  thousands of files: a Path for each costs more than this
        except (OSError, ValueError):
            return None
        if not stat.S_ISREG(found.st_mode):
            return None
        return found.st_mtime_ns, found.st_ctime_ns, found.st_ino, found.st_mode, found.st_size

    def _is_inside(self, path: str) -> bool:
        """Tell whether a path's folder lies in the tree and not in git's own folder, links resolved."""
        folder = path.rpartition("/")[0]
        if folder not in self._folders:
            strange = {"..", ".git"}.intersection(PurePosixPath(folder).parts)
            plain = not strange and "\0" not in folder and not folder.startswith("/")
            self._folders[folder] = plain and self._is_ours(f"{os.path.realpath(self._top + folder)}/")
        return self._folders[folder]

    def _is_ours(self, real: str) -> bool:
        """Tell whether a path, links resolved, is in the tree, and not in what git or this program keeps."""
        below = real[len(self._real_top) - 1 :]
        return real.startswith(self._real_top) and not any(name in below for name in _KEPT_ASIDE)

    def _bytes(self, path: str, at_most: int) -> bytes | None:
        size = self.size(path)
        if self.signature(path) is None or size > at_most:
            return None
        try:
            with open(self._top + path, "rb") as file:  # noqa: PTH123  as above
                return file.read(size)  # room for more would cost more than the reading
        except OSError:
            return None
