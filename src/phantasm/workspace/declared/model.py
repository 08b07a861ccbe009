"""What is a declaration? A command, a port or an environment name that a file gives. Pure."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from phantasm.workspace.manifests.model import Read

DeclaredKind = Literal["task", "line", "port", "variable"]
"""`task` has a name that a runner knows; `line` is a command as a file has it run."""


@dataclass(frozen=True, slots=True)
class Declared:
    """One declaration. Of an environment name only the name is kept, never what it is set to."""

    kind: DeclaredKind
    name: str
    file: str
    line: int
    runner: str = ""
    """Of a task, who runs it: make, just, script (of package.json), rake and so on."""
    key: str = ""
    """Of a port, what has it as its value, so that another value is noticed."""


_PORT_OPTION = re.compile(
    r"(?:--port[= ]|-p[= ]?|\bPORT=|--(?:listen|bind)[= ](?:\S*:)?|0\.0\.0\.0:|localhost:)(\d{2,5})\b"
)

OPEN_ENDED = "*"
"""The name of a task that says: this file gives more than can be read from it."""

Reader = Callable[[str, str, Read], list[Declared]]
"""A file's text, its path and a way to read others in, what it declares out."""


def tasks(runner: str, names: dict[str, int], file: str) -> list[Declared]:
    """Return the tasks of a runner, given with their lines."""
    return [Declared("task", name, file, line, runner) for name, line in names.items()]


def plain(command: str) -> str:
    """Return a command with single spaces, as it is compared."""
    return " ".join(command.split())


def ports_of(command: str, file: str, line: int, key: str) -> list[Declared]:
    """Return the ports that a command names by an option; several are told apart by their order."""
    found = _PORT_OPTION.findall(command)
    return [
        Declared("port", port, file, line, key=f"{key}.{number}" if number else key)
        for number, port in enumerate(found)
    ]
