"""What does a manifest say about one dependency? Pure."""

from collections.abc import Callable
from dataclasses import dataclass

IMAGE = "image"
"""The ecosystem of container images: what `postgres:16` in a compose file says."""

Read = Callable[[str], str | None]
"""Gives the text of another file of the repository: a parent, an included list."""


@dataclass(frozen=True, slots=True)
class Dependency:
    """One statement of one file about one package or tool."""

    ecosystem: str
    name: str
    spec: str = ""
    """The constraint as it is written; empty where there is none."""
    locked: str = ""
    """The version that is settled: by a lock file or by an exact pin."""
    file: str = ""
    line: int = 0
    loose: bool = False
    """Whether the settled version names its first parts only: `3.11` stands for every 3.11.x."""

    @property
    def says(self) -> str:
        """What is said, in the words of the file."""
        return self.locked or self.spec


Reader = Callable[[str, str, Read], list[Dependency]]
"""A file's text, its path and a way to read others in, what it says out."""
