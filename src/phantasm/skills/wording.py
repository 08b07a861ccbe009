"""How is somebody's text put into a skill so that it stays text? Pure.

A skill is read by agents as instructions and by tools as Markdown behind YAML. A title or a note must not be
able to open a section, a comment, a link or a fence there, nor to end the frontmatter.
"""

import re

ELLIPSIS = "…"

# Python counts these as printable, and readers show them as nothing.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\ufffc")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
# What opens something inside a line of Markdown or HTML.
_OPENING = re.compile(r"[\\`<\[\]*|]|(?<!\w)_|_(?!\w)|&(?=[#\w])")
# What makes more of the first characters of a line.
_FIRST = re.compile(r"(?=#{1,6}(?:\s|$)|>|[-+=~]|\d{1,9}[.)](?:\s|$))")
_RULES = re.compile(r"-{3,}")
_TICKS = re.compile(r"`+")


def seen(text: str) -> str:
    """Return a text without characters that nobody sees; line ends and tabs stay."""
    if text.isascii() and text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(
        sign
        for sign in _SELECTORS.sub("", text.replace("\r\n", "\n"))
        if sign in "\n\t" or (sign.isprintable() and sign not in _UNSEEN)
    )


def one_line(text: str, most: int) -> str:
    """Return a text as one line of at most so many characters."""
    line = " ".join(seen(text).split())
    return line if len(line) <= most else line[: most - 1].rstrip() + ELLIPSIS


def markdown_line(text: str, most: int) -> str:
    """Return a text as one line of Markdown that is nothing but text."""
    line = _OPENING.sub(lambda found: "\\" + found[0], one_line(text, most))
    return "\\" + line if _FIRST.match(line) else line


def code_span(text: str, most: int) -> str:
    """Return a text as code inside a line."""
    line = one_line(text, most)
    ticks = "`" * (_longest(line) + 1)
    gap = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{ticks}{gap}{line}{gap}{ticks}" if line else ""


def code_block(text: str, language: str, *, indent: str = "") -> list[str]:
    """Return a text as a block of code, behind a fence that the text cannot close."""
    lines = seen(text).strip("\n").split("\n")
    fence = "`" * max(3, _longest(text) + 1)
    return [f"{indent}{fence}{language}", *(f"{indent}{line}".rstrip() for line in lines), f"{indent}{fence}"]


def yaml_text(text: str, most: int) -> str:
    """Return a text as a quoted scalar of YAML, on one line and without what could end a frontmatter."""
    # The public validator looks for three hyphens anywhere, quoted or not.
    line = one_line(_RULES.sub("--", seen(text)), most)
    escaped = line.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _longest(text: str) -> int:
    return max((len(run) for run in _TICKS.findall(text)), default=0)
