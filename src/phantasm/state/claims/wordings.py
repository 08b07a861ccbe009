"""How is a clause meant? The wordings that say so are taken out; the words that are left are the claim."""

from phantasm.state.claims.clauses import Clause
from phantasm.state.claims.cues import (
    CHANGING,
    COUPLES,
    FIRST_WORDS,
    REPLACING,
    RETIRING,
    SINGLES,
    Wording,
)
from phantasm.state.claims.datings import OPENERS, dated
from phantasm.state.claims.effects import Walk, apply, rewrite, take_replaced
from phantasm.state.claims.model import Token
from phantasm.state.claims.polarity import DENYING, affirmed, with_particle
from phantasm.state.claims.rewrites import CHANGING_REWRITES
from phantasm.state.claims.vocabulary import BREAKS

# Wordings that stand before a verb more often than not: "now", "no longer", "never", "must".
_CHANGES = CHANGING | RETIRING | REPLACING
# So far into an explanation, its verb is looked for.
_EXPLAINED = 7
# "since", a subject, a verb.
_SUBJECT_AND_VERB = 3
_PLAIN = frozenset(("name", "number"))
_BEFORE_VERBS = frozenset(("update", "ended", "negate", "drop"))
# Words that may mean something for the whole clause; the others are passed over.
_MARKING = FIRST_WORDS | DENYING | BREAKS | OPENERS


def take_cues(clause: Clause) -> None:
    """Take the wordings out of a clause that say how the rest is meant, and note what they say."""
    tokens = clause.tokens
    surfaces = [token.surface for token in tokens]
    surfaces.append("")
    walk = Walk(clause, tokens)
    kept, size, switched, index = walk.kept, len(tokens), False, 0
    while index < size:
        token, surface = tokens[index], surfaces[index]
        if surface in _MARKING and token.kind not in _PLAIN:
            walk.index = index
            taken = _taken(walk, surface, surfaces[index + 1])
            if taken:
                index += taken
                continue
            if surface in DENYING:
                switched = True
                token, denies = affirmed(tokens, index, kept)
                if denies:
                    walk.flip()
            elif surface in BREAKS and index:
                clause.update = clause.update or _tells_change(tokens[index:])
                break
        kept.append(token)
        index += 1
    if switched:
        kept, denies = with_particle(kept)
        if denies:
            walk.flip()
    clause.tokens = kept


def _taken(walk: Walk, surface: str, after: str) -> int:
    """Return how many words a wording takes that begins here; none when there is none."""
    if surface in OPENERS and (size := dated(walk.tokens, walk.index)):
        walk.clause.update = True
        return size
    if surface in SINGLES or (surface, after) in COUPLES:
        return _take_phrase(walk)
    return 0


def _tells_change(rest: list[Token]) -> bool:
    """Tell whether an explanation says that we changed something: "… since we ditched X"."""
    if len(rest) < _SUBJECT_AND_VERB or rest[0].surface != "since":
        return False
    return any(
        token.key in _CHANGES or token.surface in ("left", "archived", "got") for token in rest[2:_EXPLAINED]
    )


def _take_phrase(walk: Walk) -> int:
    """Take the longest wording that begins here; return how many words were taken."""
    found = _phrase(walk.tokens, walk.index)
    if found is None:
        return 0
    phrase, effect, meant = found
    size = len(phrase)
    if effect == "rewrite":
        walk.clause.update = walk.clause.update or phrase in CHANGING_REWRITES
        return rewrite(walk, size, meant)
    if effect in ("instead", "over"):
        return take_replaced(walk, size, effect)
    if walk.index and walk.tokens[walk.index].capital and phrase[0] != "i":
        return 0
    taken = apply(walk, size, effect)
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
