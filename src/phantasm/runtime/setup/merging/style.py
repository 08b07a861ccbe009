"""How does a file write its lines? What is added should look like what is there."""

import json
import re
from dataclasses import dataclass

from phantasm.runtime.setup.merging.json_text import Json, Node

# What most of these clients write themselves, and what a file without lines of its own gets.
_USUAL_STEP = "  "
_BREAK = re.compile(r"\s*\n\s*")
_WORDS = re.compile(r'\[\s*\n\s*("[^"\n]*"(?:,\s*\n\s*"[^"\n]*")*)\s*\n\s*\]')


@dataclass(frozen=True, slots=True)
class Style:
    """The ends of lines and the indentation of one file."""

    newline: str
    step: str

    def lines(self, value: Json, indent: str) -> str:
        """Return a value over several lines, the first of which is already indented."""
        text = json.dumps(value, indent=self.step, ensure_ascii=False)
        # Lists of a few words, such as arguments, read better on one line.
        text = _WORDS.sub(lambda found: "[" + _BREAK.sub(" ", found[1]) + "]", text)
        return text.replace("\n", self.newline + indent)


def style_of(text: str, root: Node | None) -> Style:
    """Return how a file is written, as far as it shows."""
    step = _USUAL_STEP
    if root is not None and root.items:
        step = indent_before(text, root.items[0].start) or _USUAL_STEP
    return Style(newline_of(text), step)


def newline_of(text: str) -> str:
    """Return how most lines end."""
    windows = text.count("\r\n")
    return "\r\n" if windows > text.count("\n") - windows else "\n"


def indent_before(text: str, position: int) -> str | None:
    """Return the blanks in front of something that is the first of its line; None: it is not."""
    start = text.rfind("\n", 0, position) + 1
    before = text[start:position]
    return before if start and not before.strip(" \t") else None


def indent_of_line(text: str, position: int) -> str:
    """Return the indentation of the line that a position is in."""
    start = text.rfind("\n", 0, position) + 1
    found = re.match(r"[ \t]*", text[start:position])
    return found[0] if found else ""


def on_one_line(value: Json, text: str) -> str:
    """Return a value on one line: with blanks behind colons and commas where the text has them."""
    spaced = '": ' in text or "\t" in text or ", " in text
    separators = (", ", ": ") if spaced else (",", ":")
    return json.dumps(value, ensure_ascii=False, separators=separators)
