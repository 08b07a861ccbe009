"""What does a clause say has changed? Moves, replacements and ends."""

from phantasm.state.claims.clauses import value_key
from phantasm.state.claims.model import Token
from phantasm.state.claims.quantities import dimension
from phantasm.state.claims.shapes import Shape, cut_context, noun_phrase, valued
from phantasm.state.claims.verbs import VERBS, Verb
from phantasm.state.claims.vocabulary import ATTRIBUTES, GENERIC, PREPOSITIONS
from phantasm.state.claims.words import normal_form, stems, table

# "to", a value, "in" and a date: less has no date to spare.
_DATED = 3
_GOALS = frozenset(("to", "into", "on", "onto", "under", "until", "till"))

# What some verbs change by themselves.
_CHANGED = {
    normal_form(verb): normal_form(attribute)
    for verb, attribute in table("relicensed=license reassigned=assignee").items()
}
# Verbs that say by "from" alone that something was given up.
_LEAVING = stems("move migrate switch transition shift")


def changing(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape | None:
    """`S moved from Y to V`, `raised S from Y to V`, `S moved off Y`."""
    old, moved, value = _ways(verb, _undated(rest))
    if not value and not old:
        return None
    replaced = [value_key(old)] if old else []
    if verb.key == "renam" and moved and not replaced:
        replaced.append(value_key(moved))
    if moved and moved[0].surface == "by":
        moved = []  # "slipped by a week to …"
    whole = [*subject, *noun_phrase(moved)]
    if all(token.key in GENERIC for token in whole):
        whole = subject
    if verb.key == "hand" and subject and moved:
        whole = noun_phrase([token for token in moved if token.surface != "over"])
        replaced = [value_key(subject)]
    attribute = _CHANGED.get(verb.key, "")
    found = valued(whole, attribute, value, cardinality="one") if value else Shape(whole, retired=True)
    found.replaced = replaced
    found.changed = True
    return found


def _undated(rest: list[Token]) -> list[Token]:
    """Cut off when something changed: "upgraded to 8.0 in March"."""
    if len(rest) > _DATED and rest[-2].surface in ("in", "on") and rest[-1].kind == "number":
        return rest[:-2] if dimension(rest[-1].key) == "date" else rest
    return rest


def _ways(verb: Verb, rest: list[Token]) -> tuple[list[Token], list[Token], list[Token]]:
    """Return what was left, what was moved, and where to: "from Y", the object, "to V"."""
    start = next((i for i, token in enumerate(rest) if token.surface == "from"), None)
    goals = [i for i, token in enumerate(rest[:-1]) if token.surface in _GOALS and _is_goal(rest[i + 1])]
    to = next((i for i in goals if start is None or i > start), goals[0] if goals else None)
    if to is None:
        if verb.key == "renam" and verb.voice == "passive":
            return [], [], rest  # "was renamed V"
        left = start is not None and verb.key in _LEAVING
        return (rest[start + 1 :], rest[:start], []) if left and start is not None else ([], rest, [])
    if start is None:
        return [], rest[:to], rest[to + 1 :]
    if start < to:
        return rest[start + 1 : to], rest[:start], rest[to + 1 :]
    return rest[start + 1 :], rest[:to], rest[to + 1 : start]


def _is_goal(token: Token) -> bool:
    """Tell whether "to" leads to a value here, not to a purpose ("to save space")."""
    return token.key not in VERBS or token.key in ATTRIBUTES


def replacing(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """`V replaces Y as A`, `Y was replaced by V`, `we replaced Y with V`."""
    at = next((i for i, token in enumerate(rest) if token.surface in ("by", "with")), None)
    holder: list[Token] = []
    if verb.voice == "passive":
        old, new = subject, rest[at + 1 :] if at is not None else []
    elif at is not None:
        holder, old, new = subject, rest[:at], rest[at + 1 :]
    else:
        old, new = rest, subject
    old, purpose = _cut_role(old)
    new, more = _cut_role(new)
    found = Shape(holder, "", new, [*purpose, *more], cardinality="one")
    found.replaced = [value_key(old)] if old else []
    found.changed = True
    return found


def _cut_role(value: list[Token]) -> tuple[list[Token], list[Token]]:
    """Cut "as the session store" off a value; what the value is used as is the topic."""
    at = next((i for i, token in enumerate(value) if token.surface == "as" and i), None)
    return (value[:at], value[at + 1 :]) if at is not None else cut_context(value)


def retiring(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """`Y was dropped in favour of V`, `we dropped Y`."""
    favoured = next((i for i, token in enumerate(rest) if token.surface == "in-favor-of"), None)
    new = rest[favoured + 1 :] if favoured is not None else []
    rest = rest[:favoured] if favoured is not None else rest
    active = verb.voice == "active" and bool(rest) and not (subject and rest[0].surface in PREPOSITIONS)
    gone = rest if active else subject
    holder = [token for token in subject if token.key not in GENERIC] if active else []
    if len(gone) > 2 and gone[0].key == "support" and gone[1].surface in ("for", "of"):  # noqa: PLR2004
        gone = gone[2:]
    gone, where = cut_context(gone)
    joined = next(
        (i for i, token in enumerate(gone[:-1]) if token.surface == "and" and gone[i + 1].key in VERBS), None
    )
    if joined:
        gone = gone[:joined]  # "we retired X and use Y"
    found = Shape(holder, "", new, where, cardinality="one", retired=not new)
    found.replaced = [value_key(gone)] if gone else []
    found.changed = True
    if not new and not active:
        found.subject, found.attribute = subject, verb.key
    return found
