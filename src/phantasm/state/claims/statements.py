"""What does a clause say of its subject? One function per shape of sentence."""

from phantasm.state.claims.changes import changing, replacing, retiring
from phantasm.state.claims.clauses import Clause, value_key
from phantasm.state.claims.counts import counted, numbered_only
from phantasm.state.claims.cues import CHANGING, CONDITIONS, REPLACING, RETIRING
from phantasm.state.claims.model import Cardinality, Token
from phantasm.state.claims.notations import apposed, assigned, keyed
from phantasm.state.claims.predicates import MANY_AGENTS, ONE_ROLES, OWNING, SINGLE, attribute_of
from phantasm.state.claims.quantities import dimension
from phantasm.state.claims.shapes import (
    Shape,
    before_comma,
    cut_tail,
    is_description,
    is_nominal,
    measured,
    names_itself,
    noun_phrase,
    valued,
)
from phantasm.state.claims.verbs import Verb, find, guess
from phantasm.state.claims.vocabulary import (
    ARTICLES,
    ATTRIBUTES,
    AUXILIARIES,
    GENERIC,
    PREPOSITIONS,
    UNIVERSAL,
)
from phantasm.state.claims.words import normal_form, stems

# Prepositions that join an adjective to its value: "is reachable at".
_AT = frozenset(("at", "under", "on", "with", "from"))
# Prepositions of a phrase that says what for or when, not what.
_PURPOSES = frozenset("for during when before after as since without like about".split())
_LITERALS = frozenset("true false null yes none".split())
_PAST = frozenset(("was", "were", "been", "got"))
_PAST_FORMS = frozenset("took ran had went came cost rose fell hit made gave saw".split())
# What happens again and again; other endings happen once.
_ROUTINE = stems("deleted removed dropped cancelled revoked")
_ADJECTIVE_AND_PREPOSITION = 2


def shape(clause: Clause) -> Shape | None:
    """Return the shape of a clause; None when nothing in it is recognised."""
    if (noted := keyed(clause)) is not None:
        return noted
    tokens = clause.tokens  # keyed() may have cut them
    verb = find(tokens) or guess(tokens, clause.hint)
    if verb is None:
        return numbered_only(tokens)
    subject = noun_phrase(tokens[: verb.start])
    special = assigned(subject, tokens[verb.end :]) or apposed(subject, verb, tokens[verb.end :])
    if special is not None:
        return special
    rest = before_comma(tokens[verb.end :])
    surfaces = [token.surface for token in rest]
    if "in-favor-of" in surfaces and verb.key not in RETIRING:
        rest = rest[: surfaces.index("in-favor-of")]
    found = _said(clause, subject, verb, rest)
    if _happened(tokens[verb.end - 1].surface, verb, found) or _is_possible(clause, found):
        found.cardinality = "many"  # "we deployed 2.3" tells what happened, and more may happen
    first = tokens[0]
    begun = first.surface in AUXILIARIES or (first.key in CHANGING and first.surface.endswith("ed"))
    found.headless = not subject and begun
    return found


def _is_possible(clause: Clause, found: Shape) -> bool:
    """Tell whether a clause says what may be: something else may be as well."""
    return clause.modality == "may" and not any(token.kind == "number" for token in found.value)


def _happened(last: str, verb: Verb, found: Shape) -> bool:
    """Tell whether a clause tells of one event at a date: "we deployed 2.3 on Monday"."""
    past = (last.endswith("ed") and last != verb.key) or last in _PAST_FORMS  # "need" is no past
    done = verb.voice == "active" and past and not found.changed
    event = done or (verb.voice == "copula" and last in _PAST)
    return event and any(token.kind == "number" and dimension(token.key) == "date" for token in found.value)


