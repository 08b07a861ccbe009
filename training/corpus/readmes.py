"""Which pairs does a package's long description give: a heading, and what stands under it?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from training.corpus.pair import Pair
from training.corpus.prose import MOST_ASKED, MOST_FOUND, fitted, telling, unmarked

if TYPE_CHECKING:
    from collections.abc import Iterator

_MARKDOWN = re.compile(r"^#{1,5}\s+(.+?)\s*#*$")
_UNDERLINE = re.compile(r"^([=\-~^\"'*+#`.])\1{2,}\s*$")
_NOISE = re.compile(
    r"^\s*(\.\. |:\w+:|!?\[!\[|!\[|<|\||\[[^\]]*\]:|[-=*_~+|: ]{3,}$|\[?!?\[?badge)|shields\.io|</\w+>",
    re.IGNORECASE,
)
_TAG = re.compile(r"<[^>]*>")
_FENCE = re.compile(r"^\s*(```|~~~)")
_CODE = ("    ", "\t", ">>>")
"""How a line of code starts where no fence marks it."""

_SHORTEST = 8
"""Words of a paragraph; shorter ones are links and labels."""


def readme_pairs(package: str, description: str) -> Iterator[Pair]:
    """Each paragraph of prose with the heading above it. The package's name tells equal headings apart."""
    for heading, paragraph in _paragraphs(description):
        title = " ".join(_TAG.sub(" ", unmarked(heading)).split())
        text = " ".join(unmarked(paragraph).split())
        if len(text.split()) >= _SHORTEST and telling(text):
            named = title if package.lower() in title.lower() else f"{package} {title}"
            yield Pair("readme", fitted(named, MOST_ASKED), fitted(text, MOST_FOUND))


def _paragraphs(description: str) -> Iterator[tuple[str, str]]:
    heading, gathered, fenced = "", list[str](), False
    lines = description.replace("\r\n", "\n").split("\n")
    for number, line in enumerate(lines):
        following = lines[number + 1] if number + 1 < len(lines) else ""
        if _FENCE.match(line):
            fenced = not fenced
        title = "" if fenced else _heading(line, following)
        if title or not line.strip() or _FENCE.match(line):
            if gathered:
                yield heading, "\n".join(gathered)
            gathered, heading = [], title or heading
        elif not (fenced or line.startswith(_CODE) or _NOISE.search(line) or _UNDERLINE.match(line)):
            gathered.append(line)
    if gathered:
        yield heading, "\n".join(gathered)


def _heading(line: str, following: str) -> str:
    marked = _MARKDOWN.match(line)
    if marked:
        return marked[1]
    underlined = line[:1].strip() and _UNDERLINE.match(following) and not _UNDERLINE.match(line)
    return line.strip() if underlined and len(following.strip()) >= len(line.strip()) - 1 else ""
