"""In which files does a word occur? Git tells it of one word; for many, each file is read once.

A word stands alone: no letter, digit or underscore is beside it, as git's `grep -w` has it.
"""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from phantasm.workspace.contents import is_data
from phantasm.workspace.place import git_folder

if TYPE_CHECKING:
    from phantasm.workspace.git import Asked

FEWEST_WORDS = 20
"""From so many on files are read: git takes some milliseconds for each word, and more where there is more."""
MOST_BYTES = 100_000_000
"""Of all files together: reading them takes about a second. Beyond it git is asked for each word."""
_WORD = re.compile(rb"[A-Za-z0-9_]+")
_OPTIONS = ("-l", "-z", "-I", "-w", "-F", "--untracked", "--no-color")


class Tree(Protocol):
    """What has the files."""

    root: Path

    @property
    def git(self) -> "Asked":
        """Git, as it is asked about this tree."""
        ...

    @property
    def commit(self) -> str | None:
        """The commit that is checked out."""
        ...

    @property
    def paths(self) -> tuple[str, ...]:
        """Every file."""
        ...

    def has(self, path: str) -> bool:
        """Tell whether there is such a file."""
        ...

    def size(self, path: str) -> int:
        """Return how many bytes a file has."""
        ...


class Occurrences:
    """Where words occur in one tree; each is looked for once."""

    def __init__(self, tree: Tree, read: Callable[[str], bytes | None]) -> None:
        self._tree = tree
        self._read = read
        self._known: dict[str, list[str]] = {}

    def of(self, word: str) -> list[str]:
        """Return the files in which a word occurs."""
        if word not in self._known:
            self._known[word] = self._looked_for(word)
        return self._known[word]

    def expect(self, words: Iterable[str]) -> None:
        """Look for many words that are about to be asked for, at once where that is quicker."""
        plain = [word for word in dict.fromkeys(words) if word not in self._known and _is_plain(word)]
        if len(plain) >= FEWEST_WORDS and sum(map(self._tree.size, self._tree.paths)) <= MOST_BYTES:
            self._known |= self._read_off(plain)

    def _looked_for(self, word: str) -> list[str]:
        if not word or "\n" in word:
            return []
        if git_folder(self._tree.root) is not None:
            found = self._tree.git.text("grep", *_OPTIONS, "-e", word)
            if found is not None or self._tree.commit:  # it tells nothing also where nothing was found
                return sorted(name for name in (found or "").split("\0") if name and self._tree.has(name))
        return self._searched(word)

    def _searched(self, word: str) -> list[str]:
        """Return the files that have a word, whatever signs it is made of, in order."""
        alone = re.compile(rb"(?<![A-Za-z0-9_])%s(?![A-Za-z0-9_])" % re.escape(word.encode()))
        return [path for path in self._tree.paths if (data := self._text(path)) and alone.search(data)]

    def _read_off(self, words: Iterable[str]) -> dict[str, list[str]]:
        """Return the files that have each of some plain words, in order."""
        wanted = {word.encode(): word for word in words}
        found: dict[str, list[str]] = {word: [] for word in wanted.values()}
        for path in self._tree.paths:
            if data := self._text(path):
                for there in wanted.keys() & set(_WORD.findall(data)):
                    found[wanted[there]].append(path)
        return found

    def _text(self, path: str) -> bytes | None:
        data = self._read(path)
        return None if data is None or is_data(data) else data


def _is_plain(word: str) -> bool:
    """Tell whether a word can be read off files: it is one word there, too."""
    return word.isascii() and _WORD.fullmatch(word.encode()) is not None
