"""Which words, names, numbers and marks make up a text? One pass; what a chunk is made of is remembered."""

import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from phantasm.state.claims.measures import join_measures
from phantasm.state.claims.model import Token
from phantasm.state.claims.quantities import FREQUENCIES
from phantasm.state.claims.spelling import mark, taken_apart, word

# Characters of a statement that are read: a claim stands at the beginning, the rest is explanation.
READ_CHARACTERS = 600
# How many distinct chunks (words with their punctuation) are remembered; about 2 MB when full.
REMEMBERED_CHUNKS = 4_096
# Typographic quotation marks and full-width punctuation, by code point: they look like their plain forms.
_PLAIN_MARKS = {
    0x2018: "'",
    0x2019: "'",
    0x201C: '"',
    0x201D: '"',
    0xAB: '"',
    0xBB: '"',
    0x3002: ". ",
    0x3001: ", ",
}
_QUOTES = "\"'`*"
_CLOSING = {",": ",", ";": ";", ":": ":", ".": ".", "!": ".", "?": "?", ")": ")", "]": ")", "}": ")"}
_LONE_MARKS = dict.fromkeys(("-", "\u2014", "\u2013", "--", "|", "\u2022"), "-") | dict.fromkeys(
    ("=", ":=", "=>", "=="), "="
)
_LONE_MARKS |= {"->": ">", "\u2192": ">", "&": "and", "+": "and", ":": ":"}
_ABBREVIATIONS = frozenset("inc dr mr mrs ms st jr sr vs etc no ltd co corp e.g i.e approx ca".split())
# Words that may be or make a number, depending on what follows.
_MEASURING = FREQUENCIES.keys() | {"one", "every", "hour", "minute", "day", "week", "month", "year"}


def tokenise(statement: str) -> list[Token]:
    """Return the tokens of the beginning of a statement; numbers carry their units, dates are one token."""
    text = statement[:READ_CHARACTERS]
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_PLAIN_MARKS)
    tokens: list[Token] = []
    measured = False
    if text.count("`") == 2 and text[0] == text[-1] == "`":  # noqa: PLR2004  the whole statement is a quotation
        text = text[1:-1]
    chunks = text.split()
    for found, numbers in _unquoted(chunks) if "`" in text else map(_chunk, chunks):
        tokens += found
        if numbers:
            measured = True
    return join_measures(tokens) if measured else tokens


def _unquoted(chunks: list[str]) -> Iterator[tuple[tuple[Token, ...], bool]]:
    """Read chunks of which some stand in a quotation."""
    quoted = False
    for chunk in chunks:
        found, numbers = _chunk(chunk)
        if quoted or "`" in chunk:
            quoted = quoted != bool(chunk.count("`") % 2)
            found = _as_names(found, inside=quoted)
        yield found, numbers


def _as_names(tokens: tuple[Token, ...], *, inside: bool) -> tuple[Token, ...]:
    """Return the words of a quotation as names, without the marks inside it."""
    return tuple(
        replace(token, kind="name") if token.kind == "word" else token
        for token in tokens
        if not (inside and token.kind == "mark" and token.key != "(")
    )


@lru_cache(maxsize=REMEMBERED_CHUNKS)
def _chunk(chunk: str) -> tuple[tuple[Token, ...], bool]:
    if chunk.isalnum():  # most: nothing to take off
        return _with_measures([token for token in taken_apart(chunk) if token.key])
    lone = _LONE_MARKS.get(chunk)
    if lone is not None:
        return ((mark(lone) if lone != "and" else word("and"),), False)
    core = chunk.lstrip("([{<\"'`*~" if chunk[:1] == "#" and chunk[1:2].isalnum() else "([{<\"'`*#~")
    opened = "(" in chunk[: len(chunk) - len(core)] or "[" in chunk[: len(chunk) - len(core)]
    core, closing = _without_closing(core)
    tokens = [mark("(")] if opened else []
    if core:
        tokens += [token for token in taken_apart(core) if token.key]
    tokens += closing
    return _with_measures(tokens)


def _with_measures(tokens: list[Token]) -> tuple[tuple[Token, ...], bool]:
    """Return the tokens, and whether any of them may be a number or make one."""
    measuring = [token for token in tokens if token.kind == "number" or token.surface in _MEASURING]
    return tuple(tokens), bool(measuring)


def _without_closing(core: str) -> tuple[str, list[Token]]:
    marks: list[Token] = []
    while core:
        last = core[-1]
        if last in _QUOTES or last == ">":
            core = core[:-1]
        elif last == ")" and core.endswith("()"):
            break
        elif last == "." and (core[:-1].lower() in _ABBREVIATIONS or _is_initial(core)):
            core = core[:-1]
        elif last in _CLOSING and not (last in ")]}" and _opens_inside(core)):
            core = core[:-1]
            marks.append(mark(_CLOSING[last]))
        else:
            break
    marks.reverse()
    return core, marks


def _opens_inside(core: str) -> bool:
    return any(bracket in core for bracket in "([{")


def _is_initial(core: str) -> bool:
    return (len(core) == 2 and core[0].isupper()) or (core.count(".") > 1 and core.replace(".", "").isalpha())  # noqa: PLR2004
