"""Where is the verb of a clause? Copulas and clear verbs first, words that may be nouns last."""

from typing import Literal, NamedTuple

from phantasm.state.claims.cues import CHANGING, REPLACING, RETIRING
from phantasm.state.claims.model import Token
from phantasm.state.claims.vocabulary import (
    ARTICLES,
    AUXILIARIES,
    COPULAS,
    ENTITIES,
    NOUN_LIKE,
    NUMERIC,
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
) | frozenset(
    """set put cut read run born due found led made sent bound split shut withdrawn rewritten sold
    hidden left rebuilt redone undone overridden shrunk brought bought caught lost met spent told won
    redrawn unbound rebound reset""".split()
)


def is_participle(token: Token) -> bool:
    """Tell whether a word may be the past participle of a verb."""
    surface = token.surface
    return (
        token.kind == "word" and not token.capital and (surface.endswith("ed") and len(surface) > 3)  # noqa: PLR2004
    ) or surface in _IRREGULAR_PARTICIPLES


VERBS = STRONG_VERBS | CHANGING | RETIRING | REPLACING
"""Every verb that a claim may turn on."""

_NOUN_ENDINGS = ("-", "ing", "tion", "tions", "ment", "ments", "oval", "ovals")


def find(tokens: list[Token]) -> Verb | None:
    """Return the verb that the clause turns on; None when no word can be taken for one."""
    best: int | None = None
    likely = 0
    for index in range(_after_relative(tokens), len(tokens)):
        token = tokens[index]
        if token.kind != "word" or (token.capital and index):
            continue
        surface = token.surface
        if surface == "and" and best:
            break  # what follows is a second verb of the same subject
        if surface in _CARRIERS:
            return _with_auxiliaries(tokens, index)
        if token.key not in VERBS or surface.endswith(_NOUN_ENDINGS):
            continue
        likelihood = _likelihood(tokens, index)
        if likelihood == _PLURAL and best and likely >= _THIRD_PERSON:
            continue  # "the PR moves the settings page": the first finite verb is the verb
        if likelihood == _CERTAIN:
            return Verb(index, index + 1, token.key, "active")
        if likelihood > likely:
            best, likely = index, likelihood
    if best is None:
        return None
    after = tokens[best + 1].surface if best + 1 < len(tokens) else ""
    passive = best > 0 and tokens[best].surface.endswith("ed") and after in _PASSIVE_LINKS
    return Verb(best, best + 1, tokens[best].key, "passive" if passive else "active")


_NEVER_VERBS = ARTICLES | PREPOSITIONS | {"and", "or"}
# What follows a verb in "-s" rather than a plural.
_OBJECT_FOLLOWS = ARTICLES | {"to", "on", "at", "with", "from", "through", "via"}


def guess(tokens: list[Token], hint: int = 0) -> Verb | None:
    """Return what is probably a verb that no table knows: a word in "-s", or the first word of an order."""
    if len(tokens) > 1 and tokens[0].surface in ("we", "you", "they", "i") and tokens[1].kind == "word":
        return Verb(1, 2, tokens[1].key, "active")
    if 0 < hint < len(tokens) and tokens[hint].kind == "word" and tokens[hint].surface not in _NEVER_VERBS:
        return Verb(hint, hint + 1, tokens[hint].key, "active")
    for index in range(1, len(tokens) - 1):
        token, after = tokens[index], tokens[index + 1]
        if (
            token.kind != "word"
            or token.capital
            or not token.surface.endswith("s")
            or token.surface.endswith("ss")
        ):
            continue
        if tokens[index - 1].surface in ARTICLES or tokens[index - 1].surface in PREPOSITIONS:
            continue
        if after.surface in _OBJECT_FOLLOWS or after.kind in ("name", "number") or after.capital:
            return Verb(index, index + 1, token.key, "active")
    first = tokens[0] if len(tokens) > 2 else None  # noqa: PLR2004  an order has an object
    if first is None or first.kind != "word" or not first.capital or first.surface in ARTICLES:
        return None
    if first.surface in PREPOSITIONS or first.surface.endswith(("s", "ing")) or tokens[1].kind == "mark":
        return None
    return Verb(0, 1, first.key, "active") if any(t.surface in PREPOSITIONS for t in tokens[2:]) else None


