"""Which stretches of a turn's text are prose? Machine text, quotes and injected memory are left out. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from phantasm.learning.claims.machine_lines import announces_paste, is_machine_line, is_mail_header

Place = Literal["text", "item", "step"]
"""A line of text, an item of a list, or a numbered step."""

_LINE = re.compile(r"[^\n]*\n?")
_FENCE = re.compile(r"\s{0,3}(?:>\s?)?(`{3,}|~{3,})")
_ELEMENT = re.compile(r"\s*<([A-Za-z][\w:-]*)[^<>]*>")
_ITEM = re.compile(r"\s*(?:[-*+•]\s+(?:\[[ xX]\]\s+)?|(?P<number>\d{1,3}[.)])\s+)")
_DIFFERENCE = re.compile(r"diff --git |@@ |--- \S|\+\+\+ \S")
_DIFFERENCE_LINE = re.compile(r"[+\- @\\]|diff |index |new file|deleted file|similarity|rename ")
_MEMORY = "phantasm-memory"
_INDENTED = re.compile(r"(?: {4}|\t)")
_WRAPPED_CHARACTERS = 70
"""A line of at least this many characters may have been wrapped: editors wrap at 72 to 100."""
_ENDS = (".", "!", "?", ":", ";", "…", ")")


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of prose: a line, or several where one was wrapped."""

    start: int
    stop: int
    place: Place


@dataclass(slots=True)
class _Reader:
    """What is known about the lines above."""

    fence: str = ""
    element: str = ""
    in_difference: bool = False
    in_mail: bool = False
    in_paste: bool = False
    in_memory: bool = False
    is_listing: bool = False

    def takes(self, line: str) -> bool:
        """Tell whether a line is prose, and remember what it means for the next."""
        bare = line.strip()
        if self._is_inside(line, bare):
            return False
        if not bare:
            self.in_paste = self.in_difference = False
            return False
        if _DIFFERENCE.match(line):
            self.in_difference = True
            return False
        if self.in_difference and _DIFFERENCE_LINE.match(line):
            return False
        self.in_difference = False
        self.in_mail = self.in_mail or is_mail_header(bare)
        if self.in_mail or self.in_paste:
            return False
        self.in_paste = announces_paste(bare)
        item = _ITEM.match(line)
        rest = line[item.end() :].strip() if item else bare
        if _INDENTED.match(line) and not item and not self.is_listing:
            return False
        self.is_listing = bool(item) or (self.is_listing and line[:1].isspace())
        return bool(rest) and not bare.startswith("#") and not is_machine_line(rest)

    def _is_inside(self, line: str, bare: str) -> bool:
        """Tell whether a line belongs to a block: fenced code, an element of markup, injected memory."""
        fence = _FENCE.match(line)
        if self.fence:
            self.fence = "" if fence and fence[1].startswith(self.fence) else self.fence
            return True
        if fence:
            self.fence = fence[1]
            return True
        if self.element:
            self.element = "" if f"</{self.element}>" in line else self.element
            return True
        opened = _ELEMENT.match(line) if bare.startswith("<") else None
        if opened:
            self.element = "" if f"</{opened[1]}>" in line or bare.endswith("/>") else opened[1]
            return True
        if _MEMORY in line:
            self.in_memory = not self.in_memory
            return True
        # A context without its end is over at the first line that is not one of a list.
        self.in_memory = self.in_memory and (not bare or bare[0] in "-#[<{")
        return self.in_memory


def passages(text: str) -> Iterator[Passage]:
    """Yield the prose of a text, in order; lines that were wrapped are put together."""
    reader = _Reader()
    held: Passage | None = None
    for match in _LINE.finditer(text):
        line = match[0]
        found = None
        if line and reader.takes(line):
            found = _passage(line, match.start())
        if held is not None and found is not None and _goes_on(text, held, found):
            held = Passage(held.start, found.stop, held.place)
            continue
        if held is not None:
            yield held
        held = found


def _passage(line: str, offset: int) -> Passage:
    item = _ITEM.match(line)
    begin = item.end() if item else len(line) - len(line.lstrip())
    place: Place = "text" if item is None else "step" if item["number"] else "item"
    return Passage(offset + begin, offset + len(line.rstrip()), place)


def _goes_on(text: str, held: Passage, found: Passage) -> bool:
    """Tell whether a line ends in the next one: it is long, has no end, and the next begins small."""
    line = text[text.rfind("\n", 0, held.stop) + 1 : held.stop]
    return (
        found.place == "text"
        and len(line) >= _WRAPPED_CHARACTERS
        and not line.endswith(_ENDS)
        and text[found.start].islower()
    )
