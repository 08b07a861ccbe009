"""Which words does a question consist of, and what stands between them?"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

# Code and quoted titles name things: the words in them say nothing about time. A quotation has at most 80
# characters, which every title seen in questions has; a longer one is a missing closing mark.
_NAMED = re.compile(r"```.*?```|`[^`\n]*`|\"[^\"\n]{1,80}\"|\u201c[^\u201d\n]{1,80}\u201d", re.DOTALL)
# A comma inside a number ("8,000") belongs to the number; the one in "8,2023" does not.
_WORD = re.compile(r"(?:[^\s,?!;()\[\]{}\"\u201c\u201d\u2013\u2014]|(?<=\d),(?=\d{3}(?!\d)))+")
_PART_BEFORE = re.compile(r"(early|mid|late)-(?=[a-z0-9]+$)", re.IGNORECASE)
_DASHES = re.compile(r"[\u2013\u2014]")
_APOSTROPHES = "'\u2019"
_ENDS = re.compile(r"[?!;()\[\]{}\n]")

PRONOUNS = frozenset("we i they he she you".split())
DETERMINERS = frozenset("the our my his her their its your this that these those".split())


class Word(NamedTuple):
    """One word in lower case without its possessive ending, its place, and what separates it from the last.

    `gap` is empty, a comma, a dash, or a full stop for everything that ends a sentence or a clause.
    """

    text: str
    start: int
    end: int
    gap: str
    capital: bool


def read_words(question: str) -> tuple[Word, ...]:
    """Split a question into words; what is quoted or code is one word that means nothing."""
    return tuple(_split(_NAMED.sub(lambda found: "\0" * len(found.group()), question)))


def _split(text: str) -> Iterator[Word]:
    last, ended = 0, False
    for found in _WORD.finditer(text):
        shown = found.group().rstrip(".:" + _APOSTROPHES)
        start, body = found.start(), shown.lstrip(".:-" + _APOSTROPHES)
        if not any(character.isalnum() or character == "\0" for character in body):
            ended = True
            continue
        start += len(shown) - len(body)
        gap = "." if ended else _gap(text[last : found.start()])
        if part := _PART_BEFORE.match(body):
            yield Word(part[1].lower(), start, start + len(part[1]), gap, capital=body[0].isupper())
            start, body, gap = start + part.end(), body[part.end() :], ""
        called = text[found.end() : found.end() + 1] == "("  # "now()" is code
        yield Word("\0" if called else _plain(body), start, start + len(body), gap, capital=body[0].isupper())
        last = found.end()
        ended = found.group().rstrip(_APOSTROPHES).endswith((".", ":"))


def _gap(between: str) -> str:
    if _ENDS.search(between):
        return "."
    if "," in between:
        return ","
    return "-" if _DASHES.search(between) else ""


def _plain(word: str) -> str:
    return word.lower().replace(_APOSTROPHES[1], "'").removesuffix("'s")


def text_at(words: Sequence[Word], index: int) -> str:
    """Return the word at a place, or nothing outside of the question."""
    return words[index].text if 0 <= index < len(words) else ""


def joined_at(words: Sequence[Word], index: int) -> str:
    """Return the word at a place when nothing separates it from the word before it."""
    return words[index].text if 0 <= index < len(words) and not words[index].gap else ""
