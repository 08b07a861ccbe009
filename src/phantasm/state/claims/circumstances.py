"""Under which circumstances is a clause said to hold? What stands before its subject is taken off."""

from phantasm.state.claims.clauses import Clause
from phantasm.state.claims.cues import CONDITIONS
from phantasm.state.claims.model import Token
from phantasm.state.claims.quantities import MONTHS
from phantasm.state.claims.verbs import find
from phantasm.state.claims.vocabulary import ARTICLES, PREPOSITIONS

_LABELS = frozenset(
    """note decision update fact convention rule policy reminder fyi warning important constraint preference
    todo info tip hint caution decided agreed reverted correction changed reason environment""".split()
)
# Labels that say that something changed.
_UPDATE_LABELS = frozenset("update correction changed reverted".split())
_TIMED = frozenset("in until till before during through prior up".split())
_DROPPED_CIRCUMSTANCES = frozenset(
    "after since with because starting beginning from following due given thanks as according".split()
)
_CIRCUMSTANCES = frozenset("in on for at under within inside during locally by".split())
LEADING = CONDITIONS | _TIMED | _DROPPED_CIRCUMSTANCES | _CIRCUMSTANCES
"""Words that begin a phrase before the subject."""
_DATING = frozenset("since in until till before after from as".split())


def drop_label(clause: Clause) -> None:
    """Take a label off the beginning ("Note: …"); some labels say that something changed."""
    tokens = clause.tokens
    while tokens and tokens[0].kind == "mark":
        tokens = tokens[1:]
    if len(tokens) > 2 and tokens[1].key in (":", "-") and tokens[0].surface in _LABELS:  # noqa: PLR2004
        clause.update = tokens[0].surface in _UPDATE_LABELS
        tokens = tokens[2:]
    clause.tokens = tokens


def take_circumstance(clause: Clause) -> None:
    """Take a phrase off the beginning: "In production, …", "Since 2.0 we …", "If it rains, …"."""
    tokens = clause.tokens
    if not tokens:
        return
    first = tokens[0].surface
    conditional = first in CONDITIONS
    if first not in LEADING:
        return
    end = _end_of_circumstance(tokens)
    if end is None:
        clause.tentative = clause.tentative or conditional
        return
    phrase, rest = tokens[1:end], tokens[end:]
    if rest and rest[0].kind == "mark":
        rest = rest[1:]
    numbers = [token.key for token in phrase if token.kind == "number"]
    if first in _DROPPED_CIRCUMSTANCES:
        clause.update = clause.update or bool(numbers) or first in ("since", "starting", "after", "as")
    elif first in _TIMED and numbers:
        clause.times.add(" ".join(token.key for token in phrase if token.key not in ARTICLES))
    else:
        clause.circumstances = [token for token in phrase if token.kind != "mark"]
    clause.tokens = rest


def _end_of_circumstance(tokens: list[Token]) -> int | None:
    """Return where a leading phrase ends: at its comma, or before the next noun phrase."""
    dated = _end_of_date(tokens)
    if dated is not None:
        return dated
    for index, token in enumerate(tokens):
        if token.key == ",":
            first = tokens[0].surface
            whole = first in CONDITIONS or first in _DROPPED_CIRCUMSTANCES
            if whole or find(tokens[1:index]) is None:
                return index
            break
    if tokens[0].surface == "by":
        return None
    for index in range(2, len(tokens)):
        token = tokens[index]
        if token.surface in ARTICLES or token.surface in ("we", "it", "you", "they"):
            return index if tokens[index - 1].surface not in PREPOSITIONS else None
    return None


def _end_of_date(tokens: list[Token]) -> int | None:
    """Return where "Since March" or "Since Elixir 1.18" ends, when a clause follows without a comma."""
    if tokens[0].surface not in _DATING:
        return None
    for index in range(1, min(len(tokens) - 2, 4)):
        token = tokens[index]
        if token.kind == "number" or (token.surface in MONTHS and token.capital):
            return index + 1 if tokens[index + 1].kind in ("word", "name") else None
        if not token.capital:
            return None
    return None
