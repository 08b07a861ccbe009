"""What does a wording do to its clause? It says that something changed, ended, is denied, or is denied."""

from dataclasses import dataclass, field

from phantasm.state.claims.clauses import Clause, value_key
from phantasm.state.claims.cues import MODALITIES, Effect
from phantasm.state.claims.model import Token
from phantasm.state.claims.opposites import DENYING_STATES, DENYING_VERBS
from phantasm.state.claims.spelling import word
from phantasm.state.claims.verbs import find
from phantasm.state.claims.vocabulary import ATTRIBUTES, BOUNDS, BREAKS, COPULAS, PREPOSITIONS


@dataclass(slots=True)
class Walk:
    """A way through the words of a clause: where it is, and what it has kept so far."""

    clause: Clause
    tokens: list[Token]
    index: int = 0
    kept: list[Token] = field(default_factory=list)

    def ahead(self, steps: int = 1) -> Token | None:
        """Return a token further on."""
        at = self.index + steps
        return self.tokens[at] if at < len(self.tokens) else None

    def flip(self) -> None:
        """Note that a word denies the clause."""
        self.clause.negative = not self.clause.negative


def rewrite(walk: Walk, size: int, meant: str) -> int:
    """Put what a wording means in its place; return how many words it takes."""
    if meant in BREAKS:
        return len(walk.tokens)
    if meant == "default":
        walk.clause.circumstances.append(word(meant))  # "by default" says when, wherever it stands
        return size
    for surface in meant.split():
        if surface == "not":
            walk.clause.denied = True
            walk.flip()
            continue
        opposite = DENYING_STATES.get(surface) or DENYING_VERBS.get(surface)
        if opposite is not None:
            walk.flip()
        walk.kept.append(word(opposite or surface))
    return size


def apply(walk: Walk, size: int, effect: Effect) -> int:
    """Note what a wording says of its clause; return how many words it takes."""
    clause = walk.clause
    match effect:
        case "update":
            return _update(walk, size)
        case "ended":
            return _end(walk, size)
        case "negate":
            if _is_aside(walk) and walk.tokens[walk.index].surface in ("not", "never"):
                return take_replaced(walk, size, "negate")
            clause.denied = True
            walk.flip()
        case "add":
            clause.additive = clause.additive or _adds(walk, size)
        case "only" | "hedge" | "doubt" | "lapse":
            _note(clause, effect)
        case "past":
            if walk.kept and walk.kept[-1].surface in COPULAS:
                return 0  # "is used to load data"
            clause.past = True
        case _:
            if size > 1 and _names_demand(walk):
                return 0
            clause.modality = MODALITIES.get(walk.tokens[walk.index].surface, clause.modality)
    return size


def _note(clause: Clause, effect: Effect) -> None:
    """Note what a wording says by itself, wherever it stands."""
    match effect:
        case "only":
            clause.exclusive = True
        case "hedge":
            clause.tentative = True
        case "doubt":
            clause.unsure = True
        case _:
            clause.update = True
            clause.ended = clause.ended or clause.denied  # "do not … anymore"


def _names_demand(walk: Walk) -> bool:
    """Tell whether "required to" says what a version is for: "JDK 17 is required to build"."""
    demanded = walk.tokens[walk.index].surface == "required" and len(walk.kept) > 1
    return demanded and walk.kept[-1].surface in COPULAS and walk.kept[-2].kind == "number"


def _adds(walk: Walk, size: int) -> bool:
    """Tell whether "also" and its like speak of the claim itself; "too slow" does not."""
    after = walk.ahead(size)
    if walk.tokens[walk.index].surface == "too" and after is not None and after.kind == "word":
        return False
    if walk.tokens[walk.index].surface == "another" and after is not None and after.kind == "number":
        return False  # "another six months" is a longer time
    return all(token.key != "," for token in walk.kept)


def _update(walk: Walk, size: int) -> int:
    """Note a change; "the new port" changes an attribute, while "the new service" is another service."""
    second = walk.ahead() if size > 1 else None
    if second is not None and second.surface == "new":
        after = walk.tokens[walk.index + size : walk.index + size + 2]
        if not any(token.key in ATTRIBUTES or token.key in BOUNDS for token in after):
            return 0
    walk.clause.update = True
    return size


def _end(walk: Walk, size: int) -> int:
    """Note that something has ended: the clause itself, or what is set aside in it (", no longer Y")."""
    after = walk.ahead(size)
    stopped = walk.tokens[walk.index].surface not in ("no", "not")
    if stopped and (after is None or not after.surface.endswith("ing")):
        return 0  # "stop the server" ends no claim
    walk.clause.update = True
    if _is_aside(walk):
        return take_replaced(walk, size, "ended")
    walk.clause.ended = walk.clause.denied = True
    walk.flip()
    if stopped and after is not None:
        walk.kept.append(word(after.key))  # "stopped using": the verb is "use"
        return size + 1
    return size


def _is_aside(walk: Walk) -> bool:
    """Tell whether what follows is set against what came before: ", not Y", "and no longer Y"."""
    return bool(walk.kept) and walk.kept[-1].surface in (",", "and") and find(walk.kept) is not None


# What follows is not part of what is replaced: "over classes these days".
_ENDING = BREAKS | frozenset("now these nowadays instead again today".split())


def take_replaced(walk: Walk, size: int, effect: Effect) -> int:
    """Take "instead of Y" out and remember Y, up to the next preposition, mark or break."""
    if effect == "over" and not any(token.key == "prefer" for token in walk.kept):
        return 0
    end = walk.index + size
    named: list[Token] = []
    for token in walk.tokens[end:]:
        if (token.kind == "mark" and token.key != "'s") or token.surface in _ENDING:
            break
        if token.surface in PREPOSITIONS:
            if named and not (len(named) == 1 and named[0].surface.endswith(("ed", "ing"))):
                break
            named.clear()  # "instead of in Y", "instead of being merged with Y"
        elif token.surface != "being":
            named.append(token)
        end += 1
    if not named:
        return 0
    walk.clause.replaced.append(value_key(named))
    walk.clause.update = walk.clause.update or effect in ("instead", "ended")
    return end - walk.index
