"""What does a text say, sentence by sentence, and which of them tell most? Pure."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from phantasm.session.episodes.lines import said_lines

_BULLET: Final = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>)\s+")
_END: Final = re.compile(
    r"(?<=[.!?])[\"'\u201d)\]*_`]{0,3}\s+(?=[\"'\u201c(\[*_`]{0,3}\w)"
    r"|(?<=[\u3002\uff01\uff1f])"
)
_NO_END: Final = re.compile(
    r"\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|min|max|ca|al|fig|inc|mr|mrs|dr|v)\.$", re.IGNORECASE
)
_MARKUP: Final = re.compile(r"\*\*|__(?=\S)|(?<=\S)__")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_APOSTROPHE: Final = "\u2019"
"""What some keyboards write for the plain one."""

ELLIPSIS: Final = "…"


def sentences(text: str) -> list[str]:
    """Return the sentences that somebody wrote, without machine text, in order."""
    found: list[str] = []
    paragraph: list[str] = []
    for line in [*said_lines(text.replace(_APOSTROPHE, "'")), ""]:
        stripped = line.strip()
        is_item = bool(_BULLET.match(line))
        if (not stripped or is_item or not _goes_on(paragraph, stripped)) and paragraph:
            found.extend(_split(" ".join(paragraph)))
            paragraph = []
        if stripped:
            paragraph.append(_BULLET.sub("", line).strip())
    return found


def word_count(text: str) -> int:
    """Return how many words a text has."""
    return len(_WORD.findall(text))


def cut(text: str, most: int) -> str:
    """Return a text of at most so many characters, cut at a word and marked where it was cut."""
    flat = " ".join(text.split())
    if len(flat) <= most:
        return flat
    head = flat[: most - 1]
    at = head.rfind(" ")
    return (head[:at] if at > most // 2 else head).rstrip(" ,;:") + ELLIPSIS


def telling(found: Sequence[str], score: Callable[[str], int], most: int) -> str:
    """Return the sentences that tell most, in their order, within so many characters."""
    ranked = sorted(range(len(found)), key=lambda place: (-score(found[place]), place))
    chosen: list[int] = []
    left = most
    for place in ranked:
        needed = len(found[place]) + (3 if chosen else 0)
        if needed <= left:
            chosen.append(place)
            left -= needed
        elif not chosen:
            return cut(found[place], most)
    chosen.sort()
    text = ""
    for before, place in zip([None, *chosen], chosen, strict=False):
        if before is not None:
            is_stopped = text.endswith((".", "!", "?", ",", ";", ":"))
            text += f" {ELLIPSIS} " if place > before + 1 else " " if is_stopped else "; "
        text += found[place]
    return cut(text, most)


def _goes_on(paragraph: list[str], line: str) -> bool:
    """Tell whether a line goes on with the sentence above it, as in wrapped text."""
    return not paragraph or (not paragraph[-1].endswith((".", "!", "?", ":")) and line[:1].islower())


def _split(paragraph: str) -> list[str]:
    found: list[str] = []
    start = 0
    for end in _END.finditer(paragraph):
        if _NO_END.search(paragraph[max(start, end.start() - 12) : end.start()]):
            continue
        found.append(paragraph[start : end.start()])
        start = end.end()
    found.append(paragraph[start:])
    return [clean for part in found if word_count(clean := _MARKUP.sub("", part).strip())]
