"""Which words of a clause are its subject, its value and its circumstances?"""

from dataclasses import dataclass, field

from phantasm.state.claims.alternatives import KIND_OF
from phantasm.state.claims.model import Cardinality, Token
from phantasm.state.claims.predicates import CONTAINING, MANY_MEASURED, PORTS, attribute_of
from phantasm.state.claims.quantities import dimension
from phantasm.state.claims.verbs import Verb, is_participle
from phantasm.state.claims.vocabulary import (
    ARTICLES,
    ATTRIBUTES,
    ENTITIES,
    NUMERIC,
    PREPOSITIONS,
    RELATIVES,
    TYPES,
)
from phantasm.state.claims.words import normal_form


@dataclass(slots=True)
class Shape:
    """What a clause says, still as tokens."""

    subject: list[Token]
    attribute: str = ""
    value: list[Token] = field(default_factory=list)
    terms: list[Token] = field(default_factory=list)
    """Further words that belong to the topic."""
    cardinality: Cardinality = "unknown"
    replaced: list[str] = field(default_factory=list)
    retired: bool = False
    """Whether the clause says that its subject or value has ceased to hold."""
    changed: bool = False
    tail: list[Token] = field(default_factory=list)
    """The terms that stand behind the value."""
    unit: str = ""
    """The noun that a number counts, where the number is not about the noun."""
    headless: bool = False
    """Whether it has no subject of its own: that of the clause before is meant."""
    link: str = ""
    active: bool = False
    """Whether the subject does something to an object."""


_MEASURING = frozenset(
    """be have use creat run set pin ship declar read requir need expect target configur ask say specify
    list mak get giv serv listen remain cap fix contain consist sit publish go start""".split()
)
"""Verbs that only carry a number to its subject."""
_TAILS = frozenset("after since via with until from as before because following thanks".split())
CONTEXTS = frozenset("in on for at under during when across within inside against".split())
_ADJECTIVAL = ("able", "ible", "ful", "ous", "ive", "less", "ish")


def valued(subject: list[Token], attribute: str, value: list[Token], *, cardinality: Cardinality) -> Shape:
    """A value in words: "the TYPE of V" names its type, a trailing circumstance goes to the topic."""
    value = value[1:] if value and value[0].surface in PREPOSITIONS and value[0].surface != "of" else value
    typed = _typed(value)
    if typed is not None:
        kind, value = typed
        return Shape(subject, attribute, value, [kind], cardinality="one")
    measured = numbered(subject, value) if attribute == "" else None
    named = value and value[0].kind != "number" and value[0].key not in ATTRIBUTES and value[0].capital
    if measured is not None and named and cardinality == "one" and is_description(subject):
        value, terms = cut_context(value)  # "the database is PostgreSQL 13": name and number are the value
        return Shape(
            subject, "", [token for token in value if token.surface not in PREPOSITIONS], terms, "one"
        )
    if measured is not None:
        return measured
    value, terms = cut_context(value)
    return Shape(subject, attribute, value, terms, cardinality=cardinality)


def numbered(subject: list[Token], value: list[Token]) -> Shape | None:
    """Return the shape of a value with a number in it; None when there is none."""
    if "number" in [token.kind for token in value]:
        return measured(subject, Verb(0, 0, "be", "copula"), value)
    return None