def _said(clause: Clause, subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """Return what the verb of a clause says of its subject."""
    tokens = clause.tokens
    if verb.key in REPLACING and _is_replacement(tokens, verb, rest):
        return replacing(subject, verb, rest)
    # "npm ci deletes …" and "admins can delete …" say what is done, not what ended.
    habit = bool(subject) and (tokens[verb.end - 1].surface.endswith("s") or clause.modality == "may")
    if (
        verb.key in RETIRING
        and not clause.denied
        and not habit
        and not _is_dated(tokens, verb, rest)
        and not (verb.key == "revert" and any(t.surface == "to" for t in rest))
    ):
        return retiring(subject, verb, rest)
    if verb.key == "left" and (not rest or all(token.key in GENERIC for token in subject)):
        return retiring([] if rest else subject, verb, rest)  # "we have left Jira", "Sven has left"
    if (verb.key in CHANGING or verb.key in REPLACING) and not clause.denied:
        changed = changing(subject, verb, rest)
        if changed is not None:
            return changed
        clause.update = clause.update or (verb.key in CHANGING and verb.voice == "passive")
    return _stating(subject, verb, rest)


def _is_replacement(tokens: list[Token], verb: Verb, rest: list[Token]) -> bool:
    """Tell whether one thing took the place of another; "laptops are replaced after 3 years" does not."""
    surfaces = {token.surface for token in rest}
    if "from" in surfaces:
        return False
    past = any(token.surface in _PAST for token in tokens[verb.start : verb.end])
    return verb.voice != "passive" or past or not surfaces.isdisjoint(("by", "with"))


def _is_dated(tokens: list[Token], verb: Verb, rest: list[Token]) -> bool:
    """Tell whether something ends regularly or at a date, as opposed to having ended."""
    if verb.voice != "passive" or any(token.surface in _PAST for token in tokens[verb.start : verb.end]):
        return False
    if verb.key in _ROUTINE and rest:
        return True  # "branches are deleted after the merge"
    return len(rest) > 1 and rest[0].surface in ("on", "in", "by") and rest[-1].kind == "number"


def _stating(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """Return what a clause states that says nothing about a change."""
    licensed = rest and rest[0].surface == "under" and (verb.key, "under") in SINGLE
    if any(token.kind == "number" for token in rest) and not licensed:
        named = rest[0].capital and rest[0].kind != "number" and is_description(subject)
        return _equated(subject, rest) if named and verb.voice == "copula" else measured(subject, verb, rest)
    number = counted(subject, verb, rest)
    if number is not None:
        return number
    if verb.voice == "copula":
        return _equated(subject, rest)
    if verb.voice == "passive":
        return _passive(subject, verb, rest)
    return _active(subject, verb, rest)


def _equated(subject: list[Token], rest: list[Token]) -> Shape:
    """`S is V`, turned round when V is the description and S the name."""
    if not rest:
        return Shape(subject)
    if _is_definite(rest) and not is_description(subject) and is_description(noun_phrase(rest)):
        return valued(noun_phrase(rest), "", subject, cardinality="one")
    adjective = rest[0].kind == "word" and rest[0].surface not in PREPOSITIONS
    if adjective and len(rest) > _ADJECTIVE_AND_PREPOSITION and rest[1].surface in _AT:
        return _passive(subject, Verb(0, 0, rest[0].key, "passive"), rest[1:])  # "is reachable at"
    role = next((i for i, token in enumerate(rest[:3]) if token.surface in ONE_ROLES), None)
    if role is not None and len(rest) > role + 2 and rest[role + 1].surface in ("of", "in"):
        return valued(subject, rest[role].surface, rest[role + 2 :], cardinality="one")
    if rest[0].surface in PREPOSITIONS and len(rest) > 1:
        placed = rest[0].surface in ("in", "at", "under")
        attribute = normal_form("location") if placed else rest[0].surface
        return valued(
            subject,
            attribute,
            rest[1:],
            cardinality="one" if placed and rest[1].kind == "name" else "unknown",
        )
    ours = subject[:1] and subject[0].surface == "our" and rest[0].capital  # "our CMS is Ghost"
    described = is_description(subject) and is_nominal(rest) and names_itself(subject, rest)
    described = described and subject[0].surface not in UNIVERSAL
    single = described or ours
    compared = any(token.surface == "than" for token in rest)
    coded = (rest[0].kind == "name" and len(rest[0].key) > 1) or rest[0].surface in _LITERALS
    cardinality: Cardinality = "one" if (single or coded) and not compared else "unknown"
    return valued(subject, "", rest, cardinality=cardinality)


def _is_definite(rest: list[Token]) -> bool:
    """Tell whether what follows "is" points at one thing: "the owner of …", "head of …"."""
    if rest[0].surface in ARTICLES:
        return rest[0].surface not in ("a", "an")
    return rest[0].key in ATTRIBUTES and len(rest) > 1 and rest[1].surface in ("of", "for")


def _passive(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """`S is done by/with/in V`."""
    if not rest:
        return Shape(subject, verb.key)
    if rest[0].surface in CONDITIONS:
        return Shape(subject, verb.key, [], rest[1:])
    at = next((i for i, token in enumerate(rest) if token.surface in PREPOSITIONS), None)
    if at is None or at + 1 >= len(rest):
        attribute, cardinality = attribute_of(verb.key, "")
        return valued(subject, attribute, rest, cardinality=cardinality)
    preposition, value = rest[at].surface, rest[at + 1 :]
    aside = preposition in _PURPOSES and preposition != "as" and verb.key != "use"
    if not at and aside and (verb.key, preposition) not in SINGLE:
        return Shape(subject, verb.key, [], value)
    attribute, cardinality = attribute_of(verb.key, preposition)
    if preposition == "by" and verb.key != "do" and value[0].surface != "hand":
        cardinality = "many" if verb.key in MANY_AGENTS else "one"
    if verb.key == "use" and preposition == "as":
        return valued(noun_phrase(value), "", subject, cardinality="one")
    if verb.key == "set" and preposition == "to":
        attribute, cardinality = "", "one"
    found = valued(subject, attribute, value, cardinality=cardinality)
    found.terms = [*rest[:at], *found.terms]
    found.link = "" if (verb.key, preposition) in SINGLE else preposition
    return found


def _active(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """`S does O with V`; whoever owns something is the value, not the subject."""
    if verb.key in OWNING and subject and rest:
        start = next((i for i, token in enumerate(rest) if token.surface == "from"), len(rest))
        found = valued(noun_phrase(rest[:start]), OWNING[verb.key], subject, cardinality="one")
        if start + 1 < len(rest):
            found.replaced, found.changed = [value_key(rest[start + 1 :])], True
        return found
    at = next(
        (i for i, token in enumerate(rest) if token.surface in PREPOSITIONS and token.surface != "of"), None
    )
    if at is None or at + 1 >= len(rest):
        attribute, cardinality = attribute_of(verb.key, "")
        if attribute == normal_form("name"):
            attribute, cardinality = verb.key, "unknown"  # "call `close()`" names nothing
        if verb.key == "use" and subject and subject[-1].surface.endswith(("ing", "tion", "ment")):
            cardinality = "unknown"  # an activity is done in one way at a time more often than not
        found = valued(subject, attribute, rest, cardinality=cardinality)
        found.link = "object"
        return found
    preposition = rest[at].surface
    attribute, cardinality = attribute_of(verb.key, preposition)
    if verb.key == "use":
        return _using(subject, rest, at)
    if verb.key == "set" and preposition == "to" and at:
        return valued([*subject, *rest[:at]], "", rest[at + 1 :], cardinality="one")
    if at and preposition in _PURPOSES:
        return valued(subject, attribute, rest, cardinality=cardinality)
    found = valued(subject, attribute, rest[at + 1 :], cardinality=cardinality)
    found.terms = [*rest[:at], *found.terms]
    found.link = "" if (verb.key, preposition) in SINGLE else preposition
    return found


def _using(subject: list[Token], rest: list[Token], at: int) -> Shape:
    """`use V as the A` and `use V for A` say what V is: the A."""
    purpose, value = cut_tail(rest[at + 1 :]), rest[:at]
    if not value:
        return valued(subject, "use", rest[1:], cardinality="many")
    if rest[at].surface == "as":
        return valued([*subject, *purpose], "", value, cardinality="one")
    return Shape(
        subject, "use", value, purpose, cardinality="unknown" if rest[at].surface == "for" else "many"
    )
