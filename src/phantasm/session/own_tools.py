"""Which outputs are Phantasm's own? Those of its tools, and of its commands in a shell. Pure.

What they print is the memory itself: kept as text, it would come back as something new.
"""

import re
from collections.abc import Sequence
from typing import Final

from phantasm.session.shell import LONGEST_LINE, Simple, simple_commands

_NAME: Final = "phantasm"
_TOOL: Final = re.compile(rf"(?<![a-z0-9]){_NAME}(?![a-z0-9])", re.IGNORECASE)
"""Every client puts the server's name before the tool's, each with other signs between."""
_ASSIGNED: Final = re.compile(r"[A-Za-z_]\w*=")
_RUNNERS: Final = {
    "env": 0,
    "sudo": 0,
    "time": 0,
    "nohup": 0,
    "command": 0,
    "uvx": 0,
    "timeout": 1,
    "nice": 0,
}
"""What runs the command behind it, and how many words of its own it has."""
_RUN: Final = frozenset(("uv", "poetry", "pdm", "hatch", "pipx", "rye"))
_PYTHON: Final = re.compile(r"python[0-9.]*")
_QUIET: Final = frozenset("cd pushd popd export set unset source . true : sleep echo printf".split())
"""What prints nothing, or only what stands in the command line anyway."""
_FILTERS: Final = frozenset(
    "head tail grep egrep rg jq sort uniq wc less more cat sed awk cut tr tee column fold nl".split()
)
"""What only passes on a part of what it reads."""


def is_own(tool: str | None, command: str | None) -> bool:
    """Tell whether all that a use of a tool gives back is Phantasm's.

    A line that runs something else as well keeps its output: it must not hide behind us.
    """
    if command:
        return _is_own_line(command)
    return tool is not None and _TOOL.search(tool) is not None


def _is_own_line(line: str) -> bool:
    if _NAME not in line or len(line) > LONGEST_LINE:
        return False
    pipelines: list[list[str]] = [[]]
    for simple in simple_commands(line):
        pipelines[-1].append(_program(simple))
        if simple.joint != "|":
            pipelines.append([])
    said = [programs for programs in pipelines if programs and not _QUIET.issuperset(programs)]
    return bool(said) and all(map(_is_own_pipeline, said))


def _is_own_pipeline(programs: Sequence[str]) -> bool:
    """Tell whether what a pipeline prints is ours: what comes before us goes into us."""
    if _NAME not in programs:
        return False
    behind = len(programs) - programs[::-1].index(_NAME)
    return _FILTERS.issuperset(programs[behind:])


def _program(simple: Simple) -> str:
    """Return what a command runs, without what is put before it."""
    words: Sequence[str] = simple.words
    while words:
        name = words[0].rpartition("/")[2]
        if _ASSIGNED.match(words[0]) or (words[0].startswith("-") and len(words) > 1):
            words = words[1:]
        elif name in _RUNNERS:
            words = words[1 + _RUNNERS[name] :]
        elif (name in _RUN and words[1:2] == ("run",)) or (_PYTHON.fullmatch(name) and words[1:2] == ("-m",)):
            words = words[2:]
        else:
            return name
    return ""