def measured(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """A number: every other word of the clause says what it is the number of."""
    numbers = [index for index, token in enumerate(rest) if token.kind == "number"]
    last = numbers[-1]
    tail = cut_tail(rest[last + 1 :])
    words = [token for token in rest[:last] if token.kind != "number"]
    counted = not NUMERIC.isdisjoint([token.key for token in (*subject, *words)])
    unit = ""
    if tail and tail[0].surface in ("times", "time"):
        tail = tail[1:]
    if counted and tail and tail[0].kind == "word" and tail[0].surface not in PREPOSITIONS:
        unit, tail = tail[0].key, tail[1:]  # "a limit of 100 requests": the noun is the unit of the number
    terms = words + tail
    many = verb.key in MANY_MEASURED and not any(token.key == "maximum" for token in terms)
    many = many or _is_period(rest) or _is_one_of_several(verb, rest, numbers[0])
    attribute = "" if verb.key in _MEASURING else attribute_of(verb.key, "")[0]
    if verb.key in PORTS:
        attribute = "port"
    elif verb.key == "keep":
        attribute = normal_form("retention")
    value = [rest[index] for index in numbers]
    if len(tail) > 1 and tail[0].surface == "x":  # "3 x m5.large"
        value, terms = [*value, *tail[1:]], words
    found = Shape(subject, attribute, value, terms)
    found.tail = tail if terms is not words else [token for token in tail if token in terms]
    found.cardinality = "many" if many else "one"
    found.unit = unit
    return found


def _is_one_of_several(verb: Verb, rest: list[Token], number: int) -> bool:
    """Tell whether a number belongs to one of several: "includes Django 4.2", "has a pool with 4 CPUs"."""
    if verb.key in CONTAINING:
        return number > 0 and rest[number - 1].capital
    indefinite = verb.key == "have" and rest[0].surface in ("a", "an")
    return indefinite and any(token.surface == "with" for token in rest[:number])


def _is_period(rest: list[Token]) -> bool:
    """Tell whether a number is the beginning of a time with an end: there may be several such times."""
    if "from" not in [token.surface for token in rest]:
        return False
    dated = [token for token in rest if token.kind == "number" and dimension(token.key) == "date"]
    return bool(dated) and len(rest) > len(dated) + 1


def _typed(value: list[Token]) -> tuple[Token, list[Token]] | None:
    """Return the type and the value of "the TYPE of VALUE"."""
    match value:
        case [the, kind, of, *rest] if rest and the.surface == "the" and of.surface == "of":
            return (kind, rest) if kind.surface in TYPES else None
        case _:
            return None


def cut_context(value: list[Token]) -> tuple[list[Token], list[Token]]:
    """Cut a trailing circumstance off a value; a name goes on over its prepositions ("Bank of England")."""
    for index in range(1, len(value) - 1):
        token = value[index]
        if token.kind == "word" and not token.capital:
            after = value[index + 1]
            after = value[index + 2] if after.surface in ARTICLES and index + 2 < len(value) else after
            coded = index == 1 and value[0].kind != "word"
            if token.surface in CONTEXTS and (coded or not after.capital):
                return value[:index], cut_tail(value[index + 1 :])
            if (token.surface in _TAILS and not after.capital) or token.surface in RELATIVES:
                return value[:index], []
    return value, []


def cut_tail(tokens: list[Token]) -> list[Token]:
    """Drop what explains a value: "because …", "after the load test", "to avoid …"."""
    for index, token in enumerate(tokens):
        if token.surface in _TAILS or token.surface in RELATIVES or token.surface == "to":
            return tokens[:index]
    return tokens


def before_comma(rest: list[Token]) -> list[Token]:
    """Cut off what follows a comma, unless a name goes on ("Washington, D.C.")."""
    marks = [index for index, token in enumerate(rest) if token.kind == "mark"]
    if not marks:
        return rest
    for index in marks:
        token = rest[index]
        if token.key == "'s":
            continue
        later = rest[index + 1 :]
        proper = later and all(
            word.capital or word.surface in ("of", "the", "de", "and")
            for word in later
            if word.kind != "mark"
        )
        if token.key == "," and proper and index and rest[index - 1].capital:
            continue
        return [word for word in rest[:index] if word.kind != "mark" or word.key == "'s"]
    return [word for word in rest if word.kind != "mark" or word.key == "'s"]


def noun_phrase(tokens: list[Token]) -> list[Token]:
    """Return the words of a noun phrase without its marks."""
    return [token for token in tokens if token.kind != "mark"]


def names_itself(subject: list[Token], value: list[Token]) -> bool:
    """Tell whether a value says what its subject is, not how it is: "the queue is SQS", not "is empty"."""
    content = [token for token in subject if token.surface not in ARTICLES]
    at = next((i for i, token in enumerate(content) if token.surface in PREPOSITIONS), len(content))
    thing = bool(content[:at]) and content[at - 1].key in ENTITIES
    return not thing or value[0].capital or value[0].kind != "word" or value[0].key in KIND_OF


def is_description(tokens: list[Token]) -> bool:
    """Tell whether a noun phrase describes something of which there is one."""
    content = [token for token in tokens if token.surface not in ARTICLES]
    if not content:
        return False
    at = next(
        (i for i, token in enumerate(content) if token.surface in PREPOSITIONS or token.surface in RELATIVES),
        None,
    )
    head = content[at - 1] if at else content[-1]
    if head.key in ATTRIBUTES:
        return True
    of = at is not None and (content[at].surface == "of" or content[at].surface in RELATIVES)
    return of and (not head.capital or tokens[0].surface == "the")


def is_nominal(value: list[Token]) -> bool:
    """Tell whether a value names something instead of describing it."""
    first = value[0]
    return (
        first.surface not in ("a", "an")
        and not is_participle(first)
        and not first.surface.endswith(_ADJECTIVAL)
    )
