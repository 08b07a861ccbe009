"""Which documents of a repository's history are known by their shape? Commits and histories of files. Pure.

A commit is a subject, a body and then the files that it touched. The history of a file is its path and then
the subject of every commit that changed it, oldest first, one in a line.
"""

from typing import Literal, NamedTuple

from phantasm.contracts.patterns import compiled
from phantasm.retrieval.tokens import tokens

END_OF_LINE = "\ue020"
"""A word of the index that nobody can type: in a history, each line ends with it."""

# One line of a history, in characters. Subjects are short by custom (72); four times that is another text.
_LONGEST_SUBJECT = 300
# A name of a file: with a folder, an extension or a dot in front, or one of the names that have neither.
_PATH = r"""(?x)(?!\S*://)(?:
        [\w.@+~()\[\]$-]+(?:/[\w.@+~()\[\]$%=,-]+)+
        |\.?[\w@+-][\w.@+-]*\.[A-Za-z]\w{0,9}
        |\.[A-Za-z][\w.-]+
        |[A-Z][a-z]+file|[A-Z]{3,}
    )"""
# What may follow the files of a commit: who made it, and how many files were left out.
_AFTER_FILES = r"Author: .*|and [\d,]+ more files?"
# Where versions of what a project depends on are kept, for the package managers people use most.
_MANIFEST = r"""(?xi)(?:^|/)(?:
        (?:requirements|constraints)[^/]*(?:/[^/]+)?\.(?:txt|in)|setup\.(?:py|cfg)|pyproject\.toml|pipfile
        |environment\.ya?ml|package(?:-lock)?\.json|pnpm-lock\.yaml|cargo\.toml|go\.(?:mod|sum)|gemfile
        |composer\.json|pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml|directory\.packages\.props
        |[^/]+\.(?:lock|lockb|gemspec|csproj)
    )$"""


class Document(NamedTuple):
    """What a text of a repository is."""

    shape: Literal["commit", "history", "other"]
    path: str = ""
    """Whose history it is."""

    @property
    def is_manifest(self) -> bool:
        """Whether it is about a file that says which versions a project depends on."""
        return bool(compiled(_MANIFEST).search(self.path))


OTHER, COMMIT = Document("other"), Document("commit")


def document_of(text: str) -> Document:
    """Tell what a text of a repository is by its shape."""
    lines = [line.rstrip() for line in text.split("\n")]
    while len(lines) > 1 and (not lines[-1] or compiled(_AFTER_FILES).fullmatch(lines[-1])):
        lines.pop()
    if len(lines) == 1 or not lines[0]:
        return OTHER
    if _are_paths(lines[-1]):
        return OTHER if all(map(_are_paths, lines)) else COMMIT
    is_history = compiled(_PATH).fullmatch(lines[0]) and all(map(_may_be_subject, lines[1:]))
    return Document("history", lines[0]) if is_history else OTHER


def words_of_lines(text: str) -> list[str]:
    """Return the words of a part of a history; where a line of words ends is a word too."""
    found: list[str] = []
    for line in text.splitlines(keepends=True):
        words = tokens(line)
        found += [*words, END_OF_LINE] if words and line.endswith("\n") else words
    return found


def lines_of(body: str) -> list[str]:
    """Return the lines of a history from its words."""
    return body.removesuffix(f" {END_OF_LINE}").split(f" {END_OF_LINE} ") if body else []


def _are_paths(line: str) -> bool:
    return not line[:1].isspace() and all(map(compiled(_PATH).fullmatch, line.split() or [""]))


def _may_be_subject(line: str) -> bool:
    return 0 < len(line) <= _LONGEST_SUBJECT and not line[0].isspace()
