"""What does a clause say of its subject? One function per shape of sentence."""

from phantasm.state.claims.changes import (
    changing,
    ends_regularly,
    happened,
    has_goal,
    is_replacement,
    replacing,
    retiring,
    was_brought,
)
from phantasm.state.claims.clauses import Clause, value_key
from phantasm.state.claims.counts import counted, noted_number, numbered_only
from phantasm.state.claims.cues import CHANGING, REPLACING, RETIRING
from phantasm.state.claims.model import Token
from phantasm.state.claims.notations import apposed, assigned, keyed
from phantasm.state.claims.predicates import OWNING, SINGLE, attribute_of
from phantasm.state.claims.predications import PURPOSES, equated, passive
from phantasm.state.claims.shapes import (
    Shape,
    before_comma,
    cut_tail,
    is_description,
    measured,
    noun_phrase,
    valued,
)
from phantasm.state.claims.verbs import Verb, find, guess
from phantasm.state.claims.vocabulary import (
    ATTRIBUTES,
    AUXILIARIES,
    GENERIC,
    PREPOSITIONS,
)
from phantasm.state.claims.words import normal_form, stems

# Verbs of choosing: "pick V as the A" says what the A is.
_ADOPTING = stems("pick choose take adopt employ select")
# Prepositions before the value of a note, and the words of the longest note.
_NOTING = frozenset("in on at under via with by through behind".split())
_LONGEST_NOTE = 7


def shape(clause: Clause) -> Shape | None:
    """Return the shape of a clause; None when nothing in it is recognised."""
    if (noted := keyed(clause)) is not None:
        return noted
    tokens = clause.tokens  # keyed() may have cut them
    verb = find(tokens) or guess(tokens, clause.hint)
    if verb is None:
        return numbered_only(tokens) or _noted(tokens)
    subject, behind = noun_phrase(tokens[: verb.start]), tokens[verb.end :]
    special = assigned(subject, behind) or apposed(subject, verb, behind)
    if special is not None:
        return special
    rest = before_comma(behind)
    surfaces = [token.surface for token in rest]
    if "in-favor-of" in surfaces and verb.key not in RETIRING:
        rest = rest[: surfaces.index("in-favor-of")]
    found = _said(clause, subject, verb, rest)
    if happened(tokens[verb.end - 1].surface, verb, found) or _is_possible(clause, found):
        found.cardinality = "many"  # "we deployed 2.3" tells what happened, and more may happen
    if clause.purpose and found.attribute == "use" and found.cardinality == "many":
        found.cardinality = "unknown"  # for a purpose, one thing is used more often than not
    first = tokens[0]
    begun = first.surface in AUXILIARIES or (first.key in CHANGING and first.surface.endswith("ed"))
    found.headless = not subject and begun
    return found


def _noted(tokens: list[Token]) -> Shape | None:
    """`configs in /etc/acme`, `auth via Auth0`, `hadolint 2.10 in CI`: a note without a verb."""
    if not tokens or len(tokens) > _LONGEST_NOTE or any(token.kind == "mark" for token in tokens):
        return None
    at = next((i for i, token in enumerate(tokens[:-1]) if token.surface in _NOTING and i), None)
    if at is not None and tokens[at - 1].kind != "number":
        found: Shape | None = _stating(tokens[:at], Verb(at, at, "be", "copula"), tokens[at:])
    else:
        found = noted_number(tokens)
    if found is not None and found.cardinality == "one":
        found.cardinality = "unknown"  # a note does not say whether there are others
    return found


def _is_possible(clause: Clause, found: Shape) -> bool:
    """Tell whether a clause says what may be: something else may be as well."""
    return clause.modality == "may" and not any(token.kind == "number" for token in found.value)


def _said(clause: Clause, subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """Return what the verb of a clause says of its subject."""
    tokens = clause.tokens
    if verb.key in REPLACING and is_replacement(tokens, verb, rest):
        return replacing(subject, verb, rest)
    # "npm ci deletes …" and "admins can delete …" say what is done, not what ended.
    habit = bool(subject) and (tokens[verb.end - 1].surface.endswith("s") or clause.modality == "may")
    if (
        verb.key in RETIRING
        and not clause.denied
        and not habit
        and not ends_regularly(tokens, verb, rest)
        and not has_goal(verb, rest)
    ):
        return retiring(subject, verb, rest)
    if verb.key == "end" and subject and not rest and tokens[verb.end - 1].surface == "ended":
        return retiring(subject, verb, rest)  # "support for 3.9 ended"
    if verb.key == "left" and (not rest or all(token.key in GENERIC for token in subject)):
        return retiring([] if rest else subject, verb, rest)  # "we have left Jira", "Sven has left"
    if verb.key == "left" and rest[0].capital and verb.end - verb.start > 1:
        return retiring(subject, verb, rest)  # "the runbooks have left Confluence"
    if (
        verb.key in CHANGING
        or verb.key in REPLACING
        or verb.key in RETIRING
        or was_brought(tokens, verb, rest)
    ) and (not clause.denied):
        changed = changing(subject, verb, rest)
        if changed is not None:
            return changed
        clause.update = clause.update or (verb.key in CHANGING and verb.voice == "passive")
    return _stating(subject, verb, rest)


def _stating(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape:
    """Return what a clause states that says nothing about a change."""
    licensed = rest and rest[0].surface == "under" and (verb.key, "under") in SINGLE
    if not licensed and "number" in [token.kind for token in rest]:
        named = rest[0].capital and rest[0].kind != "number" and is_description(subject)
        return equated(subject, rest) if named and verb.voice == "copula" else measured(subject, verb, rest)
    number = counted(subject, verb, rest)
    if number is not None:
        return number
    if verb.voice == "copula":
        return equated(subject, rest)
    if verb.voice == "passive":
        return passive(subject, verb, rest)
    return _active(subject, verb, rest)


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
        if verb.key == "use" and rest and rest[0].surface == "the" and rest[-1].key in ATTRIBUTES:
            cardinality = "unknown"  # "the Node 18 runtime" is the one
        found = valued(subject, attribute, rest, cardinality=cardinality)
        found.link, found.active = "object", True
        return found
    preposition = rest[at].surface
    attribute, cardinality = attribute_of(verb.key, preposition)
    if verb.key == "use" or (preposition == "as" and at and verb.key in _ADOPTING):
        return _using(subject, rest, at)
    if verb.key == "set" and preposition == "to" and at:
        return valued([*subject, *rest[:at]], "", rest[at + 1 :], cardinality="one")
    if at and preposition in PURPOSES:
        return valued(subject, attribute, rest, cardinality=cardinality)
    found = valued(subject, attribute, rest[at + 1 :], cardinality=cardinality)
    found.terms, found.active = [*rest[:at], *found.terms], at > 0
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
