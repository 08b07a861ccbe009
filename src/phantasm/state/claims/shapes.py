"""Which subject, attribute and value does a clause have? One function per shape of sentence."""

from dataclasses import dataclass, field

from phantasm.state.claims.clauses import Clause, value_key
from phantasm.state.claims.cues import CHANGING, CONDITIONS, REPLACING, RETIRING
from phantasm.state.claims.model import Cardinality
from phantasm.state.claims.predicates import (
    MANY_AGENTS,
    MANY_MEASURED,
    ONE_ROLES,
    OWNING,
    PORTS,
    SINGLE,
    attribute_of,
)
from phantasm.state.claims.quantities import dimension
from phantasm.state.claims.tokens import Token
from phantasm.state.claims.verbs import VERBS, Verb, find, guess, is_participle
from phantasm.state.claims.words import normal_form
from phantasm.state.claims.vocabulary import (
    ARTICLES,
    ATTRIBUTES,
    AUXILIARIES,
    COPULAS,
    GENERIC,
    LIGHT,
    NUMERIC,
    PREPOSITIONS,
    RELATIVES,
    TYPES,
)


@dataclass(slots=True)
class Shape:
    """What a clause says, still as tokens."""

    subject: list[Token]
    attribute: str = ""
    value: list[Token] = field(default_factory=list)
    terms: list[Token] = field(default_factory=list)
    """Further words that belong to the topic."""
    cardinality: Cardinality = "unknown"
    definite: bool = False
    replaced: list[str] = field(default_factory=list)
    retired: bool = False
    """Whether the clause says that its subject or value has ceased to hold."""
    changed: bool = False
    headless: bool = False
    """Whether it has no subject of its own: that of the clause before is meant."""
    link: str = ""


# Longest key of "key: value"; longer ones are sentences with a colon in them.
_LONGEST_KEY = 9
_MEASURING = frozenset(
    """be have use creat run set pin ship declar read requir need expect target configur ask say specify
    list mak get serv listen remain cap fix contain consist sit publish go start""".split()
)
"""Verbs that only carry a number to its subject."""
_TAILS = frozenset("after since via with until from as before because following thanks".split())
_AT = frozenset(("at", "under", "on", "with", "from"))
_DEMANDING = frozenset(
    map(normal_form, "required needed pinned used installed recommended expected run".split())
)
_PURPOSES = frozenset("for during when before after as since without like about".split())
_CONTEXTS = frozenset("in on for at under during when across within inside against".split())


def shape(clause: Clause) -> Shape | None:
    """Return the shape of a clause; None when nothing in it is recognised."""
    tokens = clause.tokens
    keyed = _keyed(clause)
    if keyed is not None:
        return keyed
    tokens = clause.tokens
    verb = find(tokens) or guess(tokens)
    if verb is None:
        return _numbered_only(tokens)
    subject = _noun_phrase(tokens[: verb.start])
    rest = _claim_of(tokens[verb.end :])
    found = _said(clause, subject, verb, rest)
    found.headless = not subject and tokens[0].surface in AUXILIARIES
    return found


def _numbered_only(tokens: list[Token]) -> Shape | None:
    """Read a quantity in a clause whose verb no table knows: its other words say of what."""
    quantities = [token for token in tokens if token.kind == "number" and dimension(token.key)]
    if not quantities:
        return None
    words = [token for token in tokens if token.kind != "mark" and token not in quantities]
    return Shape(words, "", quantities, cardinality="one")


