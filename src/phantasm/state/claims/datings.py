"""Since when does a clause hold? "Since 2.4", "as of this sprint" and "from May on" tell of a change."""

from phantasm.state.claims.model import Token
from phantasm.state.claims.quantities import MONTHS, WEEKDAYS
from phantasm.state.claims.vocabulary import ARTICLES, AUXILIARIES, COPULAS, STRONG_VERBS

_OPENERS: dict[str, tuple[str, ...]] = {
    "since": (),
    "as": ("of", "from"),
    "starting": ("with", "from", "in", "on"),
    "beginning": ("with", "from", "in", "on"),
    "effective": (),
    "from": (),
}
OPENERS = frozenset(_OPENERS)
"""Words that such a phrase begins with."""

# Nouns that such a phrase ends with: a time, or what happened then.
_MOMENTS = frozenset(
    """today yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday week month quarter
    year spring summer autumn fall winter sprint iteration release version milestone q1 q2 q3 q4 h1 h2
    upgrade migration move switch rewrite merge restructuring refactoring refactor reorg launch audit
    incident outage cutover cleanup relaunch pr rfc adr update reorganisation reorganization redesign rollout
    deploy bump change""".split()
)
# Longest such phrase behind its opener: "since the Vite 3 upgrade", "from 12 May 2026 on".
_LONGEST = 5


def dated(tokens: list[Token], index: int) -> int:
    """Return how many tokens a phrase takes that says since when something holds; none when there is none."""
    first = tokens[index].surface
    start = index + 1
    links = _OPENERS[first]
    if links:
        if start >= len(tokens) or tokens[start].surface not in links:
            return 0
        start += 1
    end = _end(tokens, start)
    if end is None and first in ("since", "as"):
        end = _end_of_event(tokens, start)
    if end is None:
        return 0
    closed = end < len(tokens) and tokens[end].surface in ("on", "onward", "onwards", "forward")
    if first == "from":
        return end + 1 - index if closed else 0
    return end + closed - index


def _end_of_event(tokens: list[Token], start: int) -> int | None:
    """Return where a noun phrase without a verb ends: "since the audit", not "since the API is slow"."""
    end = next((i for i in range(start, len(tokens)) if tokens[i].kind == "mark"), len(tokens))
    phrase = tokens[start:end]
    if not 1 < len(phrase) <= _LONGEST or phrase[0].surface not in ARTICLES:
        return None
    verbal = any(
        token.surface in COPULAS or token.surface in AUXILIARIES or token.surface.endswith(("ed", "n't"))
        for token in phrase
    )
    third = any(token.key in STRONG_VERBS and token.surface.endswith("s") for token in phrase[1:])
    return None if verbal or third else end


def _end(tokens: list[Token], start: int) -> int | None:
    """Return where a time ends that begins here: at the last number, or at the noun that names it."""
    last: int | None = None
    phrase = False
    for at in range(start, min(start + _LONGEST, len(tokens))):
        token = tokens[at]
        surface = token.surface
        if token.kind == "mark":
            break
        if (
            surface in _MOMENTS
            or (surface in MONTHS and (token.capital or token.kind == "number"))
            or _numbers(token, tokens, last)
        ):
            last = at + 1
        elif last is not None:
            break
        elif surface in ARTICLES:
            phrase = True
        elif not (
            token.capital or token.kind == "name" or surface in _LEADING or (phrase and _leads(tokens, at))
        ):
            break
    return last


def _numbers(token: Token, tokens: list[Token], last: int | None) -> bool:
    """Tell whether a token is a version or a year; "since two workers …" gives a reason."""
    number = token.kind == "number" and token.surface[0] in _DIGITS
    return number and (last is None or tokens[last - 1].kind != "number")


def _leads(tokens: list[Token], at: int) -> bool:
    """Tell whether a noun that names a moment follows, and ends the phrase: "the profiling PR"."""
    after = tokens[at + 2] if at + 2 < len(tokens) else None
    return (
        at + 1 < len(tokens)
        and tokens[at + 1].surface in _MOMENTS
        and (after is None or after.kind == "mark" or after.surface in ARTICLES)
    )


_DIGITS = frozenset("0123456789v")
_LEADING = (
    frozenset(("last", "next", "version", "release", "build", "early", "late", "mid", "end", "of", "q1"))
    | WEEKDAYS
)
