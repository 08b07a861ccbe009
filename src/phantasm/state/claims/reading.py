"""What does a statement claim? Its clauses are read one by one and put together into one reading."""

from itertools import combinations

from phantasm.state.claims.alternatives import CONVENTION_OF
from phantasm.state.claims.clauses import Clause, prepare, split, value_key
from phantasm.state.claims.model import MOST_SEEKS, NOTHING, Key, Part, Reading, Triple
from phantasm.state.claims.shapes import Shape, shape
from phantasm.state.claims.specificity import pair, telling
from phantasm.state.claims.tokens import Token, tokenise
from phantasm.state.claims.vocabulary import FAINT, GENERIC, LIGHT, POSSESSIVES, PRONOUNS

READING = 1
"""Version of the derivation: a store whose keys were derived by another one derives them again."""

# How many telling words a newcomer combines to find what it may meet: four make six pairs.
_TELLING_WORDS = 4
# How many things that it says are gone a newcomer looks for by name.
_MOST_GONE = 3


def read(statement: str, *, triple: Triple | None = None) -> Reading:
    """Return what a statement says; a triple that the writer gives takes the place of the sentence's own."""
    found, asks = split(tokenise(statement))
    if not found:
        return Reading()
    clauses = [prepare(part) for part in found]
    shapes = [shape(clause) for clause in clauses]
    _resolve_pronouns(shapes)
    main = _main(clauses, shapes)
    parts = [_part(clause, form) for clause, form in zip(clauses, shapes, strict=True)]
    replaced, gone = _ended(clauses, shapes)
    parts.insert(0, parts.pop(main))
    vocabulary = frozenset(word for part in parts for word in part.words)
    first, form = clauses[main], shapes[main]
    head = parts[0]
    topic = " ".join(sorted(head.terms)) or None if form else None
    frame = pair(head.terms if len(head.terms) > 1 else {*head.terms, *head.words}) or None
    mention = _mention(head, form)
    return Reading(
        subject=_text(form.subject) if form else None,
        attribute=(form.attribute or None) if form else None,
        value=head.value or None,
        topic=topic,
        frame=frame,
        mention=mention,
        seeks=_seeks(parts, topic, frame, gone),
        parts=tuple(parts),
        vocabulary=vocabulary,
        gone=gone,
        replaced=replaced,
        update=any(clause.update for clause in clauses) or any(form.changed for form in shapes if form),
        exclusive=first.exclusive,
        additive=first.additive,
        universal="every" in (token.key for token in first.tokens),
        tentative=asks or (first.tentative and not (form is not None and form.retired)),
        times=_times(first),
    )


def _times(clause: Clause) -> frozenset[str]:
    return frozenset((*clause.times, "past")) if clause.past else frozenset(clause.times) if clause.times else NOTHING


def _main(clauses: list[Clause], shapes: list[Shape | None]) -> int:
    """Return the clause that makes the claim: the first that holds something rather than ends it."""
    claims = [
        index
        for index, form in enumerate(shapes)
        if form is not None and form.value and not form.retired and not clauses[index].ended
    ]
    for index in claims:
        form = shapes[index]
        if clauses[index].update or (form is not None and form.changed):
            return index
    if claims:
        return claims[0]
    return next((index for index, form in enumerate(shapes) if form is not None), 0)


def _resolve_pronouns(shapes: list[Shape | None]) -> None:
    """Let "it" and "they" mean what the clause before speaks of."""
    before: list[Token] = []
    for form in shapes:
        if form is None:
            continue
        if form.subject and before and all(token.surface in PRONOUNS for token in form.subject):
            form.subject = before
        elif before and form.subject and form.subject[0].surface in POSSESSIVES:
            form.subject = [*before, *form.subject[1:]]
        elif form.subject:
            before = form.subject


def _part(clause: Clause, form: Shape | None) -> Part:
    tokens = [*clause.circumstances, *clause.tokens]
    if form is None:
        words = tuple(key for key in _keys([t for t in tokens if t.kind != "number"]) if key not in LIGHT)
        return Part(words=words, measures=_measures(tokens), negative=clause.negative)
    measured = [token for token in form.value if token.kind == "number"]
    words = tuple(
        key for key in _keys([t for t in tokens if t.kind != "number" or t not in measured]) if key not in LIGHT
    )
    keys = set(_keys(form.subject))
    holders = frozenset(keys - LIGHT - GENERIC)
    keys.update(_keys(form.terms), _keys(clause.circumstances), form.attribute.split())
    value = value_key(form.value)
    single = form.cardinality == "unknown" and value in CONVENTION_OF
    return Part(
        words=words,
        terms=frozenset(keys - LIGHT),
        holders=holders,
        value=value,
        measures=_measures(form.value),
        cardinality="one" if single else form.cardinality,
        negative=clause.negative,
        agentive=any(token.surface == "by" for token in clause.tokens),
    )


def _ended(clauses: list[Clause], shapes: list[Shape | None]) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return what the statement says has ceased to hold, by name and by words."""
    names: list[str] = []
    for clause, form in zip(clauses, shapes, strict=True):
        names += clause.replaced
        if form is not None:
            names += form.replaced
            if clause.ended and not form.replaced:
                names.append(value_key(form.value) or value_key(form.subject))
    names = [name for name in dict.fromkeys(names) if name]
    return tuple(names), frozenset(word for name in names for word in name.split()) - FAINT if names else NOTHING


def _mention(part: Part, form: Shape | None) -> str | None:
    """Return the most telling word of the value, else of the subject."""
    if form is None:
        return None
    words = {word for word in part.value.split() if word not in LIGHT} or part.holders
    return next(iter(telling(words, 1)), None)


def _measures(tokens: list[Token]) -> tuple[str, ...]:
    return tuple(token.key for token in tokens if token.kind == "number")


def _keys(tokens: list[Token]) -> list[str]:
    return [key for token in tokens if token.kind != "mark" for key in token.key.split()]


def _text(tokens: list[Token]) -> str | None:
    return " ".join(token.surface for token in tokens if token.key not in LIGHT) or None


def _seeks(parts: list[Part], topic: str | None, frame: str | None, gone: frozenset[str]) -> tuple[Key, ...]:
    seeks: list[Key] = []
    if topic:
        seeks.append(("topic", topic))
    if frame:
        seeks.append(("frame", frame))
    denied = gone.union(*(part.words for part in parts if part.negative)) - FAINT if gone else gone
    seeks += [("mention", word) for word in telling(denied, _MOST_GONE)]
    terms = {word for part in parts for word in part.terms} - FAINT
    if len(terms) < _TELLING_WORDS:
        terms.update(word for word in parts[0].words if word not in FAINT)
    words = telling(terms, _TELLING_WORDS)
    seeks += [("frame", " ".join(sorted(two))) for two in combinations(words, 2)]
    return tuple(dict.fromkeys(seeks))[:MOST_SEEKS]
