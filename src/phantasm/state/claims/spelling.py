"""What is one written word made of? Contractions, comparisons, identifiers and addresses taken apart."""

import re

from phantasm.state.claims.model import Token
from phantasm.state.claims.quantities import SPELLED_NUMBERS, WEEKDAYS, measure
from phantasm.state.claims.words import normal_form

# A longer word is a hash, a blob or an attack: it is kept whole, so that taking words apart stays cheap.
LONGEST_WORD = 100

POSSESSIVE = Token("'s", "'s", "mark", capital=False)
_COMPARISONS = re.compile(r"(>=|<=|==|~=|!=|>|<|\^|~)(?=[v\d])")
_CAMEL = re.compile(r"(?<=[a-z\d])(?=[A-Z])")
_TAGGED = re.compile(r"([a-z][\w./+-]*?)[:@](v?\d[\w.]*)(-[a-z][\w.-]*)?")
_CONTRACTIONS = {"can't": "can not", "cannot": "can not", "won't": "will not", "shan't": "shall not",
    "let's": "", "it's": "it is", "that's": "that is", "there's": "there is", "what's": "what is",
    "here's": "here is", "who's": "who is"}  # fmt: skip
_SHORTENED = {"'re": "are", "'ve": "have", "'ll": "will", "'d": "would", "'m": "am"}


def taken_apart(core: str) -> list[Token]:
    """Return the tokens of a word without the marks around it."""
    lower = core.lower()
    if len(core) > LONGEST_WORD:
        return [Token(lower, lower, "name", capital=False)]
    capital = core[0].isupper()
    found = measure(lower)
    if found is not None:
        return [Token(found, lower, "number", capital=False)]
    if lower.isalpha():
        if lower in SPELLED_NUMBERS and lower != "one":
            return [Token(SPELLED_NUMBERS[lower], lower, "number", capital=False)]
        if capital and lower.removesuffix("s") in WEEKDAYS:
            return [Token(lower.removesuffix("s"), lower, "number", capital=False)]
        if not core.islower() and not capital and core[1:2] and not lower.startswith(("ios", "macos")):
            parts = _CAMEL.split(core)
            if len(parts[0]) > 1:
                return [word(part.lower()) for part in parts]
        return [Token(key, lower, "word", capital) for key in normal_form(lower).split(" ")]
    return _compound(core, lower, capital=capital)


def _compound(core: str, lower: str, *, capital: bool) -> list[Token]:
    """Take apart what is not only letters: contractions, comparisons, assignments, identifiers, paths."""
    if "'" in lower:
        contracted = _contracted(core, lower)
        if contracted is not None:
            return contracted
    if compared := _COMPARISONS.match(lower):
        bound = [word("maximum")] if compared[1][0] == "<" else []
        return [*bound, *taken_apart(core[compared.end() :])]
    if lower[-1] == "+" and measure(lower[:-1]):
        return taken_apart(core[:-1])
    if "://" in lower or lower[0] in "/.~@$#":
        return _addressed(lower)
    if tagged := _TAGGED.fullmatch(lower):
        name, version, variant = tagged.groups()
        number = measure(version)
        if number is not None:
            rest = [Token(variant, variant, "name", capital=False)] if variant else []
            return [*taken_apart(core[: len(name)]), Token(number, version, "number", capital=False), *rest]
    if "=" in core[1:] and core[0] not in "=-":
        key, _, value = core.partition("=")
        return [*taken_apart(key), mark("="), *(taken_apart(value) if value else [])]
    return _identifier(core, lower, capital=capital)


def _contracted(core: str, lower: str) -> list[Token] | None:
    """Take "isn't", "it's", "we've" and "client's" apart."""
    if lower in _CONTRACTIONS:
        return [word(part) for part in _CONTRACTIONS[lower].split()]
    if lower.endswith("n't"):
        return [word(lower[:-3]), word("not")]
    if lower.endswith(("'s", "s'")) and len(lower) > len("'s"):
        return [*taken_apart(core.removesuffix("'s").removesuffix("'")), POSSESSIVE]
    for ending, full in _SHORTENED.items():
        if lower.endswith(ending) and len(lower) > len(ending):
            return [*taken_apart(core[: -len(ending)]), word(full)]
    return None


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
        return [token for part in parts for token in taken_apart(part)] or [word(lower)]
    if "-" in core and lower[0] != "-" and "/" not in core and "." not in core:
        parts = core.split("-")
        if all(part.isalpha() for part in parts) and parts[0].lower() != "no":
            return [word(part.lower(), capital=part[0].isupper()) for part in parts]
    key = _place(normal_form(lower.removesuffix("()") or lower))
    return [Token(key, lower, "name", capital)]


def word(surface: str, *, capital: bool = False) -> Token:
    """Return a plain word as a token."""
    return Token(normal_form(surface), surface, "word", capital)


def mark(sign: str) -> Token:
    """Return a punctuation mark as a token."""
    return Token(sign, sign, "mark", capital=False)
