"""Sentences and paragraphs of running English, and the pairs that running text gives by itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_END = re.compile(
    r"(?<!\bMr\.)(?<!\bMrs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!\bvs\.)(?<!\b[A-Z]\.)"
    r"(?:(?<=[.!?])|(?<=[.!?][\"'\u201d\u2019)]))\s+(?=[\"'\u201c\u2018(]?[A-Z0-9])"
)
_GAP = re.compile(r"\n[ \t]*\n")


def sentences(text: str) -> list[str]:
    """The sentences of one paragraph."""
    return [part.strip() for part in _END.split(" ".join(text.split())) if part.strip()]


def paragraphs(text: str) -> list[str]:
    """Paragraphs set apart by empty lines, each on one line."""
    return [" ".join(part.split()) for part in _GAP.split(text) if part.strip()]


def words(text: str) -> int:
    """How many words a text has."""
    return len(text.split())


def lead_and_rest(text: str) -> Iterator[tuple[str, str]]:
    """The first sentence and what follows it: the plainest question a paragraph answers."""
    parts = sentences(text)
    if len(parts) > 1:
        yield parts[0], " ".join(parts[1:])
