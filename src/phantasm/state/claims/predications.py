"""What does a copula or a passive say of its subject?"""

from phantasm.state.claims.cues import CONDITIONS
from phantasm.state.claims.model import Cardinality, Token
from phantasm.state.claims.predicates import MANY_AGENTS, ONE_ROLES, SINGLE, attribute_of
from phantasm.state.claims.shapes import (
    Shape,
    is_description,
    is_nominal,
    names_itself,
    noun_phrase,
    valued,
)
from phantasm.state.claims.verbs import Verb
from phantasm.state.claims.vocabulary import ARTICLES, ATTRIBUTES, PREPOSITIONS, UNIVERSAL
from phantasm.state.claims.words import normal_form

# Prepositions that join an adjective to its value: "is reachable at".
_AT = frozenset(("at", "under", "on", "with", "from"))
PURPOSES = frozenset("for during when before after as since without like about".split())
"""Prepositions of a phrase that says what for or when, not what."""
_LITERALS = frozenset("true false null yes none".split())
_ADJECTIVE_AND_PREPOSITION = 2


def equated(subject: list[Token], rest: list[Token]) -> Shape:
    """`S is V`, turned round when V is the description and S the name."""
    if not rest:
        return Shape(subject)
    if _is_definite(rest) and not is_description(subject) and is_description(noun_phrase(rest)):
        return valued(noun_phrase(rest), "", subject, cardinality="one")
    adjective = rest[0].kind == "word" and rest[0].surface not in PREPOSITIONS
    if adjective and len(rest) > _ADJECTIVE_AND_PREPOSITION and rest[1].surface in _AT:
        return passive(subject, Verb(0, 0, rest[0].key, "passive"), rest[1:])  # "is reachable at"
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


def passive(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
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
    aside = preposition in PURPOSES and preposition != "as" and verb.key != "use"
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