def _said(clause: Clause, subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """Return what the verb of a clause says of its subject."""
    tokens = clause.tokens
    if verb.key in REPLACING and not any(token.surface == "from" for token in rest):
        return _replacing(subject, verb, rest)
    habit = tokens[verb.end - 1].surface.endswith("s")  # "npm ci deletes …" says what it does, not what ended
    if (
        verb.key in RETIRING
        and not clause.denied
        and not habit
        and not _is_dated(tokens, verb, rest)
        and not (verb.key == "revert" and any(t.surface == "to" for t in rest))
    ):
        return _retiring(subject, verb, rest)
    if verb.key in CHANGING or verb.key in REPLACING:
        changed = _changing(subject, verb, rest)
        if changed is not None:
            return changed
    return _stating(subject, verb, rest)


def _is_dated(tokens: list[Token], verb: Verb, rest: list[Token]) -> bool:
    """Tell whether something is said of a date at which it ends, not that it has ended."""
    if any(token.surface in ("was", "were", "been") for token in tokens[verb.start : verb.end]):
        return False
    return (
        verb.voice == "passive"
        and len(rest) > 1
        and rest[0].surface in ("on", "in", "by")
        and rest[-1].kind == "number"
    )


_PAST = frozenset(("was", "were", "been", "got"))
_ROUTINE = frozenset(map(normal_form, ("deleted", "removed", "dropped", "cancelled", "revoked")))


def _keyed(clause: Clause) -> Shape | None:
    """`key: value`, `KEY=value`; a heading before a sentence becomes a circumstance."""
    tokens = clause.tokens
    for index, token in enumerate(tokens[: _LONGEST_KEY + 1]):
        if token.kind == "mark" and token.key in (":", "=") and index:
            before, after = tokens[:index], tokens[index + 1 :]
            if not after or any(word.surface in COPULAS for word in before):
                return None
            if find(after) is not None and len(after) > 2:  # noqa: PLR2004  a sentence has three words
                clause.circumstances += [word for word in before if word.kind in ("name", "number")]
                clause.tokens = after
                return None
            value = _before_comma(after)
            many = is_participle(before[0]) or before[0].surface.endswith("ed")
            found = _valued(_noun_phrase(before), "", value, cardinality="many" if many else "one")
            found.retired = before[0].key in RETIRING
            return found
        if token.kind == "mark" and token.key != "'s":
            return None
    return None


def _stating(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    if any(token.kind == "number" for token in rest):
        named = (
            verb.voice == "copula"
            and rest[0].capital
            and rest[0].kind != "number"
            and _is_description(subject)
        )
        return _equated(subject, rest) if named else _measured(subject, verb, rest)
    if (
        verb.key in _DEMANDING
        and subject
        and subject[-1].kind == "number"
        and (not rest or rest[0].surface in _CONTEXTS)
    ):
        return Shape(subject[:-1], "", subject[-1:], rest, cardinality="one")  # "Python 3.11 is required"
    if verb.voice == "copula":
        return _equated(subject, rest)
    if verb.voice == "passive":
        return _passive(subject, verb, rest)
    return _active(subject, verb, rest)


def _measured(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """A number: every other word of the clause says what it is the number of."""
    numbers = [index for index, token in enumerate(rest) if token.kind == "number"]
    last = numbers[-1]
    tail = _cut_tail(rest[last + 1 :])
    words = [token for token in rest[:last] if token.kind != "number"]
    counted = any(token.key in NUMERIC for token in (*subject, *words))
    if counted and tail and tail[0].kind == "word" and tail[0].surface not in PREPOSITIONS:
        tail = tail[1:]  # "a limit of 100 requests": the noun is the unit of the number
    terms = words + tail
    many = verb.key in MANY_MEASURED and not any(token.key == "maximum" for token in terms)
    attribute = "" if verb.key in _MEASURING else attribute_of(verb.key, "")[0]
    if verb.key in PORTS:
        attribute = "port"
    elif verb.key == "keep":
        attribute = normal_form("retention")
    return Shape(
        subject, attribute, [rest[index] for index in numbers], terms, cardinality="many" if many else "one"
    )


def _equated(subject: list[Token], rest: list[Token]) -> Shape:
    """`S is V`, turned round when V is the description and S the name."""
    if not rest:
        return Shape(subject)
    definite_rest = rest[0].surface in ARTICLES and rest[0].surface not in ("a", "an")
    titled = rest[0].key in ATTRIBUTES and len(rest) > 1 and rest[1].surface in ("of", "for")
    if (definite_rest or titled) and not _is_description(subject) and _is_description(_noun_phrase(rest)):
        return _valued(_noun_phrase(rest), "", subject, cardinality="one")
    if len(rest) > 2 and rest[1].surface in _AT and rest[0].kind == "word" and rest[0].surface not in PREPOSITIONS:  # noqa: PLR2004
        return _passive(subject, Verb(0, 0, rest[0].key, "passive"), rest[1:])  # "is reachable at"
    role = next((i for i, token in enumerate(rest[:3]) if token.surface in ONE_ROLES), None)
    if role is not None and len(rest) > role + 2 and rest[role + 1].surface in ("of", "in"):
        return _valued(subject, rest[role].surface, rest[role + 2 :], cardinality="one")
    if rest[0].surface in PREPOSITIONS and len(rest) > 1:
        attribute = "location" if rest[0].surface in ("in", "at", "under") else rest[0].surface
        return _valued(subject, attribute, rest[1:], cardinality="unknown")
    single = (
        _is_description(subject) and _is_nominal(rest) and subject[0].surface not in ("every", "each", "all")
    )
    compared = any(token.surface == "than" for token in rest)
    coded = rest[0].kind == "name" and len(rest[0].key) > 1
    cardinality: Cardinality = "one" if (single or coded) and not compared else "unknown"
    return _valued(subject, "", rest, cardinality=cardinality)


def _passive(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """`S is done by/with/in V`."""
    if not rest:
        return Shape(subject, verb.key)
    if rest[0].surface in CONDITIONS:
        return Shape(subject, verb.key, [], rest[1:])
    at = next((i for i, token in enumerate(rest) if token.surface in PREPOSITIONS), None)
    if at is None or at + 1 >= len(rest):
        attribute, cardinality = attribute_of(verb.key, "")
        return _valued(subject, attribute, rest, cardinality=cardinality)
    preposition, value = rest[at].surface, rest[at + 1 :]
    aside = preposition in _PURPOSES and preposition != "as" and verb.key != "use"
    if not at and aside and (verb.key, preposition) not in SINGLE:
        return Shape(subject, verb.key, [], value)
    attribute, cardinality = attribute_of(verb.key, preposition)
    if preposition == "by" and verb.key != "do":
        cardinality = "many" if verb.key in MANY_AGENTS else "one"
    if verb.key == "use" and preposition == "as":
        return _valued(_noun_phrase(value), "", subject, cardinality="one")
    if verb.key == "set" and preposition == "to":
        attribute, cardinality = "", "one"
    found = _valued(subject, attribute, value, cardinality=cardinality)
    found.terms = [*rest[:at], *found.terms]
    found.link = "" if (verb.key, preposition) in SINGLE else preposition
    return found


def _active(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """`S does O with V`; whoever owns something is the value, not the subject."""
    if verb.key in OWNING and subject and rest:
        start = next((i for i, token in enumerate(rest) if token.surface == "from"), len(rest))
        found = _valued(_noun_phrase(rest[:start]), OWNING[verb.key], subject, cardinality="one")
        if start + 1 < len(rest):
            found.replaced, found.changed = [value_key(rest[start + 1 :])], True
        return found
    at = next(
        (i for i, token in enumerate(rest) if token.surface in PREPOSITIONS and token.surface != "of"), None
    )
    if at is None or at + 1 >= len(rest):
        attribute, cardinality = attribute_of(verb.key, "")
        if verb.key == "use" and subject and subject[-1].surface.endswith(("ing", "tion", "ment")):
            cardinality = "unknown"  # an activity is done in one way at a time more often than not
        found = _valued(subject, attribute, rest, cardinality=cardinality)
        found.link = "object"
        return found
    preposition = rest[at].surface
    attribute, cardinality = attribute_of(verb.key, preposition)
    if verb.key == "use":
        return _using(subject, rest, at)
    if at and preposition in _PURPOSES:
        return _valued(subject, attribute, rest, cardinality=cardinality)
    found = _valued(subject, attribute, rest[at + 1 :], cardinality=cardinality)
    found.terms = [*rest[:at], *found.terms]
    found.link = "" if (verb.key, preposition) in SINGLE else preposition
    return found


def _using(subject: list[Token], rest: list[Token], at: int) -> Shape:
    """`use V as the A` and `use V for A` say what V is: the A."""
    purpose, value = _cut_tail(rest[at + 1 :]), rest[:at]
    if not value:
        return _valued(subject, "use", rest[1:], cardinality="many")
    if rest[at].surface == "as":
        return _valued([*subject, *purpose], "", value, cardinality="one")
    return Shape(
        subject, "use", value, purpose, cardinality="unknown" if rest[at].surface == "for" else "many"
    )


_GOALS = frozenset(("to", "into", "on", "onto", "under", "until", "till"))


def _changing(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape | None:
    """`S moved from Y to V`, `raised S from Y to V`."""
    start = next((i for i, token in enumerate(rest) if token.surface == "from"), None)
    goals = [
        i
        for i, token in enumerate(rest[:-1])
        if token.surface in _GOALS and (rest[i + 1].key not in VERBS or rest[i + 1].key in ATTRIBUTES)
    ]
    to = next((i for i in goals if start is None or i > start), goals[0] if goals else None)
    if to is None or to + 1 >= len(rest):
        return None
    value = rest[to + 1 :]
    replaced: list[str] = []
    moved = rest[: min(i for i in (start, to) if i is not None)]
    if start is not None and start < to:
        replaced.append(value_key(rest[start + 1 : to]))
    elif start is not None:
        replaced.append(value_key(rest[start + 1 :]))
        value = rest[to + 1 : start]
    if verb.key == "renam" and moved and not replaced:
        replaced.append(value_key(moved))
    if moved and moved[0].surface == "by":
        moved = []  # "slipped by a week to …"
    whole = [*subject, *_noun_phrase(moved)]
    if not [token for token in whole if token.key not in GENERIC] and verb.voice != "passive":
        whole = subject
    if verb.key == "hand" and subject and moved:
        whole, replaced = (
            _noun_phrase([token for token in moved if token.surface != "over"]),
            [value_key(subject)],
        )
    attribute = normal_form("license") if verb.key == "relicens" else ""
    found = _valued(whole, attribute, value, cardinality="one")
    found.replaced = replaced
    found.changed = True
    return found


def _replacing(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """`V replaces Y as A`, `Y was replaced by V`, `we replaced Y with V`."""
    at = next((i for i, token in enumerate(rest) if token.surface in ("by", "with")), None)
    if verb.voice == "passive":
        old, new = subject, rest[at + 1 :] if at is not None else []
    elif at is not None and all(token.key in GENERIC for token in subject):
        old, new = rest[:at], rest[at + 1 :]
    else:
        old, new = rest, subject
    old, purpose = _cut_role(old)
    new, more = _cut_role(new)
    found = Shape([], "", new, [*purpose, *more], cardinality="one")
    found.replaced = [value_key(old)] if old else []
    found.changed = True
    return found


def _cut_role(value: list[Token]) -> tuple[list[Token], list[Token]]:
    """Cut "as the session store" off a value; what the value is used as is the topic."""
    at = next((i for i, token in enumerate(value) if token.surface == "as" and i), None)
    return (value[:at], value[at + 1 :]) if at is not None else _cut_context(value)


def _retiring(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """`Y was dropped in favour of V`, `we dropped Y`."""
    favoured = next((i for i, token in enumerate(rest) if token.surface == "in-favor-of"), None)
    new = rest[favoured + 1 :] if favoured is not None else []
    rest = rest[:favoured] if favoured is not None else rest
    gone = rest if verb.voice == "active" and rest else subject
    if verb.voice == "active" and rest:
        holder = [token for token in subject if token.key not in GENERIC]
    else:
        holder = []
    if len(gone) > 2 and gone[0].key == "support" and gone[1].surface in ("for", "of"):  # noqa: PLR2004
        gone = gone[2:]
    gone, where = _cut_context(gone)
    joined = next(
        (i for i, token in enumerate(gone[:-1]) if token.surface == "and" and gone[i + 1].key in VERBS), None
    )
    if joined:
        gone = gone[:joined]  # "we retired X and use Y"
    found = Shape(holder, "", new, where, cardinality="one", retired=not new)
    found.replaced = [value_key(gone)] if gone else []
    found.changed = True
    if not new and verb.voice == "passive":
        found.subject, found.attribute = subject, verb.key
    return found


def _valued(subject: list[Token], attribute: str, value: list[Token], *, cardinality: Cardinality) -> Shape:
    """A value in words: "the TYPE of V" names its type, a trailing circumstance goes to the topic."""
    value = value[1:] if value and value[0].surface in PREPOSITIONS and value[0].surface != "of" else value
    typed = _typed(value)
    if typed is not None:
        kind, value = typed
        return Shape(subject, attribute, value, [kind], cardinality="one")
    measured = _numbered(subject, value) if attribute == "" else None
    named = value and value[0].kind != "number" and value[0].key not in ATTRIBUTES and value[0].capital
    if measured is not None and named and cardinality == "one" and _is_description(subject):
        value, terms = _cut_context(value)  # "the database is PostgreSQL 13": name and number are the value
        return Shape(
            subject, "", [token for token in value if token.surface not in PREPOSITIONS], terms, "one"
        )
    if measured is not None:
        return measured
    value, terms = _cut_context(value)
    return Shape(subject, attribute, value, terms, cardinality=cardinality)


def _numbered(subject: list[Token], value: list[Token]) -> Shape | None:
    if any(token.kind == "number" for token in value):
        return _measured(subject, Verb(0, 0, "be", "copula"), value)
    return None


def _typed(value: list[Token]) -> tuple[Token, list[Token]] | None:
    if (
        len(value) > 3
        and value[0].surface == "the"
        and value[2].surface == "of"
        and value[1].surface in TYPES
    ):  # noqa: PLR2004
        return value[1], value[3:]
    return None


def _cut_context(value: list[Token]) -> tuple[list[Token], list[Token]]:
    """Cut a trailing circumstance off a value; a name goes on over its own prepositions ("Bank of England")."""
    for index in range(1, len(value) - 1):
        token = value[index]
        if token.kind == "word" and not token.capital:
            after = value[index + 1]
            after = value[index + 2] if after.surface in ARTICLES and index + 2 < len(value) else after
            if token.surface in _CONTEXTS and not after.capital:
                return value[:index], _cut_tail(value[index + 1 :])
            if token.surface in _TAILS and not after.capital or token.surface in RELATIVES:
                return value[:index], []
    return value, []


def _cut_tail(tokens: list[Token]) -> list[Token]:
    """Drop what explains a value: "because …", "after the load test", "to avoid …"."""
    for index, token in enumerate(tokens):
        if token.surface in _TAILS or token.surface in RELATIVES or token.surface == "to":
            return tokens[:index]
    return tokens


def _claim_of(rest: list[Token]) -> list[Token]:
    """Cut off what follows a comma, unless a name goes on ("Washington, D.C.")."""
    return _before_comma(rest)


def _before_comma(rest: list[Token]) -> list[Token]:
    for index, token in enumerate(rest):
        if token.kind == "mark":
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


def _noun_phrase(tokens: list[Token]) -> list[Token]:
    return [token for token in tokens if token.kind != "mark"]


def _is_description(tokens: list[Token]) -> bool:
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


def _is_nominal(value: list[Token]) -> bool:
    """Tell whether a value names something instead of describing it."""
    first = value[0]
    return (
        first.surface not in ("a", "an")
        and not is_participle(first)
        and not first.surface.endswith(_ADJECTIVAL)
    )


_ADJECTIVAL = ("able", "ible", "ful", "ous", "ive", "less", "ish")
