"""What does a clause say has changed? Moves, replacements and ends."""

from itertools import pairwise

from phantasm.state.claims.alternatives import KIND_OF
from phantasm.state.claims.clauses import value_key
from phantasm.state.claims.model import Token
from phantasm.state.claims.quantities import dimension
from phantasm.state.claims.shapes import Shape, cut_context, is_description, noun_phrase, valued
from phantasm.state.claims.verbs import VERBS, Verb
from phantasm.state.claims.vocabulary import ATTRIBUTES, GENERIC, PREPOSITIONS
from phantasm.state.claims.words import normal_form, stems, table

# "to", a value, "in" and a date: less has no date to spare.
_DATED = 3
_GOALS = frozenset(("to", "into", "on", "onto", "under", "until", "till"))

PAST = frozenset(("was", "were", "been", "got"))
"""Forms that say that something happened."""
_PAST_FORMS = frozenset("took ran had went came cost rose fell hit made gave saw".split())
# What happens again and again; other endings happen once.
_ROUTINE = stems("deleted removed dropped cancelled revoked")

# What some verbs change by themselves.
_CHANGED = {
    normal_form(verb): normal_form(attribute)
    for verb, attribute in table("relicensed=license reassigned=assignee").items()
}
# Verbs that say by "from" alone that something was given up.
_LEAVING = stems("move migrate switch transition shift split relocate")
# Verbs that say by "for" what came in the place of something.
_TRADING = stems("swapped traded exchanged")


def changing(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape | None:
    """`S moved from Y to V`, `raised S from Y to V`, `S moved off Y`."""
    old, moved, value = _ways(verb, _undated(rest))
    if not value and not old:
        return None
    replaced = [value_key(old)] if old else []
    if verb.key == "renam" and not replaced:
        named = subject and verb.voice == "passive" and _is_name(subject)
        replaced += [value_key(moved)] if moved else [value_key(subject)] if named else []
    if verb.key in _LEAVING and not replaced and value and value[0].kind == "name" and _is_name(subject):
        replaced.append(value_key(subject))  # "/v1/spec.json moved to /v2/spec.json"
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


def _is_name(subject: list[Token]) -> bool:
    """Tell whether a subject is a name by itself: "web/ was renamed", not "the bucket was renamed"."""
    return len(subject) == 1 and (subject[0].kind == "name" or subject[0].key in KIND_OF)


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
    links = ("by", "with", "for") if verb.key in _TRADING else ("by", "with")
    at = next((i for i, token in enumerate(rest) if token.surface in links), None)
    holder: list[Token] = []
    voice = "passive" if at == 0 and rest[0].surface == "for" else verb.voice  # "image swapped for alpine"
    if voice == "passive" and at is not None and is_description(subject):
        return _filled(subject, rest[at + 1 :])
    if voice == "passive":
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


def _filled(subject: list[Token], value: list[Token]) -> Shape:
    """`The base image was swapped for V`: what is named is the place that V fills now."""
    found = valued(subject, "", value, cardinality="one")
    found.changed = True
    return found


def _cut_role(value: list[Token]) -> tuple[list[Token], list[Token]]:
    """Cut "as the session store" off a value; what the value is used as is the topic."""
    at = next((i for i, token in enumerate(value) if token.surface == "as" and i), None)
    return (value[:at], value[at + 1 :]) if at is not None else cut_context(value)


def _traded(rest: list[Token]) -> tuple[list[Token], list[Token]]:
    """Cut "for Y" off what was given up, where Y is a name: "dropped Scrum for Kanban"; not "for the API"."""
    at = next((i for i, token in enumerate(rest[:-1]) if token.surface == "for"), None)
    if at is None or (at and rest[at - 1].key == "support"):
        return rest, []
    first = rest[at + 1]
    named = first.capital or first.kind == "name" or first.key in KIND_OF or first.surface == "plain"
    return (rest[:at], rest[at + 1 :]) if named and first.kind != "number" else (rest, [])


def retiring(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """`Y was dropped in favour of V`, `we dropped Y`."""
    favoured = next((i for i, token in enumerate(rest) if token.surface == "in-favor-of"), None)
    new = rest[favoured + 1 :] if favoured is not None else []
    rest = rest[:favoured] if favoured is not None else rest
    if favoured is None:
        rest, new = _traded(rest)
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


def has_goal(verb: Verb, rest: list[Token]) -> bool:
    """Tell whether a verb that ends things leads somewhere here: "reverted to X", "dropped to 300"."""
    at = next((i for i, token in enumerate(rest[:-1]) if token.surface == "to"), None)
    return at is not None and (verb.key == "revert" or rest[at + 1].kind == "number")


def is_replacement(tokens: list[Token], verb: Verb, rest: list[Token]) -> bool:
    """Tell whether one thing took the place of another; "laptops are replaced after 3 years" does not."""
    surfaces = {token.surface for token in rest}
    if "from" in surfaces and verb.voice == "passive":
        return False
    past = any(token.surface in PAST for token in tokens[verb.start : verb.end])
    return verb.voice != "passive" or past or not surfaces.isdisjoint(("by", "with"))


def ends_regularly(tokens: list[Token], verb: Verb, rest: list[Token]) -> bool:
    """Tell whether something ends regularly or at a date, as opposed to having ended."""
    if verb.voice != "passive" or any(token.surface in PAST for token in tokens[verb.start : verb.end]):
        return False
    if verb.key in _ROUTINE and rest:
        return True  # "branches are deleted after the merge"
    return len(rest) > 1 and rest[0].surface in ("on", "in", "by") and rest[-1].kind == "number"


def was_brought(tokens: list[Token], verb: Verb, rest: list[Token]) -> bool:
    """Tell whether a verb that no table knows brought something to a number: "was lengthened to 45 s"."""
    if verb.voice == "passive":
        event = any(token.surface in PAST for token in tokens[verb.start : verb.end])
        if event and verb.key == "split" and verb.start == 1 and tokens[0].kind == "name":
            return True  # "tokens.json was split into …"
        return event and len(rest) > 1 and rest[0].surface == "to" and rest[1].kind == "number"
    by_us = tokens[0].surface == "we" and verb.start == 1 and tokens[1].surface.endswith("ed")
    return by_us and any(
        token.surface in ("to", "into") and after.kind == "number" for token, after in pairwise(rest)
    )


def happened(last: str, verb: Verb, found: Shape) -> bool:
    """Tell whether a clause tells of one event at a date: "we deployed 2.3 on Monday"."""
    past = (last.endswith("ed") and last != verb.key) or last in _PAST_FORMS  # "need" is no past
    done = verb.voice == "active" and past and not found.changed
    event = done or (verb.voice == "copula" and last in PAST)
    return event and any(token.kind == "number" and dimension(token.key) == "date" for token in found.value)
