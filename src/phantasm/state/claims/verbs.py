"""Where is the verb of a clause? Copulas and clear verbs first, words that may be nouns last."""

from typing import Literal, NamedTuple

from phantasm.state.claims.tokens import Token
from phantasm.state.claims.vocabulary import (
    ARTICLES,
    AUXILIARIES,
    COPULAS,
    NOUN_LIKE,
    PREPOSITIONS,
    RELATIVES,
    STRONG_VERBS,
)
from phantasm.state.claims.words import IRREGULAR

Voice = Literal["copula", "active", "passive"]


class Verb(NamedTuple):
    """The verb of a clause: where it begins and where what follows it begins, its stem and its voice."""

    start: int
    end: int
    key: str
    voice: Voice


_IRREGULAR_PARTICIPLES = frozenset(
    word for word in IRREGULAR if word.endswith(("en", "wn", "pt", "lt", "nt", "ld", "de", "ne"))
) | frozenset("set put cut read run born due found led made sent bound split shut withdrawn rewritten sold hidden".split())


def is_participle(token: Token) -> bool:
    """Tell whether a word may be the past participle of a verb."""
    surface = token.surface
    return (
        token.kind == "word" and not token.capital and (surface.endswith("ed") and len(surface) > 3)  # noqa: PLR2004
    ) or surface in _IRREGULAR_PARTICIPLES


def find(tokens: list[Token]) -> Verb | None:
    """Return the verb that the clause turns on; None when no word can be taken for one."""
    start = _after_relative(tokens)
    weak: int | None = None
    for index in range(start, len(tokens)):
        token = tokens[index]
        if token.kind != "word" or (token.capital and index):
            continue
        surface = token.surface
        if surface in AUXILIARIES or surface in COPULAS:
            return _with_auxiliaries(tokens, index)
        if token.key not in STRONG_VERBS or surface.endswith("ing"):
            continue
        if index:
            before = tokens[index - 1]
            if before.surface in ARTICLES or before.surface in PREPOSITIONS or before.key == "'s":
                continue
        if token.key in NOUN_LIKE or surface.endswith("ed") or not index:
            if weak is None or (weak == 0 and not tokens[0].surface.endswith("ed") and _is_finite(tokens, index)):
                weak = index
            continue
        return Verb(index, index + 1, token.key, "active")
    if weak is not None:
        return Verb(weak, weak + 1, tokens[weak].key, "active")
    return None


def _is_finite(tokens: list[Token], index: int) -> bool:
    """Tell whether a later word is the better verb than the first one: "Build agents run Ubuntu"."""
    before = tokens[index - 1].surface
    return index > 1 and before.endswith("s") and not tokens[index].surface.endswith(("s", "ed"))


def _after_relative(tokens: list[Token]) -> int:
    """Return where to look for the main verb: behind a relative clause of the subject."""
    for index in range(1, min(len(tokens), 8)):
        token = tokens[index]
        if token.surface in RELATIVES and token.kind == "word" and not token.capital:
            for later in range(index + 1, len(tokens)):
                word = tokens[later]
                if word.kind != "word" or word.capital:
                    continue
                if word.surface in COPULAS:
                    follows = next(
                        (i for i in range(later + 1, len(tokens)) if tokens[i].surface in COPULAS), None
                    )
                    return later if follows is None else follows
                if word.surface.endswith("ed") or word.key in STRONG_VERBS:
                    return later + 1
            return 0
        if token.surface in COPULAS or token.surface in AUXILIARIES:
            return 0
    return 0


def _with_auxiliaries(tokens: list[Token], index: int) -> Verb:
    """Read on over "has been", "was being", "does", and find out what they carry."""
    passive = False
    end = index
    while end < len(tokens) and tokens[end].surface in AUXILIARIES | COPULAS and tokens[end].kind == "word":
        passive = passive or tokens[end].key in ("be", "get")
        end += 1
    first = tokens[index].surface
    if end < len(tokens):
        token = tokens[end]
        if is_participle(token):
            return Verb(index, end + 1, token.key, "passive" if passive else "active")
        if first in ("do", "does", "did") and token.key in STRONG_VERBS:
            return Verb(index, end + 1, token.key, "active")
    if passive or first in COPULAS:
        return Verb(index, end, "be", "copula")
    return Verb(index, end, tokens[end - 1].key, "active")
