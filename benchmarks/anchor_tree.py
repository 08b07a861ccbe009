"""What was done to a repository's files, line by line? Every line knows which one it comes from.

An edit is made on lines that carry their origin, so that what became of any file, span or definition follows
from the edit itself, and from nothing that is being measured.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from phantasm.workspace.symbols.outline import outline_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from phantasm.workspace.symbols.model import Symbol

How = Literal["kept", "loose", "edited"]
"""As it was; formatted in another way; with other words."""
Origin = tuple[str, int]
MOST_BYTES = 150_000
"""Of a file that is edited: larger ones are data."""
_IDENTITY = (
    "-c",
    "user.name=Somebody",
    "-c",
    "user.email=somebody@example.org",
    "-c",
    "commit.gpgsign=false",
)
_QUIET = ("-c", "gc.auto=0", "-c", "core.autocrlf=false")


class Line(NamedTuple):
    """A line of a file after an edit; its origin is a file and a line, counted from 1."""

    text: str
    origin: Origin | None = None
    how: How = "kept"


@dataclass
class Edit:
    """What an edit leaves: the files that it touched (None: deleted), and which definitions it renamed."""

    kind: str
    files: dict[str, list[Line] | None] = field(default_factory=dict)
    renamed: dict[tuple[str, str], str] = field(default_factory=dict)
    grown: set[tuple[str, str]] = field(default_factory=set)
    """Definitions that gained a line after their last one."""
    line_end: str = "\n"


class Source(NamedTuple):
    """A text file as it was at first."""

    path: str
    lines: tuple[str, ...]
    symbols: tuple[Symbol, ...]

    def traced(self) -> list[Line]:
        """Return its lines, each with its origin."""
        return [Line(text, (self.path, number)) for number, text in enumerate(self.lines, 1)]

    @property
    def suffix(self) -> str:
        """What its name ends with."""
        return self.path.rpartition(".")[2]


class Repository:
    """A git repository of text files, and the state that every edit starts from."""

    def __init__(self, root: Path) -> None:
        self.root = root
        if not (root / ".git").exists():
            self.git("init", "-q", "-b", "main")
            self.git("add", "-A", "-f")
            self.git("commit", "-q", "-m", "As published")
        self.start = self.git("rev-parse", "HEAD").strip()
        self.reset()
        named = self.git("ls-files", "-z").split("\0")
        self.sources = {path: source for path in named if path and (source := _source(root, path))}

    def git(self, *arguments: str) -> str:
        """Return what git answers."""
        command = ["git", "-C", str(self.root), *_IDENTITY, *_QUIET, *arguments]  # as everybody has it
        return subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout

    def apply(self, edit: Edit, way: str) -> None:
        """Write what an edit leaves: in the working tree only, staged, or committed."""
        for path, lines in edit.files.items():
            place = self.root / path
            if lines is None:
                place.unlink()
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes("".join(f"{line.text}{edit.line_end}" for line in lines).encode())
        if way in {"staged", "committed"}:
            self.git("add", "-A")
        if way == "committed":
            self.git("commit", "-q", "--allow-empty", "-m", edit.kind)

    def reset(self) -> None:
        """Make everything as it was."""
        self.git("reset", "-q", "--hard", self.start)
        self.git("clean", "-q", "-f", "-d", "-x")


def combined(edits: Sequence[Edit]) -> Edit:
    """Return several edits of different files as one."""
    whole = Edit("combined")
    for edit in edits:
        whole.files |= edit.files
        whole.renamed |= edit.renamed
        whole.grown |= edit.grown
    return whole


def _source(root: Path, path: str) -> Source | None:
    place = root / path
    if place.is_symlink() or not place.is_file() or place.stat().st_size > MOST_BYTES:
        return None
    try:
        text = place.read_bytes().decode()
    except UnicodeDecodeError:
        return None
    if not text.endswith("\n") or "\r" in text or "\0" in text:
        return None
    lines = tuple(text[:-1].split("\n"))
    return Source(path, lines, outline_of(path, text).symbols) if sum(map(bool, lines)) > 3 else None
