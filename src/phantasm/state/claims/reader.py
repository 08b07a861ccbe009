"""What does a statement claim? Its clauses are read one by one and put together into one reading."""

from phantasm.state.claims.alternatives import CONVENTION_OF, choices
from phantasm.state.claims.circumstances import (
    FRONTED,
    drop_label,
    front_condition,
    read_arrow,
    take_circumstance,
)
from phantasm.state.claims.clauses import Clause, value_key
from phantasm.state.claims.keys import anchor_of, frame_of, mention_of
from phantasm.state.claims.model import NOTHING, Part, Token
from phantasm.state.claims.predicates import MULTIPLE, SUSTAINING
from phantasm.state.claims.pronouns import resolve
from phantasm.state.claims.readings import Reading
from phantasm.state.claims.sentences import split
from phantasm.state.claims.shapes import Shape
from phantasm.state.claims.statements import shape
from phantasm.state.claims.tokens import tokenise
from phantasm.state.claims.vocabulary import (
    FAINT,
    GENERIC,
    LIGHT,
    PROCESSES,
    UNIVERSAL,
)
from phantasm.state.claims.wordings import take_cues
from phantasm.state.model import Triple

READING = 2
"""Version of the derivation: a store whose keys were derived by another one derives them again."""


def read(statement: str, *, triple: Triple | None = None) -> Reading:
    """Return what a statement says; a triple that the writer gives takes the place of the sentence's own."""
    found = _read(statement)
    return found if triple is None else _with_triple(found, triple)


def _with_triple(found: Reading, triple: Triple) -> Reading:
    """Put what the writer took apart in the place of the main clause; cues are still the sentence's."""
    subject, predicate, value = (
        [token for token in tokenise(text) if token.kind != "mark"]
        for text in (triple.subject, triple.predicate, triple.object)
    )
    attribute = " ".join([key for key in _keys(predicate) if key not in LIGHT])
    many = any(token.key in MULTIPLE for token in predicate)
    form = Shape(subject, attribute, value, cardinality="many" if many else "one")
    clause = Clause([*subject, *predicate, *value])
    clause.negative = any(token.surface in ("not", "never", "no") for token in predicate)
    part = _part(clause, form)
    return found._replace(
        subject=_text(subject),
        attribute=attribute or None,
        value=part.value or None,
        topic=" ".join(sorted(part.terms)) if part.terms - FAINT else None,
        frame=frame_of(part),
        mention=mention_of(part),
        anchor=anchor_of(part),
        parts=(part, *found.parts[1:]),
    )


def _read(statement: str) -> Reading:
    tokens = tokenise(statement)
    surfaces = {token.surface for token in tokens}
    found, asks = split(tokens, surfaces)
    if not found:
        return Reading()
    clauses = [_clause(part, surfaces) for part in found]
    shapes = [shape(clause) for clause in clauses]
    main = 0
    if len(clauses) > 1:  # most statements have one clause, and reading is what ingesting costs
        resolve(shapes)
        main = _main(clauses, shapes)
    parts = [_part(clause, form) for clause, form in zip(clauses, shapes, strict=True)]
    replaced, gone, leavers = _ended(clauses, shapes)
    if main:
        parts.insert(0, parts.pop(main))
    first, form = clauses[main], shapes[main]
    head = parts[0]
    topic = None if head.terms <= FAINT else " ".join(sorted(head.terms))  # "we use …" is no topic
    return Reading(
        subject=_text(form.subject) if form else None,
        attribute=(form.attribute or None) if form else None,
        value=head.value or None,
        topic=topic,
        frame=frame_of(head),
        mention=mention_of(head),
        anchor=anchor_of(head),
        parts=tuple(parts),
        said=tuple(_keys(tokens)),
        gone=gone,
        leavers=leavers,
        replaced=replaced,
        update=True in [clause.update for clause in clauses]
        or True in [form.changed for form in shapes if form],
        exclusive=first.exclusive,
        additive=first.additive,
        universal=not UNIVERSAL.isdisjoint(surfaces) and _is_universal(tokens),
        unsure=first.unsure,
        tentative=asks or (first.tentative and not (form is not None and form.retired)),
        times=_times(first, form),
    )


def _is_universal(tokens: list[Token]) -> bool:
    """Tell whether a word, not a name, speaks of every one of its kind."""
    return not UNIVERSAL.isdisjoint([token.surface for token in tokens if token.kind == "word"])


