"""Conversation that people wrote and published under a permissive licence: chatterbot-corpus."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from itertools import pairwise
from typing import TYPE_CHECKING

from training.corpus.pair import Pair

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

SOURCE = "conversation"
PACKAGE, VERSION, LICENCE = "chatterbot-corpus", "1.3.3", "BSD License (METADATA classifier)"
_OPENS = re.compile(r"- - (.*)")
_TURN = re.compile(r"  - (.*)")
_MORE = re.compile(r" {4,}(\S.*)")


def conversation_pairs(workdir: Path) -> Iterator[Pair]:
    """Each turn with its reply, from every English file of the package."""
    with zipfile.ZipFile(_wheel(workdir)) as wheel:
        for name in sorted(wheel.namelist()):
            if "/data/english/" in name and name.endswith(".yml"):
                yield from turns(wheel.read(name).decode("utf-8").splitlines())


def turns(lines: Iterable[str]) -> Iterator[Pair]:
    """Neighbouring turns of a conversation file: lists of lists of strings, the only YAML used there."""
    talk: list[str] = []
    for line in lines:
        if opens := _OPENS.fullmatch(line):
            yield from _neighbours(talk)
            talk = [opens.group(1)]
        elif turn := _TURN.fullmatch(line):
            talk.append(turn.group(1))
        elif talk and (more := _MORE.fullmatch(line)):
            talk[-1] = f"{talk[-1].removeprefix('|')}\n{more.group(1)}".lstrip()
    yield from _neighbours(talk)


def _neighbours(talk: list[str]) -> Iterator[Pair]:
    spoken = [turn.strip().strip("'\"").replace("''", "'") for turn in talk]
    for said, reply in pairwise(spoken):
        yield Pair(SOURCE, said, reply)


def _wheel(workdir: Path) -> Path:
    """The package, downloaded unless it lies there already."""
    pattern = f"{PACKAGE.replace('-', '_')}-{VERSION}-*.whl"
    if not list(workdir.glob(pattern)):
        wanted = f"{PACKAGE}=={VERSION}"
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", wanted]
        subprocess.run(command, check=True, cwd=workdir)  # noqa: S603  the arguments are constants
    return next(workdir.glob(pattern))
