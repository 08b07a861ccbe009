"""Formats of credentials: the rules of `secret_formats.txt`, and which of them a text calls for.

The file is read when the first text needs it, and no pattern is compiled before one of its literals was seen.
"""

import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from phantasm.contracts.patterns import compiled

# The rest of the variable's name, a closing quote, the sign of assignment, an opening quote. 18 characters
# hold `_SECRET_ACCESS_KEY`, the longest common one; more would slow text that repeats a vendor's name.
_BETWEEN_NAME_AND_KEY = r"[\w.\- ]{0,18}+[\"'`\]]{0,2}[ \t]{0,4}(?::=|=>|={1,2}|:|,)[ \t]{0,4}\\?[\"'`]?"
_END_OF_KEY = r"(?![a-z0-9_\-+/])"
_UUID = "[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}"
_BESIDE = "beside "
_KEY_CHARACTERS = r"[A-Za-z0-9_\-.+/=:~$]+"


class Format(NamedTuple):
    """One line of the file."""

    id: str
    literals: tuple[str, ...]
    pattern: str
    grammars: tuple[str, ...]
    """From these a test makes keys."""
    place: str
    """Where the literals are looked for: in "runs" of key characters, in the "text", or in it "lowered"."""


@cache
def formats() -> tuple[Format, ...]:
    """Return every format; the first call reads the file."""
    lines = (pkgutil.get_data(__package__, "secret_formats.txt") or b"").decode().splitlines()
    return tuple(_format(line.split("  ")) for line in lines if line and not line.startswith("#"))


def _format(cells: list[str]) -> Format:
    name, literals, pattern, *grammars = cells
    if not literals.startswith(_BESIDE):
        words = tuple(literals.split())
        place = "runs" if all(re.fullmatch(_KEY_CHARACTERS, word) for word in words) else "text"
        return Format(name, words, pattern, tuple(grammars), place)
    beside = literals.removeprefix(_BESIDE)
    shape = pattern.replace("UUID", _UUID).lower()
    pattern = rf"{beside}(?<![a-z0-9]{beside}){_BETWEEN_NAME_AND_KEY}({shape}){_END_OF_KEY}"
    return Format(name, (beside,), pattern, tuple(grammars), "lowered")


def formats_for(text: str, lowered: str, runs: str) -> Iterator[Format]:
    """Return the formats one of whose literals stands in a text, or in its long runs of key characters."""
    where = {"runs": runs, "text": text, "lowered": lowered}
    for one in formats():
        place = where[one.place]
        for literal in one.literals:
            if literal in place:
                yield one
                break


def pattern_of(one: Format) -> re.Pattern[str]:
    """Return the pattern of a format, compiled on first need."""
    return compiled(one.pattern)
