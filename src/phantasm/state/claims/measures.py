"""Which numbers belong together? A number and its unit, a day and its month, "every" and what recurs."""

from phantasm.state.claims.model import Token
from phantasm.state.claims.quantities import (
    FREQUENCIES,
    MONTHS,
    PARTS_OF_DAY,
    UNIT_WORDS,
    date,
    measure,
    period,
    quantity,
)

# What follows a pronoun or an adverb, but no adjective.
_NO_NOUNS = frozenset(
    """of or and is are was has can may must should in on at for to the that which who now instead again since
    as from by via with after before because but so""".split()
)
_BEFORE_MONTHS = frozenset("in since until by of".split())
# Words that are numbers or dates only in some places.
_READ_ANEW = FREQUENCIES.keys() | MONTHS.keys() | {"one"}
# Those of them that count, as numbers.
_COUNTED = {
    surface: Token(FREQUENCIES.get(surface, "1"), surface, "number", capital=False)
    for surface in FREQUENCIES.keys() | {"one"}
}
# Words that may make one token with what follows.
_JOINABLE = MONTHS.keys() | {"every", "a", "an", "per"}
_TIMES = {"once": 1, "twice": 2}
_SPOTS = _READ_ANEW | _JOINABLE
# What may go on with a number or with one of these words.
_CONTINUING = UNIT_WORDS | MONTHS.keys() | PARTS_OF_DAY | {"%", "am", "pm"}


def join_measures(tokens: list[Token]) -> list[Token]:
    """Put a number and its unit, and the parts of a date, into one token each."""
    spots = [index for index, token in enumerate(tokens) if token.kind == "number" or token.surface in _SPOTS]
    last = len(tokens) - 1
    joins = False
    for index in spots:
        if tokens[index].surface in _READ_ANEW:
            tokens[index] = _read_anew(tokens, index)
        if index < last:
            after = tokens[index + 1]
            joins = (
                joins
                or after.surface in _CONTINUING
                or (after.kind == "number" and tokens[index].surface in MONTHS)
            )
    return _join(tokens) if joins else tokens


def _join(tokens: list[Token]) -> list[Token]:
    joined: list[Token] = []
    for token in tokens:
        if joined:
            last = joined[-1]
            if last.kind == "number" or last.surface in _JOINABLE or token.surface in MONTHS:
                whole = _whole(joined, token)
                if whole is not None:
                    joined[-1] = whole
                    continue
        joined.append(token)
    return joined


def _read_anew(tokens: list[Token], index: int) -> Token:
    """Return a word that may be a number as one, where what stands around it says so."""
    token = tokens[index]
    if token.surface in MONTHS:
        by_itself = token.capital and index > 0 and tokens[index - 1].surface in _BEFORE_MONTHS
        return _date("", token.surface, "") if by_itself else token
    return _COUNTED[token.surface] if _counts(tokens, index) else token


def _whole(joined: list[Token], token: Token) -> Token | None:
    """Return the last token and the one after it as one, where they belong together."""
    last = joined[-1]
    if last.surface in ("a", "an", "per") and len(joined) > 1 and joined[-2].surface in _TIMES:
        if token.surface in UNIT_WORDS:
            joined.pop()  # "twice a year" is every six months
            return Token(
                period(_TIMES[joined[-1].surface], token.surface), token.surface, "number", capital=False
            )
        return None
    if last.surface in ("a", "an"):
        return _single(joined, token)
    return (
        _recurring(last, token)
        or _dated(last, token)
        or (_joined(last, token) if last.kind == "number" else None)
    )


def _counts(tokens: list[Token], index: int) -> bool:
    """Tell whether a word is a number here: "one" before a noun, "daily" where no noun follows."""
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    plain = after is None or after.kind != "word" or after.surface in _NO_NOUNS
    return plain != (tokens[index].surface == "one")


def _joined(last: Token, token: Token) -> Token | None:
    if token.surface in ("am", "pm") and last.key.isdecimal():
        clock = measure(f"{last.key}:00{token.surface}")
        return Token(clock, f"{last.surface} {token.surface}", "number", capital=False) if clock else None
    if (token.surface in UNIT_WORDS and token.kind != "number") or token.surface == "%":
        whole = quantity(last.key, token.surface)
        if whole is not None:
            return Token(whole, f"{last.surface} {token.surface}", "number", capital=False)
    return None


def _single(joined: list[Token], token: Token) -> Token | None:
    """Read "after an hour" as one hour; "a second look" is no second."""
    if token.surface in _LONG_UNITS and len(joined) > 1 and joined[-2].surface in _SPANNING:
        return Token(quantity("1", token.surface) or token.key, token.surface, "number", capital=False)
    return None


_LONG_UNITS = frozenset("minute hour day week month year".split())
_SPANNING = frozenset(
    "after for within every in of than once to from is at last lasts takes maximum minimum".split()
)


def _recurring(last: Token, token: Token) -> Token | None:
    """Read "every second" and "every night" as how often something happens."""
    if last.surface != "every" or token.kind != "word":
        return None
    if token.surface in UNIT_WORDS:
        return Token(quantity("1", token.surface) or token.key, token.surface, "number", capital=False)
    return (
        Token(token.surface, token.surface, "number", capital=False)
        if token.surface in PARTS_OF_DAY
        else None
    )


def _dated(last: Token, token: Token) -> Token | None:
    """Join a day, a month and a year into one date; a month alone is one too."""
    if token.surface in MONTHS and token.capital:
        day = last.key if last.key.isdecimal() and len(last.key) < _DIGITS_OF_YEAR else ""
        return _date(day, token.surface, "") if day else None
    if (
        last.surface.rpartition(" ")[2] in MONTHS
        and token.key.isdecimal()
        and (last.capital or last.kind == "number")
    ):
        day = last.surface.rpartition(" ")[0]
        if len(token.key) == _DIGITS_OF_YEAR:
            return _date(day, last.surface.rpartition(" ")[2], token.key)
        return _date(token.key, last.surface, "") if not day and len(token.key) < _DIGITS_OF_YEAR else None
    return None


_DIGITS_OF_YEAR = 4


def _date(day: str, month: str, year: str) -> Token:
    surface = f"{day} {month}".strip()
    return Token(date(day, month, year), f"{surface} {year}".strip(), "number", capital=False)
