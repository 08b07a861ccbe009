"""What did we put into one file, so that it can be found and taken out again?"""

import shlex
from dataclasses import dataclass

from phantasm.runtime.setup.merging.json_text import Json

MEMBER, NEEDED, TABLE, HOOK, WHOLE = KINDS = ("member", "needed", "table", "hook", "whole")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing of ours in one file."""

    kind: str
    """member, needed, table, hook, or whole: the file is ours from its first byte to its last."""
    client: str
    """Whose integration it belongs to; empty: every client's."""
    path: tuple[str, ...] = ()
    existing: int = 0
    """How many keys of the path were there before."""
    command: str = ""
    """Of a hook."""
    previous: Json = None
    """What stood there before: an older entry of ours that somebody else had made."""

    @property
    def identity(self) -> tuple[str, ...]:
        """What it is, whatever it said before."""
        return (self.client, *self.spot)

    @property
    def spot(self) -> tuple[str, ...]:
        """Where it stands; two clients can share one entry, such as a server in a file that both read."""
        return (self.kind, *self.path, *shlex.split(self.command)[1:])


@dataclass(frozen=True, slots=True)
class Undo:
    """What turns the text that we wrote back into the one that was there: one stretch, exchanged."""

    start: int = 0
    end: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class FileRecord:
    """What became of one file."""

    created: bool
    """It was not there before."""
    written: str
    """SHA-256 of what we wrote: while the file is that, undoing is exact."""
    undo: Undo
    entries: tuple[Entry, ...]
    """What is ours in it, for when somebody has edited the file since."""