_CERTAIN = 6
_CARRIERS = AUXILIARIES | COPULAS
_CHANGES = CHANGING | RETIRING
# Behind a form in "-ed" without auxiliary, these show a passive: "Sphinx pinned to 7".
_PASSIVE_LINKS = frozenset("to at by with under".split())
_PAST_FORMS = frozenset("ran took went wrote built kept sent chose made gave held broke became".split())
_DOERS = frozenset(("we", "you", "they", "i"))
# A base form after a plural, and a form in "-s".
_PLURAL, _THIRD_PERSON = 4, 2


def _likelihood(tokens: list[Token], index: int) -> int:
    """Rate how likely a word is the verb of its clause: 0 is a noun, 6 is a verb for sure."""
    token = tokens[index]
    surface = token.surface
    after = tokens[index + 1].surface if index + 1 < len(tokens) else ""
    if not index:
        return 0 if _heads_note(tokens) else _likelihood_of_first(token, after)
    before = tokens[index - 1]
    if before.surface in _BEFORE_NOUNS or before.key == "'s" or _is_counted(tokens, index):
        return 0
    if before.surface in _DOERS:
        return _CERTAIN
    if surface.endswith("ed") or surface in _PAST_FORMS:
        return 5
    if token.key not in NOUN_LIKE:
        return _CERTAIN
    if token.key == "use":
        return 3  # "the contract tests use …"
    if surface.endswith("s"):
        return 2
    if before.surface.endswith("s"):
        return 4
    return 1 if after else 0  # "nightly retrain" has no verb


_BEFORE_NOUNS = ARTICLES | PREPOSITIONS


def _heads_note(tokens: list[Token]) -> bool:
    """Tell whether a noun begins a note without capitals: "log retention 30d", not "log size to stdout"."""
    first, second = tokens[0], tokens[1] if len(tokens) > 1 else tokens[0]
    noun = not first.capital and first.key in NOUN_LIKE and second.key in NUMERIC
    return noun and not any(token.surface == "to" for token in tokens)


def _is_counted(tokens: list[Token], index: int) -> bool:
    """Tell whether a plural is counted by the number before it: "into 12 shards"."""
    plural = tokens[index - 1].kind == "number" and tokens[index].surface.endswith("s")
    return plural and (index == 1 or tokens[index - 2].surface in PREPOSITIONS)


def _likelihood_of_first(token: Token, after: str) -> int:
    """Rate the first word of a clause: an order begins with a verb, most other clauses do not."""
    if (
        token.surface.endswith("s") and token.key in NOUN_LIKE
    ):  # "Drops the polyfills …", but not "Tests run …"
        return 3 if token.key in _CHANGES and after in ARTICLES else 0
    if after in ("for", "of"):
        return 0
    if token.key in ENTITIES and not token.capital and after.endswith("s"):
        return 1  # "proxy imports X"
    done = token.key in CHANGING and token.surface.endswith("ed")  # "Switched to X after …"
    return 5 if done or (token.key in RETIRING and token.surface not in NOUN_LIKE) else 3


def _after_relative(tokens: list[Token]) -> int:
    """Return where to look for the main verb: behind a relative clause of the subject."""
    if tokens and tokens[0].key in VERBS and tokens[0].kind == "word" and _likelihood(tokens, 0):
        return 0
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
                if word.surface.endswith("ed") or word.key in VERBS:
                    return later + 1
            return 0
        if token.surface in _CARRIERS:
            return 0
    return 0


def _with_auxiliaries(tokens: list[Token], index: int) -> Verb:
    """Read on over "has been", "was being", "does", and find out what they carry."""
    passive = False
    end = index
    while end < len(tokens) and tokens[end].surface in _CARRIERS and tokens[end].kind == "word":
        passive = passive or tokens[end].key in ("be", "get")
        end += 1
    first = tokens[index].surface
    if end < len(tokens):
        token = tokens[end]
        if is_participle(token):
            return Verb(index, end + 1, token.key, "passive" if passive else "active")
        if first in ("do", "does", "did") and token.key in VERBS:
            return Verb(index, end + 1, token.key, "active")
    if passive or first in COPULAS:
        return Verb(index, end, "be", "copula")
    return Verb(index, end, tokens[end - 1].key, "active")
