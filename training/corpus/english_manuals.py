"""Manuals: what stands under a heading, and what follows a paragraph's first sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from training.corpus.debian import read_text
from training.corpus.english_tales import said_otherwise
from training.corpus.pair import Pair
from training.corpus.sentences import lead_and_rest, sentences, words
from training.corpus.text_blocks import Block, html_blocks, man_blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from training.corpus.debian import Package

_FOREIGN = re.compile(
    r"/(?:man|html|www|doc|help|installation-guide)[^/]*/(?!en\b|C\b)[a-z]{2}(?:[_@-][A-Za-z]+)?/"
)
_FOREIGN_NAME = re.compile(r"\.(?!en\b)(?:[a-z]{2}|pt-br|zh-\w\w|utf8)\.html|\.html\.(?!en)")
_MAN = re.compile(r"/man/man\d\w*/([^/]+?)\.\d\w*(?:\.gz)?$")
_ROUTINE = {"name", "synopsis", "author", "authors", "copyright", "reporting bugs", "see also", "colophon"}
_ROUTINE |= {
    "license",
    "licence",
    "table of contents",
    "navigation",
    "index",
    "search",
    "credits",
    "feedback",
}
_PLAIN = {"description", "overview", "options", "notes", "details"}
"""Headings that say nothing beyond the page's own name."""
_MOST_HEADING = 14


def manual_files(package: Package) -> list[Path]:
    """English pages only: HTML, GNOME help and man pages."""
    pages = package.files(".html", ".en", ".page") + [p for p in package.files("") if _MAN.search(str(p))]
    root = len(str(package.root))
    return [
        path
        for path in pages
        if not _FOREIGN.search(str(path)[root:]) and not _FOREIGN_NAME.search(path.name)
    ]


def manual_blocks(package: Package) -> Iterator[Block]:
    """The paragraphs of every page of a package."""
    for path in manual_files(package):
        text = read_text(path)
        man = _MAN.search(str(path))
        if man is None:
            yield from html_blocks(text)
        elif not text.startswith(".so "):
            yield from man_blocks(man[1].replace("\\:", ":"), text)


def title(headings: tuple[str, ...]) -> str:
    """The page and the innermost heading: short enough for a question, enough to tell pages apart."""
    ends = dict.fromkeys((headings[0], headings[-2], headings[-1]) if len(headings) > 1 else headings)
    named = [name for name in ends if name.lower() not in _PLAIN and re.search(r"[A-Za-z]{2}", name)]
    text = ": ".join(named or ends)
    return " ".join(text.split()[:_MOST_HEADING])


def block_pairs(blocks: Iterable[Block]) -> Iterator[Pair]:
    """Heading with paragraph; first sentence with the rest; sentences said otherwise."""
    for block in blocks:
        if not block.headings or any(name.lower() in _ROUTINE for name in block.headings):
            continue
        head = title(block.headings)
        if words(block.text) >= 8 and not block.text.endswith(":"):  # noqa: PLR2004 - less than a clause says nothing about its heading
            yield Pair("manual", head, block.text)
        for lead, rest in lead_and_rest(block.text):
            yield Pair("manual", lead if words(lead) > 7 else f"{head}: {lead}", rest)  # noqa: PLR2004 - too short alone
        for sentence in sentences(block.text):
            yield from said_otherwise(sentence, {})
