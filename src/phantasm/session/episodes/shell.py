"""Which programs does a command line run, one after another? Pure, and lenient: nothing raises."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from phantasm.session.shell import simple_commands

MOST_CHARACTERS: Final = 4_096
"""How much of a command line is taken apart, in characters: what is longer is a script handed in."""

_MOST_HELD: Final = 2_048
"""How many command lines are held taken apart: agents repeat themselves, and a session has a few hundred."""

_HEREDOC: Final = re.compile(r"<<-?[ \t]*(['\"]?)([A-Za-z_]\w*)\1")
_ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*=")

_AROUND: Final = re.compile(
    r"^(?:cd [^\s;&|]+ ?(?:&&|;) ?)+|(?: 2>&1)?(?: ?\| ?(?:tail|head)(?: -[\w ]+)?)?$"
)

WRAPPERS: Final = frozenset("sudo time env nohup command exec nice stdbuf xvfb-run npx bunx pipx rtk".split())
"""Programs that run what stands behind them."""

RUNNING: Final = frozenset(
    ("poetry", "uv", "pipenv", "hatch", "pdm", "rye", "conda", "pnpm", "yarn", "bundle", "dotenv")
)
"""Programs that run what stands behind `run` or `exec`."""

TIMED: Final = frozenset(("timeout", "gtimeout"))
"""Programs that run what stands behind a duration."""

SHELLS: Final = frozenset(("bash", "sh", "zsh", "dash"))
PYTHONS: Final = re.compile(r"(?:python|pypy)[\d.]*$")


@dataclass(frozen=True, slots=True)
class Segment:
    """One command of a line."""

    words: tuple[str, ...]
    """Without assignments, wrappers and redirections; the first is the program, without its folder."""
    before: str = ""
    """What stands between it and the command before: `&&`, `||`, `|`, `;`, `&` or nothing."""
    writes: tuple[str, ...] = ()
    """The files that its output goes to."""


@lru_cache(maxsize=_MOST_HELD)
def segments(command: str) -> tuple[Segment, ...]:
    """Return the commands of a line, in order."""
    found: list[Segment] = []
    before = ""
    for simple in simple_commands(command[:MOST_CHARACTERS]):
        found.append(Segment(plain(list(simple.words)), before, (simple.writes,) if simple.writes else ()))
        before = simple.joint
    return tuple(found)


def without_bodies(command: str) -> str:
    """Return a command line without the texts that it hands in (`<<EOF`)."""
    kept: list[str] = []
    ends = ""
    for line in command.split("\n"):
        if ends:
            ends = "" if line.strip() == ends else ends
            continue
        heredoc = _HEREDOC.search(line)
        kept.append(line if heredoc is None else line[: heredoc.start()] + line[heredoc.end() :])
        ends = "" if heredoc is None else heredoc[2]
    return "\n".join(kept)


def plain(words: list[str]) -> tuple[str, ...]:
    """Return the words of a command without what only stands around it."""
    place = 0
    while place < len(words):
        name = program(words[place])
        behind = words[place + 1] if place + 1 < len(words) else ""
        is_option = words[place].startswith("-") and place > 0
        if is_option or _ASSIGNMENT.match(words[place]) or (name in WRAPPERS and behind):
            place += 1
        elif name in TIMED and behind:
            place += 2 if behind[:1].isdigit() else 1
        elif _runs_module(name, behind, words[place + 2 :]):
            place += 2
        else:
            return (name, *words[place + 1 :])
    return ()


def bare(command: str) -> str:
    """Return a command line for people: on one line, without the folder before it and the cut behind it."""
    flat = " ".join(without_bodies(command[:MOST_CHARACTERS]).split())
    return _AROUND.sub("", flat) or flat


def program(word: str) -> str:
    """Return the name of a program without its folder and its ending on Windows."""
    return word.rsplit("/", 1)[-1].removesuffix(".exe") or word


def _runs_module(name: str, behind: str, rest: list[str]) -> bool:
    """Tell `python -m pytest` and `poetry run pytest` from `pnpm run test`, a script of the package."""
    if PYTHONS.match(name):
        return behind == "-m" and bool(rest)
    is_script = name in ("pnpm", "yarn") and behind == "run"
    return name in RUNNING and behind in ("run", "exec") and bool(rest) and not is_script
