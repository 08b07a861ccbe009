"""Which words, names, numbers and marks make up a text? One pass; what a chunk is made of is remembered."""

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

from phantasm.state.claims.quantities import (
    FREQUENCIES,
    MONTHS,
    SPELLED_NUMBERS,
    UNIT_WORDS,
    WEEKDAYS,
    date,
    measure,
    quantity,
)
from phantasm.state.claims.words import normal_form

# Characters of a statement that are read: a claim stands at the beginning, the rest is explanation.
READ_CHARACTERS = 600
# How many distinct chunks (words with their punctuation) are remembered; about 2 MB when full.
REMEMBERED_CHUNKS = 8_192

Kind = Literal["word", "name", "number", "mark"]
"""`name`: a path, an identifier or something else with digits or dots in it; `number`: anything measured."""


class Token(NamedTuple):
    """A word, name, number or mark of a text."""

    key: str
    """Its normal form, by which it is compared."""
    surface: str
    """How it is written, in lower case."""
    kind: Kind
    capital: bool
    """Whether it is written with a capital letter."""


_PLAIN_MARKS = str.maketrans({
    "’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "，": ",", "。": ". ", "：": ": ", "；": "; ",
})  # fmt: skip
_QUOTES = "\"'`*"
_CLOSING = {",": ",", ";": ";", ":": ":", ".": ".", "!": ".", "?": "?", ")": ")", "]": ")", "}": ")"}
_LONE_MARKS = {
    "-": "-", "—": "-", "–": "-", "--": "-", "=": "=", ":=": "=", "->": "=", "=>": "=", "→": "=", "==": "=",
    "&": "and", "+": "and", "|": "-", "•": "-", ":": ":",
}  # fmt: skip
_COMPARISONS = re.compile(r"(>=|<=|==|~=|!=|>|<|\^|~)(?=[v\d])")
_CAMEL = re.compile(r"(?<=[a-z\d])(?=[A-Z])")
_TAGGED = re.compile(r"([a-z][\w./+-]*?)[:@](v?\d[\w.]*)(-[a-z][\w.-]*)?")
_ABBREVIATIONS = frozenset("inc dr mr mrs ms st jr sr vs etc no ltd co corp e.g i.e approx ca".split())
_CONTRACTIONS = {"can't": "can not", "cannot": "can not", "won't": "will not", "shan't": "shall not",
    "let's": "", "it's": "it is", "that's": "that is", "there's": "there is", "what's": "what is",
    "here's": "here is", "who's": "who is"}  # fmt: skip
_SHORTENED = {"'re": "are", "'ve": "have", "'ll": "will", "'d": "would", "'m": "am"}
_AFTER_PRONOUN = frozenset(
    "of or and is are was has can may must should in on at for to the that which who".split()
)
POSSESSIVE = Token("'s", "'s", "mark", capital=False)


def tokenise(statement: str) -> list[Token]:
    """Return the tokens of the beginning of a statement; numbers carry their units, dates are one token."""
    text = statement[:READ_CHARACTERS]
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_PLAIN_MARKS)
    tokens: list[Token] = []
    measured = False
    quoted = False
    if text.count("`") == 2 and text[0] == text[-1] == "`":  # noqa: PLR2004  the whole statement is a quotation
        text = text[1:-1]
    for chunk in text.split():
        found, numbers = _chunk(chunk)
        ticks = chunk.count("`")
        if quoted or ticks:
            quoted = quoted != bool(ticks % 2)
            found = _as_names(found, inside=quoted)
        tokens += found
        measured = measured or numbers
    return _join_measures(tokens) if measured else tokens


def _as_names(tokens: tuple[Token, ...], *, inside: bool) -> tuple[Token, ...]:
    """Return the words of a quotation as names, without the marks inside it."""
    return tuple(
        token._replace(kind="name") if token.kind == "word" else token
        for token in tokens
        if not (inside and token.kind == "mark" and token.key != "(")
    )


@lru_cache(maxsize=REMEMBERED_CHUNKS)
def _chunk(chunk: str) -> tuple[tuple[Token, ...], bool]:
    lone = _LONE_MARKS.get(chunk)
    if lone is not None:
        return ((_mark(lone) if lone != "and" else _word("and"),), False)
    core = chunk.lstrip("([{<\"'`*~" if chunk[:1] == "#" and chunk[1:2].isalnum() else "([{<\"'`*#~")
    opened = "(" in chunk[: len(chunk) - len(core)] or "[" in chunk[: len(chunk) - len(core)]
    if core[:1].isdigit() and chunk.startswith("~"):
        opened = False
    core, closing = _without_closing(core)
    tokens = [_mark("(")] if opened else []
    if core:
        tokens += _core(core)
    tokens += closing
    return tuple(tokens), any(token.kind == "number" or token.surface in ("one", "every") for token in tokens)


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
            marks.append(_mark(_CLOSING[last]))
        else:
            break
    marks.reverse()
    return core, marks


def _opens_inside(core: str) -> bool:
    return any(bracket in core for bracket in "([{")


def _is_initial(core: str) -> bool:
    return len(core) == 2 and core[0].isupper() or core.count(".") > 1 and core.replace(".", "").isalpha()  # noqa: PLR2004


