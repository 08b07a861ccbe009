"""What does a statement claim? Its clauses are read one by one and put together into one reading."""

from phantasm.state.claims.alternatives import CONVENTION_OF
from phantasm.state.claims.clauses import Clause, prepare, split, value_key
from phantasm.state.claims.model import MOST_SEEKS, Key, Reading, Triple
from phantasm.state.claims.predicates import MULTIPLE
from phantasm.state.claims.shapes import Shape, shape
from phantasm.state.claims.tokens import Token, tokenise
from phantasm.state.claims.vocabulary import GENERIC, LIGHT

READING = 1
"""Version of the derivation: a store whose keys were derived by another one derives them again."""


def read(statement: str, *, triple: Triple | None = None) -> Reading:
    """Return what a statement says; a triple that the writer gives takes the place of the sentence's own."""
    tokens = tokenise(statement)
    parts, asks = split(tokens)
    clauses = [prepare(part) for part in parts]
    shapes = [shape(clause) for clause in clauses]
    main = _main(clauses, shapes)
    if main is None:
        return Reading()
    clause, found = clauses[main], shapes[main]
    words = _words(clause)
    replaced = [name for each in clauses for name in each.replaced]
    replaced += [name for each in shapes if each is not None for name in each.replaced]
    changed = any(each.update for each in clauses) or any(each.changed for each in shapes if each)
    terms, value, measures = _parts(clause, found)
    holders = frozenset(_keys(found.subject)) - LIGHT - GENERIC if found else frozenset()
    cardinality = found.cardinality if found else "unknown"
    if value in CONVENTION_OF and found and cardinality == "unknown":
        cardinality = "one"
    topic = " ".join(sorted(terms)) if terms and found else None
    frame = " ".join(sorted(set(words) - LIGHT)) or " ".join(words) or None
    mention = value or (value_key(found.subject) if found and not found.value else None) or None
    named = tuple(dict.fromkeys(name for name in replaced if name))
    return Reading(
        subject=_text(found.subject) if found else None,
        attribute=found.attribute or None if found else None,
        value=value,
        topic=topic,
        frame=frame,
        mention=mention,
        seeks=_seeks(topic, frame, named, terms),
        words=words,
        measures=measures,
        terms=terms,
        holders=holders,
        negative=clause.negative,
        cardinality=cardinality,
        exclusive=clause.exclusive,
        additive=clause.additive,
        update=changed,
        replaced=named,
        tentative=asks or clause.tentative,
        times=frozenset(clause.times) | (frozenset(("past",)) if clause.past else frozenset()),
    )


def _main(clauses: list[Clause], shapes: list[Shape | None]) -> int | None:
    """Return the clause that makes the claim: the first that holds something rather than ends it."""
    if not clauses:
        return None
    for index, found in enumerate(shapes):
        if found is not None and found.value and not found.retired and not clauses[index].ended:
            return index
    return next((index for index, found in enumerate(shapes) if found is not None), 0)


def _parts(clause: Clause, found: Shape | None) -> tuple[frozenset[str], str | None, tuple[str, ...]]:
    if found is None:
        return frozenset(), None, ()
    terms = [*found.subject, *found.terms, *clause.circumstances]
    keys = set(_keys(terms))
    keys.update(found.attribute.split())
    measures = tuple(token.key for token in found.value if token.kind == "number")
    value = value_key(found.value) or None
    return frozenset(keys) - LIGHT, value, measures


def _keys(tokens: list[Token]) -> list[str]:
    return [key for token in tokens if token.kind != "mark" for key in token.key.split()]


def _words(clause: Clause) -> tuple[str, ...]:
    return tuple(key for key in _keys([*clause.circumstances, *clause.tokens]) if key not in LIGHT)


def _text(tokens: list[Token]) -> str | None:
    return " ".join(token.surface for token in tokens if token.key not in LIGHT) or None


def _seeks(topic: str | None, frame: str | None, named: tuple[str, ...], terms: frozenset[str]) -> tuple[Key, ...]:
    seeks: list[Key] = []
    if topic:
        seeks.append(("topic", topic))
    if frame:
        seeks.append(("frame", frame))
    seeks += [("mention", name) for name in named]
    if topic and "default" in terms:
        seeks.append(("topic", " ".join(sorted(terms - {"default"}))))
    return tuple(dict.fromkeys(seeks))[:MOST_SEEKS]
