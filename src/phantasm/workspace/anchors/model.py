"""What is an anchor? What a record cites, what was there at the time, and what is there now. Pure."""

from typing import Literal, NamedTuple

from phantasm.contracts.model import JsonObject

ReferenceKind = Literal["file", "symbol", "commit", "dependency", "command", "port", "variable", "person"]
Status = Literal["unchanged", "moved", "changed", "gone", "unknown"]
SEVERITY: dict[Status, int] = {"unchanged": 0, "unknown": 1, "moved": 2, "changed": 3, "gone": 4}
"""Which of several verdicts counts for a record: the worst."""

Seen = JsonObject
"""What was there when it was cited; its shape is the business of the kind. Always: `commit` and `at`."""


class Reference(NamedTuple):
    """What a record cites, taken apart: `file:src/a.py#L10-L20` has a path and lines."""

    kind: ReferenceKind
    name: str
    """The path of a file or symbol, the name of anything else."""
    part: str = ""
    """Of a symbol its qualified name, of a dependency what is claimed about its version."""
    lines: tuple[int, int] | None = None
    """Of a file: the first and the last line that are meant, counted from 1."""
    ecosystem: str = ""
    """Of a dependency, where it was said: python, node, rust, go, java, ruby, dotnet."""


class Verdict(NamedTuple):
    """What became of what was cited."""

    status: Status
    detail: str = ""
    """In a sentence, for people; nothing for what is unchanged."""
    now: str | None = None
    """The reference under which it is found now, where that is another one."""
    diff: str | None = None
    """What changed, as a unified diff."""


UNCHANGED = Verdict("unchanged")