def _core(core: str) -> list[Token]:
    lower = core.lower()
    capital = core[0].isupper()
    found = measure(lower)
    if found is not None:
        return [Token(found, lower, "number", capital=False)]
    if lower.isalpha():
        if lower in SPELLED_NUMBERS and lower != "one":
            return [Token(SPELLED_NUMBERS[lower], lower, "number", capital=False)]
        if lower in FREQUENCIES or (capital and lower.removesuffix("s") in WEEKDAYS):
            return [Token(FREQUENCIES.get(lower) or lower.removesuffix("s"), lower, "number", capital=False)]
        if not core.islower() and not capital and core[1:2] and not lower.startswith(("ios", "macos")):
            parts = _CAMEL.split(core)
            if len(parts[0]) > 1:
                return [_word(part.lower()) for part in parts]
        return [Token(normal_form(lower), lower, "word", capital)]
    return _compound(core, lower, capital=capital)


def _compound(core: str, lower: str, *, capital: bool) -> list[Token]:
    """Take apart what is not only letters: contractions, comparisons, assignments, identifiers, paths."""
    if lower in _CONTRACTIONS:
        return [_word(part) for part in _CONTRACTIONS[lower].split()]
    if lower.endswith("n't"):
        return [_word(lower[:-3]), _word("not")]
    if lower.endswith("'s"):
        return [*_core(core[:-2]), POSSESSIVE] if core[:-2] else []
    if lower.endswith("s'"):
        return [*_core(core[:-1]), POSSESSIVE]
    for ending, full in _SHORTENED.items():
        if lower.endswith(ending) and len(lower) > len(ending):
            return [*_core(core[: -len(ending)]), _word(full)]
    if compared := _COMPARISONS.match(lower):
        bound = [_word("maximum")] if compared[1][0] == "<" else []
        return [*bound, *_core(core[compared.end() :])] if core[compared.end() :] else bound
    if lower[-1] == "+" and measure(lower[:-1]):
        return _core(core[:-1])
    if "://" in lower or lower[0] in "/.~@$#":
        return _addressed(lower)
    if tagged := _TAGGED.fullmatch(lower):
        name, version, variant = tagged.groups()
        number = measure(version)
        if number is not None:
            rest = [Token(variant, variant, "name", capital=False)] if variant else []
            return [*_core(core[: len(name)]), Token(number, version, "number", capital=False), *rest]
    if "=" in core and not core.startswith("=") and not core.startswith("-"):
        key, _, value = core.partition("=")
        return [*_core(key), _mark("="), *(_core(value) if value else [])]
    return _identifier(core, lower, capital=capital)


def _addressed(lower: str) -> list[Token]:
    """An address with a port is two things: the place and the number."""
    place, _, port = lower.rpartition(":")
    if place and port.isdecimal():
        return [
            Token(place.removeprefix("http://"), place, "name", capital=False),
            Token(port, port, "number", capital=False),
        ]
    return [Token(_place(lower), lower, "name", capital=False)]


def _place(path: str) -> str:
    """Return a path without its last slash, unless only the slash tells it from a word ("docs/")."""
    bare = path.removesuffix("/")
    return bare if "/" in bare else path


def _identifier(core: str, lower: str, *, capital: bool) -> list[Token]:
    if "_" in core.strip("_") and "." not in core and "/" not in core:
        parts = [part for part in core.split("_") if part]
        return [token for part in parts for token in _core(part)] or [_word(lower)]
    if "-" in core and lower[0] != "-" and "/" not in core and "." not in core:
        parts = core.split("-")
        if all(part.isalpha() for part in parts) and parts[0].lower() != "no":
            return [_word(part.lower(), capital=part[0].isupper()) for part in parts]
    key = _place(normal_form(lower.removesuffix("()") or lower))
    return [Token(key, lower, "name", capital)]


def _word(surface: str, *, capital: bool = False) -> Token:
    return Token(normal_form(surface), surface, "word", capital)


def _mark(mark: str) -> Token:
    return Token(mark, mark, "mark", capital=False)


def _join_measures(tokens: list[Token]) -> list[Token]:
    """Put a number and its unit, and the parts of a date, into one token each."""
    joined: list[Token] = []
    for index, token in enumerate(tokens):
        if token.surface == "one" and _counts(tokens, index):
            token = Token("1", "one", "number", capital=False)  # noqa: PLW2901  the word is a number here
        last = joined[-1] if joined else None
        if last is not None and last.surface == "every" and token.surface in UNIT_WORDS:
            joined[-1] = Token(
                quantity("1", token.surface) or token.key, token.surface, "number", capital=False
            )
            continue
        if last is not None and last.kind == "number":
            whole = _joined(last, token)
            if whole is not None:
                joined[-1] = whole
                continue
        elif last is not None and last.surface in MONTHS and last.capital and token.kind == "number":
            before = joined[-2].surface if len(joined) > 1 and joined[-2].kind == "number" else ""
            whole_date = _date(before, last.surface, token)
            if whole_date is not None:
                del joined[-2 if before else -1 :]
                joined.append(whole_date)
                continue
        joined.append(token)
    return joined


def _counts(tokens: list[Token], index: int) -> bool:
    """Tell whether "one" is a number here: a noun follows it."""
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    return after is not None and after.kind == "word" and after.surface not in _AFTER_PRONOUN


def _joined(last: Token, token: Token) -> Token | None:
    if token.surface in UNIT_WORDS and token.kind != "number" or token.surface == "%":
        whole = quantity(last.key, token.surface)
        if whole is not None:
            return Token(whole, f"{last.surface} {token.surface}", "number", capital=False)
    return None


def _date(day: str, month: str, year: Token) -> Token | None:
    if not year.key.isdecimal() or len(year.key) > 4 or (day and not day.isdecimal()):  # noqa: PLR2004
        return None
    if len(year.key) < 4:  # noqa: PLR2004  "March 3"
        day, number = year.key, ""
    else:
        number = year.key
    surface = " ".join(part for part in (day, month, number) if part)
    return Token(date(day, month, number), surface, "number", capital=False)
