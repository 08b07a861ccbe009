"""How is a clause meant? The wordings that say so are taken out; the words that are left are the claim."""

from dataclasses import dataclass, field

from phantasm.state.claims.clauses import Clause, value_key
from phantasm.state.claims.cues import (
    COUPLES,
    DENYING_STATES,
    DENYING_VERBS,
    FIRST_WORDS,
    MODALITIES,
    SINGLES,
    Effect,
    Wording,
)
from phantasm.state.claims.model import Token
from phantasm.state.claims.polarity import DENYING, affirmed, with_particle
from phantasm.state.claims.spelling import word
from phantasm.state.claims.verbs import find
from phantasm.state.claims.vocabulary import ATTRIBUTES, BREAKS, COPULAS, PREPOSITIONS

# Wordings that stand before a verb more often than not: "now", "no longer", "never", "must".
_ENDING = frozenset("dropped retired reverted replaced".split()) | {"is removed", "are removed"}
_PLAIN = frozenset(("name", "number"))
_BEFORE_VERBS = frozenset(("update", "ended", "negate", "drop"))
# Words that may mean something for the whole clause; the others are passed over.
_MARKING = FIRST_WORDS | DENYING | BREAKS


@dataclass(slots=True)
class _Walk:
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


def take_cues(clause: Clause) -> None:
    """Take the wordings out of a clause that say how the rest is meant, and note what they say."""
    tokens = clause.tokens
    surfaces = [token.surface for token in tokens]
    surfaces.append("")
    walk = _Walk(clause, tokens)
    kept, size, switched, index = walk.kept, len(tokens), False, 0
    while index < size:
        token, surface = tokens[index], surfaces[index]
        if surface in _MARKING and token.kind not in _PLAIN:
            walk.index = index
            if surface in SINGLES or (surface, surfaces[index + 1]) in COUPLES:
                taken = _take_phrase(walk)
                if taken:
                    index += taken
                    continue
            if surface in DENYING:
                switched = True
                token, denies = affirmed(tokens, index, kept)
                if denies:
                    walk.flip()
            elif surface in BREAKS and index:
                break
        kept.append(token)
        index += 1
    if switched:
        kept, denies = with_particle(kept)
        if denies:
            walk.flip()
    clause.tokens = kept


def _take_phrase(walk: _Walk) -> int:
    """Take the longest wording that begins here; return how many words were taken."""
    found = _phrase(walk.tokens, walk.index)
    if found is None:
        return 0
    phrase, effect, meant = found
    size = len(phrase)
    if effect == "rewrite":
        return _rewrite(walk, size, meant)
    if effect in ("instead", "over"):
        return _take_replaced(walk, size, effect)
    if walk.index and walk.tokens[walk.index].capital:
        return 0
    taken = _apply(walk, size, effect)
    if walk.kept and not walk.clause.hint and effect in _BEFORE_VERBS and taken == size:
        walk.clause.hint = len(walk.kept)
    return taken


def _phrase(tokens: list[Token], index: int) -> Wording | None:
    first = tokens[index].surface
    if index + 1 < len(tokens):
        for wording in COUPLES.get((first, tokens[index + 1].surface), ()):
            phrase = wording[0]
            size = len(phrase)
            if size == 2 or tuple([token.surface for token in tokens[index : index + size]]) == phrase:  # noqa: PLR2004
                return wording
    return SINGLES.get(first)


def _rewrite(walk: _Walk, size: int, meant: str) -> int:
    if meant in BREAKS:
        return len(walk.tokens)
    if walk.tokens[walk.index + size - 1].surface == "over" or meant in _ENDING:
        walk.clause.update = True
    for surface in meant.split():
        opposite = DENYING_STATES.get(surface) or DENYING_VERBS.get(surface)
        if opposite is not None:
            walk.flip()
        walk.kept.append(word(opposite or surface))
    return size


def _apply(walk: _Walk, size: int, effect: Effect) -> int:
    """Note what a wording says of its clause; return how many words it takes."""
    clause = walk.clause
    match effect:
        case "update":
            return _update(walk, size)
        case "ended":
            return _end(walk, size)
        case "negate":
            if _is_aside(walk) and walk.tokens[walk.index].surface in ("not", "never"):
                return _take_replaced(walk, size, "negate")
            clause.denied = True
            walk.flip()
        case "add":
            clause.additive = clause.additive or _adds(walk, size)
        case "only":
            clause.exclusive = True
        case "hedge" | "doubt":
            clause.tentative = clause.tentative or effect == "hedge"
            clause.unsure = clause.unsure or effect == "doubt"
        case "past":
            if walk.kept and walk.kept[-1].surface in COPULAS:
                return 0  # "is used to load data"
            clause.past = True
        case _:
            clause.modality = MODALITIES.get(walk.tokens[walk.index].surface, clause.modality)
    return size


def _adds(walk: _Walk, size: int) -> bool:
    """Tell whether "also" and its like speak of the claim itself; "too slow" does not."""
    after = walk.ahead(size)
    if walk.tokens[walk.index].surface == "too" and after is not None and after.kind == "word":
        return False
    return all(token.key != "," for token in walk.kept)


def _update(walk: _Walk, size: int) -> int:
    """Note a change; "the new port" changes an attribute, while "the new service" is another service."""
    second = walk.ahead() if size > 1 else None
    if second is not None and second.surface == "new":
        after = walk.tokens[walk.index + size : walk.index + size + 2]
        if not any(token.key in ATTRIBUTES for token in after):
            return 0
    walk.clause.update = True
    return size


def _end(walk: _Walk, size: int) -> int:
    """Note that something has ended: the clause itself, or what is set aside in it (", no longer Y")."""
    after = walk.ahead(size)
    stopped = walk.tokens[walk.index].surface not in ("no", "not")
    if stopped and (after is None or not after.surface.endswith("ing")):
        return 0  # "stop the server" ends no claim
    walk.clause.update = True
    if _is_aside(walk):
        return _take_replaced(walk, size, "ended")
    walk.clause.ended = walk.clause.denied = True
    walk.flip()
    if stopped and after is not None:
        walk.kept.append(word(after.key))  # "stopped using": the verb is "use"
        return size + 1
    return size


def _is_aside(walk: _Walk) -> bool:
    """Tell whether what follows is set against what came before: ", not Y", "and no longer Y"."""
    return bool(walk.kept) and walk.kept[-1].surface in (",", "and") and find(walk.kept) is not None


def _take_replaced(walk: _Walk, size: int, effect: Effect) -> int:
    """Take "instead of Y" out and remember Y, up to the next preposition, mark or break."""
    if effect == "over" and not any(token.key == "prefer" for token in walk.kept):
        return 0
    end = walk.index + size
    named: list[Token] = []
    for token in walk.tokens[end:]:
        if (token.kind == "mark" and token.key != "'s") or token.surface in BREAKS:
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
