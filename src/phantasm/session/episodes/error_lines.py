"""Which lines of an output tell what went wrong? Pure."""

import re
from collections.abc import Iterator
from typing import Final

from phantasm.session.episodes.results import is_summary

MOST_OUTPUT: Final = 8_000
"""How much of an output is looked at, in characters, half from each end."""

MOST_LINES: Final = 3
"""How many lines tell a failure: the error, its reason and where it showed."""

MOST_LINE: Final = 500
"""How much of a line is looked at, in characters: what is longer is data, with its error at its head."""

MOST_ERROR: Final = 240
"""How much of the line that tells most is kept, in characters."""

_RAISED: Final = re.compile(
    r"^(?:E\s+)?(?:[\w$]+(?:\.|::))*[A-Z][\w$]*(?:Error|Exception|Failure|Interrupt|Fault)\b(?:: | - |$|\()"
    r"|^(?:E\s+)?(?:[a-z_]\w*\.)+[A-Z]\w+: "
    r"|^(?:thread .* )?panicked at|^panic: |^(?:Uncaught|Unhandled) "
    r"|\berror(?:\[[A-Z]\d+\]| [A-Z]{1,5}\d{2,5}\b)|^(?:\S+ )?(?:npm ERR! code|npm error code) |SQLSTATE\["
)
"""An error by its name or its number."""

_STATED: Final = re.compile(
    r"\b[A-Z]\w*(?:Error|Exception)\b|^(?:FAILED|--- FAIL:|ERROR) \S|^E\s{2,}\S|\*\*\* No rule"
    r"|^\S+\.\w{1,5}[:(]\d+(?:[:,]\d+)*\)?: |^\w[\w.-]*: \(\d+\) |\bpeer \S+ from \S+"
    r"|(?i:^(?:\S+: )?(?:fatal(?: error)?|error|err!|failed|failure|panic|abort(?:ed)?)\b ?[:\]-]"
    r"|: (?:fatal )?error: |command not found|no such file or directory|permission denied"
    r"|cannot find (?:module|package)|module not found|undefined reference|unresolved import"
    r"|connection refused|no required module|segmentation fault|out of memory|address already in use"
    r"|cannot load such file|no module named)"
)
"""An error that a program states."""

_HINTED: Final = re.compile(
    r"(?i)\b(?:errors?|failed|fails|failure|exception|denied|refused|not found|missing|cannot|can't|unable"
    r"|could not|invalid|timed out|timeout|unexpected|undefined|unknown|conflict|problem)\b"
)
"""A word of trouble."""

_EMPTY: Final = re.compile(
    r"(?i)^(?:error: )?(?:exit (?:code|status):? -?\d+|error: \(none\)|signal: \S+|chunk id: .*"
    r"|wall time: .*|command (?:failed|exited) with.*|process exited with.*"
    r"|make(?:\[\d+\])?: \*\*\* \[.*|npm (?:err!|error) (?:a complete log|lifecycle|errno|path|command).*)$"
    r"|^=+|^-+$|^>?\s*(?:raise|throw|except|catch)\b|\b0 (?:errors?|failed|failures)\b|^\+ "
)
"""Lines that say that something went wrong, but not what."""

_NAME_ALONE: Final = re.compile(r"^(?:[\w$]+(?:\.|::))*[A-Z][\w$]*(?:Error|Exception):?$")
"""An error whose reason stands in the line below."""

_MARK: Final = re.compile(r"^E\s+")
"""What pytest writes before the lines of an error."""

_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_PROMPT: Final = "$+>#% "


def error_line(command: str, output: str) -> str:
    """Return the line of an output that tells most about a failure; empty where none does."""
    found = error_lines(command, output)
    return _MARK.sub("", found[0])[:MOST_ERROR] if found else ""


def error_lines(command: str, output: str) -> list[str]:
    """Return the lines that tell what went wrong, the most telling first."""
    own = command.strip().split("\n", 1)[0]
    scored: list[tuple[int, int, str]] = []
    for place, line in enumerate(dict.fromkeys(_lines(output))):
        if not line or line.lstrip(_PROMPT) == own or _EMPTY.search(line) or is_summary(line):
            continue
        if rank := _rank(line):
            # Of errors by name the last is what came of the others; of all else the first began it.
            scored.append((rank, -place if rank == 1 else place, line))
    scored.sort()
    best = scored[0][0] if scored else 0
    # Words of trouble tell something only where nothing better does.
    return [line for rank, _, line in scored if rank in (best, 2)][:MOST_LINES]


def is_trouble(output: str) -> bool:
    """Tell whether an output of which nobody says how it ended plainly reports an error."""
    return any(_RAISED.search(line[:MOST_LINE]) for line in output[-MOST_OUTPUT:].split("\n"))


def _rank(line: str) -> int:
    """Return how much a line tells: 1 most, 3 least, 0 nothing."""
    return 1 if _RAISED.search(line) else 2 if _STATED.search(line) else 3 if _HINTED.search(line) else 0


def _lines(output: str) -> Iterator[str]:
    """Yield the lines that are looked at, an error that stands alone together with the line below it."""
    half = MOST_OUTPUT // 2
    text = output if len(output) <= MOST_OUTPUT else f"{output[:half]}\n{output[-half:]}"
    alone = ""
    for raw in text.split("\n"):
        line = _COLOURS.sub("", raw[:MOST_LINE]).strip()
        if alone and line:
            yield f"{alone.rstrip(':')}: {line}"[:MOST_LINE]
            alone = ""
        elif _NAME_ALONE.match(line):
            alone = line
        else:
            yield line
    yield alone