def _clause(tokens: list[Token], surfaces: set[str]) -> Clause:
    """Return a clause of a statement with such surfaces; its label, circumstance and cues are taken out."""
    clause = Clause(tokens)
    drop_label(clause)
    if ">" in surfaces:
        read_arrow(clause)
    if not FRONTED.isdisjoint(surfaces):
        front_condition(clause)
    take_circumstance(clause)
    take_cues(clause)
    return clause


def _times(clause: Clause, form: Shape | None) -> frozenset[str]:
    """Return the times a claim is limited to; when something changed is no limit."""
    if clause.past and not (form is not None and form.changed):
        return frozenset((*clause.times, "past"))
    return frozenset(clause.times) if clause.times else NOTHING


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


# What says nothing of whose a claim is.
_NO_HOLDERS = LIGHT | GENERIC
# Tokens that are no words of a value.
_NO_WORDS = frozenset(("number", "mark"))


def _part(clause: Clause, form: Shape | None) -> Part:
    tokens = clause.tokens
    if clause.circumstances or clause.heading:
        tokens = [*clause.heading, *clause.circumstances, *tokens]
    if form is None:
        words = tuple([key for key in _keys([t for t in tokens if t.kind != "number"]) if key not in LIGHT])
        spoken = frozenset(words) - FAINT
        return Part(
            words=words,
            core=spoken,
            spoken=spoken,
            choices=choices(words),
            measures=_measures(tokens),
            negative=clause.negative,
        )
    measured = [token for token in form.value if token.kind == "number"]
    said = (
        [token for token in tokens if token.kind != "number" or token not in measured] if measured else tokens
    )
    words = tuple([token.key for token in said if token.kind != "mark" and token.key not in LIGHT])
    subject = _keys(form.subject)
    keys = subject + _keys(form.terms)
    if clause.circumstances:
        keys += _keys(clause.circumstances)
    if form.attribute:
        keys += form.attribute.split()
    terms = frozenset([key for key in keys if key not in LIGHT])
    value = value_key(form.value) or " ".join(_keys(form.value))  # "acks=all": the article is the value
    single = form.cardinality == "unknown" and value in CONVENTION_OF
    return Part(
        words=words,
        terms=terms,
        core=terms.union([token.key for token in form.value if token.kind not in _NO_WORDS]) - FAINT,
        spoken=frozenset([word for word in words if word not in FAINT]),
        choices=choices(words),
        holders=frozenset([key for key in subject if key not in _NO_HOLDERS]),
        tail=frozenset(_keys(form.tail)) if form.tail else NOTHING,
        attribute=form.attribute,
        value=value,
        shown=" ".join([token.surface.rstrip("-") for token in form.value]) or _text(form.subject) or "",
        measures=tuple([token.key for token in measured]),
        unit=form.unit,
        cardinality="one" if single else form.cardinality,
        negative=clause.negative,
        modality=clause.modality,
        link=form.link,
        heading=frozenset(_keys(clause.label)) if clause.label else NOTHING,
        ended=form.retired,
        changed=form.changed,
        active=form.active,
        agentive="by" in [token.surface for token in clause.tokens],
    )


def _ended(
    clauses: list[Clause], shapes: list[Shape | None]
) -> tuple[tuple[str, ...], frozenset[str], frozenset[str]]:
    """Return what the statement says has ceased to hold: its names, its words, and whose it was."""
    for clause, form in zip(clauses, shapes, strict=True):
        if clause.replaced or clause.ended or (form is not None and form.replaced):
            break
    else:
        return (), NOTHING, NOTHING  # nearly all statements
    names: list[str] = []
    subjects: set[str] = set()
    for clause, form in zip(clauses, shapes, strict=True):
        names += clause.replaced
        if form is not None:
            names += form.replaced
            if clause.ended and not form.replaced:
                names.append(
                    value_key(form.value) or (value_key(form.subject) if form.attribute in SUSTAINING else "")
                )
            if clause.replaced or form.replaced or clause.ended:
                subjects.update(_keys(form.subject))
    names = [name for name in dict.fromkeys(names) if name]
    if not names:
        return (), NOTHING, NOTHING
    words = frozenset([word for name in names for word in name.split()]) - FAINT - PROCESSES
    return tuple(names), words, frozenset(subjects) - FAINT - GENERIC - words


def _measures(tokens: list[Token]) -> tuple[str, ...]:
    return tuple([token.key for token in tokens if token.kind == "number"])


def _keys(tokens: list[Token]) -> list[str]:
    return [token.key for token in tokens if token.kind != "mark"]


def _text(tokens: list[Token]) -> str | None:
    return " ".join([token.surface.rstrip("-") for token in tokens if token.key not in LIGHT]) or None
