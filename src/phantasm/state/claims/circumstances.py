"""Under which circumstances is a clause said to hold? What stands before its subject is taken off."""

from phantasm.state.claims.clauses import Clause
from phantasm.state.claims.cues import CHANGING, CONDITIONS
from phantasm.state.claims.model import Token
from phantasm.state.claims.quantities import MONTHS
from phantasm.state.claims.spelling import mark, word
from phantasm.state.claims.verbs import find
from phantasm.state.claims.vocabulary import ARTICLES, ATTRIBUTES, PREPOSITIONS

_LABELS = frozenset(
    """agreed caution changed chore constraint convention correction decided decision environment fact
    feat fix fyi hint important info note perf policy pr preference reason refactor reminder
    reverted rule style tip todo update warning""".split()
)
# Labels that say that something changed.
_UPDATE_LABELS = frozenset("update correction changed reverted".split())
_TIMED = frozenset("in until till before during through prior up".split())
DROPPED = frozenset(
    "after since with because starting beginning from following due given thanks as according".split()
)
_CIRCUMSTANCES = frozenset("in on for at under within inside during locally by".split())
LEADING = CONDITIONS | _TIMED | DROPPED | _CIRCUMSTANCES
"""Words that begin a phrase before the subject."""
_DATING = frozenset("since in until till before after from as".split())


# "new", what is new, and what follows it.
_NEW_KEY = 5
_AFTER_KEY = frozenset((":", "of", "for", "is"))


def drop_label(clause: Clause) -> None:
    """Take a label off the beginning ("Note: …"); some labels say that something changed."""
    tokens = clause.tokens
    while tokens and tokens[0].kind == "mark":
        tokens = tokens[1:]
    if tokens and tokens[0].surface == "pr" and [token.surface for token in tokens[1:3]] == ["pr", ":"]:
        tokens = tokens[3:]  # "PR: …", read as "pull request"
    if len(tokens) > 2 and tokens[1].key in (":", "-") and tokens[0].surface in _LABELS:  # noqa: PLR2004
        clause.update = tokens[0].surface in _UPDATE_LABELS
        tokens = tokens[2:]
    if len(tokens) > 2 and tokens[0].surface == "new":  # noqa: PLR2004  "New owner of X: …", "new state bucket: …"
        end = next(
            (i for i, token in enumerate(tokens[1:_NEW_KEY], start=1) if token.surface in _AFTER_KEY), 1
        )
        if tokens[end - 1].key in ATTRIBUTES:
            clause.update, tokens = True, tokens[1:]
    clause.tokens = tokens


def read_arrow(clause: Clause) -> None:
    """Read "chart 26.4 -> 30.1" and "asdf -> mise" as changes, and "retention -> 30d" as "retention: 30d"."""
    tokens = clause.tokens
    at = next((i for i, token in enumerate(tokens) if token.key == ">" and token.kind == "mark"), None)
    if not at or at + 1 >= len(tokens):
        return
    start = _start_of_old(tokens, at)
    if start is None:
        clause.tokens = [*tokens[:at], mark(":"), *tokens[at + 1 :]]
        return
    before = [token for token in tokens[:start] if token.surface not in _FROM and token.key != ":"]
    verb = [] if any(token.key in CHANGING for token in before) else [word("changed")]
    clause.tokens = [*before, *verb, word("from"), *tokens[start:at], word("to"), *tokens[at + 1 :]]
    clause.update = True


def _start_of_old(tokens: list[Token], at: int) -> int | None:
    """Return where the old value before an arrow begins; None when a key stands there."""
    if tokens[at - 1].kind == "number":
        return at - 1
    verb = next(
        (i for i in range(at - 1, -1, -1) if tokens[i].key in CHANGING or tokens[i].surface in _FROM), None
    )
    if verb is not None:
        return verb + 1
    mark_before = next((i for i in range(at - 1, -1, -1) if tokens[i].kind == "mark"), -1)
    alone = at - mark_before == 2 and tokens[at + 1].kind != "number"  # noqa: PLR2004  one word
    return mark_before + 1 if alone else None


_FROM = frozenset(("from", "off"))


def front_condition(clause: Clause) -> None:
    """Put a condition that ends a clause before it: "… is WARN if it is not set" is "if it is not set, …"."""
    tokens = clause.tokens
    at = next((i for i, token in enumerate(tokens) if token.surface in FRONTED and i > 1), None)
    if at is None or tokens[0].surface in LEADING or len(tokens) - at < _CONDITION:
        return
    if (
        tokens[-1].surface == "otherwise"
        or any(token.kind == "mark" for token in tokens[at:])
        or find(tokens[:at]) is None
    ):
        return
    clause.tokens = [*tokens[at:], mark(","), *tokens[:at]]


FRONTED = frozenset(("if", "unless"))
"""Words that begin such a condition."""
# "if", a subject and a verb.
_CONDITION = 3


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
    if first in DROPPED:
        clause.update = clause.update or bool(numbers) or first in ("since", "starting", "after", "as")
    elif first in _TIMED and numbers:
        clause.times.add(" ".join(token.key for token in phrase if token.key not in ARTICLES))
    else:
        clause.circumstances = [token for token in phrase if token.kind != "mark"]
        clause.purpose = first == "for"
    clause.tokens = rest


def without_lead(tokens: list[Token]) -> list[Token]:
    """Return what follows a leading phrase that no comma closes; nothing when it has no end."""
    end = _end_of_circumstance(tokens)
    return tokens[end:] if end is not None and tokens[end].key != "," else []


def _end_of_circumstance(tokens: list[Token]) -> int | None:
    """Return where a leading phrase ends: at its comma, or before the next noun phrase."""
    dated = _end_of_date(tokens)
    if dated is not None:
        return dated
    for index, token in enumerate(tokens):
        if token.key in (",", ":"):
            first = tokens[0].surface
            whole = first in CONDITIONS or first in DROPPED
            if whole or find(tokens[1:index]) is None:
                return index
            break
    if tokens[0].surface == "by":
        return None
    for index in range(2, len(tokens)):
        token = tokens[index]
        begins = token.surface in ARTICLES or token.surface in ("we", "it", "you", "they")
        if begins and tokens[index - 1].surface not in PREPOSITIONS:
            return index
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
