"""Which numbers does a clause give that do not follow its verb?"""

from phantasm.state.claims.model import Token
from phantasm.state.claims.predicates import attribute_of
from phantasm.state.claims.quantities import dimension
from phantasm.state.claims.shapes import CONTEXTS, Shape
from phantasm.state.claims.verbs import Verb
from phantasm.state.claims.vocabulary import PREPOSITIONS
from phantasm.state.claims.words import stems

# Verbs said of a name and a version that stand before them: "Python 3.11 is required".
_DEMANDING = stems("required needed pinned used installed recommended expected run")
_NOUN_WITH_NUMBER = 2


def numbered_only(tokens: list[Token]) -> Shape | None:
    """Read a quantity in a clause whose verb no table knows: its other words say of what."""
    quantities = [token for token in tokens if _dimension_of(token) not in ("", "date", "clock")]
    if not quantities:
        quantities = [token for token in tokens if token.kind == "number"]
        if len(quantities) != 1 or not any(token.kind == "name" for token in tokens):
            return None  # one number in a quotation: "`rust-version = 1.74` in Cargo.toml"
    words = [token for token in tokens if token.kind != "mark" and token not in quantities]
    return Shape(words, "", quantities, cardinality="one")


def counted(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape | None:
    """A number in the subject: "Python 3.11 is required", "two people approve", "files over 50 MB fail"."""
    if len(subject) < _NOUN_WITH_NUMBER:
        return None
    first, last = subject[0], subject[-1]
    if (
        last.kind == "number"
        and verb.key in _DEMANDING
        and (not rest or rest[0].surface in CONTEXTS | {"to"})
    ):
        return Shape(subject[:-1], "", [last], rest, cardinality="one")
    number = first if _begins_count(first, subject[1]) else next(filter(_is_quantity, subject), None)
    if number is None:
        return None
    others = [token for token in subject if token is not number]
    return Shape(others, attribute_of(verb.key, "")[0], [number], rest, cardinality="one")


def _begins_count(first: Token, second: Token) -> bool:
    """Tell whether a number counts the noun after it: "two reviewers", not "v1 of the API"."""
    counts = first.kind == "number" and first.key.isdecimal() and first.surface[0] != "v"
    return counts and second.kind == "word" and not second.capital and second.surface not in PREPOSITIONS


def _is_quantity(token: Token) -> bool:
    return _dimension_of(token) not in ("", "date", "clock")


def _dimension_of(token: Token) -> str:
    return dimension(token.key) if token.kind == "number" else ""
