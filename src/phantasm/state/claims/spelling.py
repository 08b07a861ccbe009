"""What is one written word made of? Contractions, comparisons, identifiers and addresses taken apart."""

import re
from dataclasses import replace

from phantasm.state.claims.alternatives import KIND_OF
from phantasm.state.claims.model import Token
from phantasm.state.claims.quantities import SPELLED_NUMBERS, WEEKDAYS, measure, quantity
from phantasm.state.claims.words import normal_form

# A longer word is a hash, a blob or an attack: it is kept whole, so that taking words apart stays cheap.
LONGEST_WORD = 100

# So many words joined by hyphens are a name ("acme-tfstate-eu"); fewer are mostly an adjective ("read-only").
_PARTS_OF_A_NAME = 3
_PARTICLES = frozenset(("in", "out", "on", "off", "up", "down"))
HYPHEN = "-"
"""Ends the surface of a word that was joined to another one, so that it is taken for no verb and no cue."""

POSSESSIVE = Token("'s", "'s", "mark", capital=False)
_COMPARISONS = re.compile(r"(>=|<=|==|~=|!=|>|<|\^|~)(?=[v\d])")
_CAMEL = re.compile(r"(?<=[a-z\d])(?=[A-Z])")
_HOSTED = re.compile(r"(\d+(?:\.\d+){3}):(\d{2,5})")
_RELEASED = re.compile(r"([a-z]+)-(\d+(?:\.\d+)+)")
_COMMIT_TYPES = frozenset("build chore ci docs feat fix perf refactor style test".split())
_TAGGED = re.compile(r"([a-z][\w./+-]*?)[:@](v?\d[\w.]*)(-[a-z][\w.-]*)?")
_CONTRACTIONS = {"can't": "can not", "cannot": "can not", "won't": "will not", "shan't": "shall not",
    "let's": "", "it's": "it is", "that's": "that is", "there's": "there is", "what's": "what is",
    "here's": "here is", "who's": "who is"}  # fmt: skip
_SHORTENED = {"'re": "are", "'ve": "have", "'ll": "will", "'d": "would", "'m": "am"}


def _plain(lower: str) -> list[Token]:
    """Return the tokens of a word in small letters alone, as most are: there is nothing to take apart."""
    if len(lower) > LONGEST_WORD:
        return [Token(lower, lower, "name", capital=False)]
    if lower in SPELLED_NUMBERS and lower != "one":
        return [Token(SPELLED_NUMBERS[lower], lower, "number", capital=False)]
    key = normal_form(lower)
    if " " not in key:
        return [Token(key, lower, "word", capital=False)]
    return [Token(part, lower, "word", capital=False) for part in key.split(" ")]


def taken_apart(core: str) -> list[Token]:
    """Return the tokens of a word without the marks around it."""
    if core.isalpha() and core.islower():
        return _plain(core)
    lower = core.lower()
    scope = lower.find("(")
    if scope > 0 and lower[:scope] in _COMMIT_TYPES:
        return [word(lower[:scope])]  # "chore(deps)"
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
    if lower.endswith(")") and "(" in lower[1:] and lower.split("(", maxsplit=1)[0] in _COMMIT_TYPES:
        return [word(lower.split("(", maxsplit=1)[0])]
    if lower[-1] == "+" and measure(lower[:-1]):
        return taken_apart(core[:-1])
    if "://" in lower or lower[0] in "/.~@$#:":
        return _addressed(lower)
    if hosted := _HOSTED.fullmatch(lower):
        return [*taken_apart(core[: len(hosted[1])]), Token(hosted[2], hosted[2], "number", capital=False)]
    versioned = _versioned(core, lower)
    if versioned:
        return versioned
    return _assignment(core) or _identifier(core, lower, capital=capital)


def _versioned(core: str, lower: str) -> list[Token]:
    """Take "python:3.11-slim" and "ubuntu-22.04" apart; nothing for anything else."""
    if tagged := _TAGGED.fullmatch(lower):
        name, version, variant = tagged.groups()
        number = measure(version)
        if number is not None:
            rest = [Token(variant, variant, "name", capital=False)] if variant else []
            return [*taken_apart(core[: len(name)]), Token(number, version, "number", capital=False), *rest]
    if (released := _RELEASED.fullmatch(lower)) and lower not in KIND_OF:
        number = released[2]
        return [word(released[1], capital=core[0].isupper()), Token(number, number, "number", capital=False)]
    return []


