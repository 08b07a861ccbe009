"""A pair of texts that belong together, and the file they travel in."""

from __future__ import annotations

import json
import lzma
import re
from typing import IO, TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

LONGEST = 1200
"""Characters kept of a text. Teachers read about this much; what comes after would teach nothing."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\ufeff]+")
_SPACES = re.compile(r"[ \t]+")
_LINES = re.compile(r"\n\s*\n+")


class Pair(NamedTuple):
    """What a searcher would write, and what they would want to find."""

    source: str
    a: str
    b: str


def clean(text: str, longest: int = LONGEST) -> str:
    """Printable text with single spaces, cut at a word boundary."""
    text = _LINES.sub("\n", _SPACES.sub(" ", _CONTROL.sub(" ", text))).strip()
    if len(text) <= longest:
        return text
    return text[:longest].rsplit(None, 1)[0]


def _open(path: Path, mode: str) -> IO[str]:
    """The file as text, compressed if its name says so."""
    if path.suffix == ".xz":
        return cast("IO[str]", lzma.open(path, f"{mode}t", encoding="utf-8"))
    return cast("IO[str]", path.open(mode, encoding="utf-8"))


def write(path: Path, pairs: Iterable[Pair]) -> int:
    """Write pairs as JSON lines; the number written."""
    count = 0
    with _open(path, "w") as out:
        for pair in pairs:
            out.write(json.dumps(list(pair), ensure_ascii=False, separators=(",", ":")) + "\n")
            count += 1
    return count


def read(path: Path) -> Iterator[Pair]:
    """Read what `write` wrote."""
    with _open(path, "r") as lines:
        for line in lines:
            source, a, b = json.loads(line)
            yield Pair(source, a, b)
