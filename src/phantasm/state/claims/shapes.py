"""Which subject, attribute and value does a clause have? One function per shape of sentence."""

from dataclasses import dataclass, field

from phantasm.state.claims.clauses import Clause, value_key
from phantasm.state.claims.cues import CHANGING, REPLACING, RETIRING
from phantasm.state.claims.model import Cardinality
from phantasm.state.claims.predicates import MANY_AGENTS, MANY_MEASURED, ONE_ROLES, OWNING, attribute_of
from phantasm.state.claims.tokens import Token
from phantasm.state.claims.verbs import Verb, find, is_participle
from phantasm.state.claims.vocabulary import (
    ARTICLES,
    ATTRIBUTES,
    COPULAS,
    GENERIC,
    LIGHT,
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


# Longest key of "key: value"; longer ones are sentences with a colon in them.
_LONGEST_KEY = 9
_MEASURING = frozenset("""be have use creat run set pin ship declar read keep requir need expect target configur ask say specify
    list mak go get tak allow serv listen last stay remain writ limit cap fix giv sit liv publish start
    hav contain consist""".split())  # fmt: skip
"""Verbs that only carry a number to its subject."""
_TAILS = frozenset("after since via with until from as before because following thanks".split())
_CONTEXTS = frozenset("in on for at under during when across within inside against".split())


def shape(clause: Clause) -> Shape | None:
    """Return the shape of a clause; None when nothing in it is recognised."""
    tokens = clause.tokens
    keyed = _keyed(clause)
    if keyed is not None:
        return keyed
    tokens = clause.tokens
    verb = find(tokens)
    if verb is None:
        return None
    subject = _noun_phrase(tokens[: verb.start])
    rest = _claim_of(tokens[verb.end :])
    if verb.key in REPLACING:
        return _replacing(subject, verb, rest)
    habit = tokens[verb.end - 1].surface.endswith("s")  # "npm ci deletes …" says what it does, not what ended
    if verb.key in RETIRING and not clause.negative and not habit and not _is_dated(verb, rest) and not (verb.key == "revert" and any(t.surface == "to" for t in rest)):
        return _retiring(subject, verb, rest)
    if verb.key in CHANGING:
        changed = _changing(subject, verb, rest)
        if changed is not None:
            return changed
    return _stating(subject, verb, rest)


def _is_dated(verb: Verb, rest: list[Token]) -> bool:
    """Tell whether something is said of a date at which it ends, not that it has ended."""
    return verb.voice == "passive" and len(rest) > 1 and rest[0].surface in ("on", "in", "by") and rest[-1].kind == "number"


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
            return _valued(_noun_phrase(before), "", value, cardinality="many" if many else "one")
        if token.kind == "mark" and token.key != "'s":
            return None
    return None


def _stating(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    if any(token.kind == "number" for token in rest):
        return _measured(subject, verb, rest)
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
    counted = _has_attribute(subject) or _has_attribute(words)
    if counted and tail and tail[0].kind == "word" and tail[0].surface not in PREPOSITIONS:
        tail = tail[1:]  # "a limit of 100 requests": the noun is the unit of the number
    terms = words + tail
    many = verb.key in MANY_MEASURED and not any(token.key == "maximum" for token in terms)
    attribute = "" if verb.key in _MEASURING else attribute_of(verb.key, "")[0]
    return Shape(
        subject, attribute, [rest[index] for index in numbers], terms, cardinality="many" if many else "one"
    )


def _equated(subject: list[Token], rest: list[Token]) -> Shape:
    """`S is V`, turned round when V is the description and S the name."""
    if not rest:
        return Shape(subject)
    if rest[0].surface in ("on", "off") and (len(rest) == 1 or rest[1].surface in PREPOSITIONS):
        return _valued(subject, "enabl", rest[1:], cardinality="unknown")
    definite_rest = rest[0].surface in ARTICLES and rest[0].surface not in ("a", "an")
    titled = rest[0].key in ATTRIBUTES and len(rest) > 1 and rest[1].surface in ("of", "for")
    if (definite_rest or titled) and not _is_description(subject) and _is_description(_noun_phrase(rest)):
        return _valued(_noun_phrase(rest), "", subject, cardinality="one")
    role = next((i for i, token in enumerate(rest[:3]) if token.surface in ONE_ROLES), None)
    if role is not None and len(rest) > role + 2 and rest[role + 1].surface in ("of", "in"):
        return _valued(subject, rest[role].surface, rest[role + 2 :], cardinality="one")
    if rest[0].surface in PREPOSITIONS and len(rest) > 1:
        attribute = "location" if rest[0].surface in ("in", "at", "under") else rest[0].surface
        return _valued(subject, attribute, rest[1:], cardinality="unknown")
    cardinality: Cardinality = "one" if _is_description(subject) and _is_nominal(rest) else "unknown"
    return _valued(subject, "", rest, cardinality=cardinality)


def _passive(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """`S is done by/with/in V`."""
    if not rest:
        return Shape(subject, verb.key)
    at = next((i for i, token in enumerate(rest) if token.surface in PREPOSITIONS), None)
    if at is None or at + 1 >= len(rest):
        attribute, cardinality = attribute_of(verb.key, "")
        return _valued(subject, attribute, rest, cardinality=cardinality)
    preposition, value = rest[at].surface, rest[at + 1 :]
    attribute, cardinality = attribute_of(verb.key, preposition)
    if preposition == "by" and cardinality == "unknown" or preposition == "by" and verb.key not in MANY_AGENTS:
        cardinality = "many" if verb.key in MANY_AGENTS else "one"
    if verb.key == "set" and preposition == "to":
        attribute, cardinality = "", "one"
    return _valued([*subject, *rest[:at]], attribute, value, cardinality=cardinality)


def _active(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """`S does O with V`; whoever owns something is the value, not the subject."""
    if verb.key in OWNING and subject and rest:
        start = next((i for i, token in enumerate(rest) if token.surface == "from"), len(rest))
        found = _valued(_noun_phrase(rest[:start]), OWNING[verb.key], subject, cardinality="one")
        if start + 1 < len(rest):
            found.replaced, found.changed = [value_key(rest[start + 1 :])], True
        return found
    at = next((i for i, token in enumerate(rest) if token.surface in PREPOSITIONS and token.surface != "of"), None)
    if at is None or at + 1 >= len(rest):
        attribute, cardinality = attribute_of(verb.key, "")
        return _valued(subject, attribute, rest, cardinality=cardinality)
    preposition = rest[at].surface
    attribute, cardinality = attribute_of(verb.key, preposition)
    if verb.key == "use":
        return _using(subject, rest, at)
    if at and preposition in _CONTEXTS:
        return _valued(subject, attribute, rest, cardinality=cardinality)
    return _valued([*subject, *rest[:at]], attribute, rest[at + 1 :], cardinality=cardinality)


def _using(subject: list[Token], rest: list[Token], at: int) -> Shape:
    """`use V as the A` and `use V for A` say what V is: the A."""
    purpose, value = rest[at + 1 :], rest[:at]
    if not value:
        return _valued(subject, "use", rest[1:], cardinality="many")
    if rest[at].surface == "as":
        return _valued([*subject, *purpose], "", value, cardinality="one")
    return Shape(subject, "use", value, purpose, cardinality="unknown" if rest[at].surface == "for" else "many")


def _changing(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape | None:
    """`S moved from Y to V`, `raised S from Y to V`."""
    to = next((i for i in range(len(rest) - 1, -1, -1) if rest[i].surface in ("to", "into", "on", "onto")), None)
    start = next((i for i, token in enumerate(rest) if token.surface == "from"), None)
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
    whole = [*subject, *_noun_phrase(moved)]
    if not [token for token in whole if token.key not in GENERIC] and verb.voice != "passive":
        whole = subject
    if verb.key == "hand" and subject and moved:
        whole, replaced = _noun_phrase([token for token in moved if token.surface != "over"]), [value_key(subject)]
    found = _valued(whole, "", value, cardinality="one")
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
    old, purpose = _cut_context(old)
    new, more = _cut_context(new)
    found = Shape([], "", new, [*purpose, *more], cardinality="one")
    found.replaced = [value_key(old)] if old else []
    found.changed = True
    return found


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
    gone, _ = _cut_context(gone)
    found = Shape(holder, "", new, [], cardinality="one", retired=not new)
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
    if measured is not None and value[0].kind != "number" and cardinality == "one" and _is_description(subject):
        value, terms = _cut_context(value)  # "the database is PostgreSQL 13": name and number are the value
        return Shape(subject, "", [token for token in value if token.surface not in PREPOSITIONS], terms, "one")
    if measured is not None:
        return measured
    value, terms = _cut_context(value)
    return Shape(subject, attribute, value, terms, cardinality=cardinality)


def _numbered(subject: list[Token], value: list[Token]) -> Shape | None:
    if any(token.kind == "number" for token in value):
        return _measured(subject, Verb(0, 0, "be", "copula"), value)
    return None


def _typed(value: list[Token]) -> tuple[Token, list[Token]] | None:
    if len(value) > 3 and value[0].surface == "the" and value[2].surface == "of" and value[1].surface in TYPES:  # noqa: PLR2004
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
                word.capital or word.surface in ("of", "the", "de", "and") for word in later if word.kind != "mark"
            )
            if token.key == "," and proper and index and rest[index - 1].capital:
                continue
            return [word for word in rest[:index] if word.kind != "mark" or word.key == "'s"]
    return [word for word in rest if word.kind != "mark" or word.key == "'s"]


def _noun_phrase(tokens: list[Token]) -> list[Token]:
    return [token for token in tokens if token.kind != "mark"]


def _has_attribute(tokens: list[Token]) -> bool:
    return any(token.key in ATTRIBUTES for token in tokens)


def _is_description(tokens: list[Token]) -> bool:
    """Tell whether a noun phrase describes something of which there is one."""
    content = [token for token in tokens if token.surface not in ARTICLES]
    if not content:
        return False
    at = next((i for i, token in enumerate(content) if token.surface in PREPOSITIONS or token.surface in RELATIVES), None)
    head = content[at - 1] if at else content[-1]
    return head.key in ATTRIBUTES or (at is not None and not head.capital)


def _is_nominal(value: list[Token]) -> bool:
    """Tell whether a value names something instead of describing it."""
    first = value[0]
    return first.surface not in ("a", "an") and not is_participle(first)