def _assignment(core: str) -> list[Token]:
    """Take `KEY=value` apart; nothing for anything else."""
    key, equals, value = core.partition("=")
    if not key or not equals or key[0] == "-":
        return []
    return [*taken_apart(key), mark("="), *(taken_apart(value) if value else [])]


def _contracted(core: str, lower: str) -> list[Token] | None:
    """Take "isn't", "it's", "we've" and "client's" apart."""
    if lower in _CONTRACTIONS:
        return [word(part) for part in _CONTRACTIONS[lower].split()]
    if lower.endswith("n't"):
        return [word(lower[:-3]), word("not")]
    if lower.endswith(("'s", "s'")) and len(lower) > len("'s"):
        return [*taken_apart(core[:-2] if lower.endswith("'s") else core[:-1]), POSSESSIVE]
    for ending, full in _SHORTENED.items():
        if lower.endswith(ending) and len(lower) > len(ending):
            return [*taken_apart(core[: -len(ending)]), word(full)]
    return None


def _addressed(lower: str) -> list[Token]:
    """An address with a port is two things: the place and the number."""
    place, colon, port = lower.rpartition(":")
    if colon and port.isdecimal():
        number = Token(port, port, "number", capital=False)
        return (
            [Token(place.removeprefix("http://"), place, "name", capital=False), number]
            if place
            else [number]
        )
    return [Token(_place(lower), lower, "name", capital=False)]


def _place(path: str) -> str:
    """Return a path without its last slash, unless only the slash tells it from a word ("docs/")."""
    bare = path.removesuffix("/")
    return bare if "/" in bare else path


def _identifier(core: str, lower: str, *, capital: bool) -> list[Token]:
    if "_" in core.strip("_") and "." not in core and "/" not in core:
        parts = [part for part in core.split("_") if part]
        return [_joined(token) for part in parts for token in taken_apart(part)] or [word(lower)]
    if "-" in core and lower[0] != "-" and "/" not in core and "." not in core:
        hyphenated = _hyphenated(core.split("-"))
        if hyphenated:
            return hyphenated
    key = _place(normal_form(lower.removesuffix("()") or lower))
    return [Token(key, lower, "name", capital)]


def _joined(token: Token) -> Token:
    """Return a part of an identifier, which is no verb and no cue: "LOG_LEVEL" logs nothing."""
    return replace(token, surface=token.surface + HYPHEN) if token.kind == "word" else token


def _hyphenated(parts: list[str]) -> list[Token]:
    """Take "read-only" apart into words that are no verbs; nothing for names like "acme-tfstate-eu"."""
    first, last = parts[0].lower(), parts[-1].lower()
    if first in SPELLED_NUMBERS and len(parts) == 2 and (counted := quantity(SPELLED_NUMBERS[first], last)):  # noqa: PLR2004
        return [Token(counted, "-".join(parts).lower(), "number", capital=False)]  # "three-week sprints"
    if first in _PARTICLES or last in _PARTICLES:
        whole = "-".join(parts).lower()
        return [Token(whole, whole, "word", parts[0][:1].isupper())]
    if len(parts) >= _PARTS_OF_A_NAME or first == "no" or not all(part.isalpha() for part in parts):
        return []
    if first == "non" or (first == "re" and last.endswith("ed")):
        return [word("non" if first == "non" else "again"), *(word(part.lower()) for part in parts[1:])]
    return [
        Token(key, part.lower() + HYPHEN, "word", part[0].isupper())
        for part in parts
        for key in normal_form(part.lower()).split(" ")
    ]


def word(surface: str, *, capital: bool = False) -> Token:
    """Return a plain word as a token."""
    return Token(normal_form(surface), surface, "word", capital)


def mark(sign: str) -> Token:
    """Return a punctuation mark as a token."""
    return Token(sign, sign, "mark", capital=False)
