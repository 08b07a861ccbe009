"""Which numbers does a clause give that do not follow its verb?"""

from phantasm.state.claims.model import Token
from phantasm.state.claims.predicates import attribute_of
from phantasm.state.claims.quantities import dimension
from phantasm.state.claims.shapes import CONTEXTS, Shape, noun_phrase
from phantasm.state.claims.verbs import Verb
from phantasm.state.claims.vocabulary import ARTICLES, BOUNDS, NUMERIC, PREPOSITIONS
from phantasm.state.claims.words import stems

# Verbs said of a name and a version that stand before them: "Python 3.11 is required".
_DEMANDING = stems("""
    required needed pinned used installed recommended expected run bundled shipped
""")
# … or that what stands before them does: "protoc 25 generates our stubs".
_POWERING = stems("power drive generate build compile back render execute lint format")
_BEHIND = CONTEXTS | {"to", "with"}
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


def noted_number(tokens: list[Token]) -> Shape | None:
    """Read the one number of a note: "app min SDK 24", "ktor 2.3 on the server side"; not "issue 412"."""
    at = [index for index, token in enumerate(tokens) if token.kind == "number"]
    if len(at) != 1 or not at[0] or tokens[at[0] - 1].key in _NUMBERED:
        return None
    words = [token for token in tokens if token.kind != "number"]
    return Shape(words, "", [tokens[at[0]]], cardinality="one")


# Things that have a number for a name.
_NUMBERED = stems("""
    issue ticket bug incident task sprint phase step request rfc adr chapter section line page error room
    version release milestone week day part item team epic story
""")


def counted(subject: list[Token], verb: Verb, rest: list[Token]) -> Shape | None:
    """A number in the subject: "Python 3.11 is required", "two people approve", "files over 50 MB fail"."""
    if not subject or (len(subject) < _NOUN_WITH_NUMBER and verb.voice != "copula"):
        return None
    first, last = subject[0], subject[-1]
    if last.surface == "lts" and len(subject) > _NOUN_WITH_NUMBER:
        subject, last = subject[:-1], subject[-2]
    if (last.kind == "number" and verb.key in _DEMANDING and (not rest or rest[0].surface in _BEHIND)) or (
        last.kind == "number" and verb.key in _POWERING and verb.voice == "active" and rest
    ):
        return Shape(subject[:-1], "", [last], rest, cardinality="one")
    if last.kind == "number" and verb.voice == "copula" and _names_bound(rest):
        about = [token for token in noun_phrase(rest) if token.surface != "what"]
        return Shape([*subject[:-1], *about], "", [last], cardinality="one")
    number = first if _begins_count(subject) else next(filter(_is_quantity, subject), None)
    if number is None:
        return None
    others = [token for token in subject if token is not number]
    return Shape(others, attribute_of(verb.key, "")[0], [number], rest, cardinality="one")


def _names_bound(rest: list[Token]) -> bool:
    """Tell whether what follows "is" says which number it is: "the minimum we support", "our timeout"."""
    if len(rest) > _NOUN_WITH_NUMBER and rest[0].surface == "what":
        return True  # "Vue 3 is what the shop is built on"
    definite = len(rest) > 1 and rest[0].surface in ARTICLES and rest[0].surface not in ("a", "an")
    return definite and any(token.key in BOUNDS or token.key in NUMERIC for token in rest[1:4])


def _begins_count(subject: list[Token]) -> bool:
    """Tell whether a number counts the noun after it: "two reviewers", not "v1 of the API"."""
    if len(subject) < _NOUN_WITH_NUMBER:
        return False
    first, second = subject[:2]
    counts = first.kind == "number" and first.key.isdecimal() and first.surface[0] != "v"
    return counts and second.kind == "word" and not second.capital and second.surface not in PREPOSITIONS


def _is_quantity(token: Token) -> bool:
    return _dimension_of(token) not in ("", "date", "clock")


def _dimension_of(token: Token) -> str:
    return dimension(token.key) if token.kind == "number" else ""
