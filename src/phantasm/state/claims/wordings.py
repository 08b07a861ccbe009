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
# Words that may mean something for the whole clause by themselves; the others are passed over.
_ALONE = SINGLES.keys() | DENYING | BREAKS | OPENERS
_MARKING = _ALONE | FIRST_WORDS


def take_cues(clause: Clause) -> None:
    """Take the wordings out of a clause that say how the rest is meant, and note what they say."""
    tokens = clause.tokens
    surfaces = [token.surface for token in tokens]
    surfaces.append("")
    spots = _spots(tokens, surfaces)
    if not spots:
        return
    walk = Walk(clause, tokens)
    kept, switched, done = walk.kept, False, 0
    for index in spots:
        if index < done:
            continue  # part of the wording before it
        kept += tokens[done:index]
        done = walk.index = index
        surface = surfaces[index]
        taken = _taken(walk, surface, surfaces[index + 1])
        if taken:
            done += taken
        elif surface in DENYING:
            switched = True
            _affirm(walk)
            done += 1
        elif surface in BREAKS and index:
            clause.update = clause.update or _tells_change(tokens[index:])
            break
    else:
        kept += tokens[done:]
    if switched:
        kept, denies = with_particle(kept)
        if denies:
            walk.flip()
    clause.tokens = kept


def _affirm(walk: Walk) -> None:
    """Keep the word that the one here denies, or the one here where it denies nothing."""
    token, denies = affirmed(walk.tokens, walk.index, walk.kept)
    if denies:
        walk.flip()
    walk.kept.append(token)


def _spots(tokens: list[Token], surfaces: list[str]) -> list[int]:
    """Return where a wording may begin, or a word stand that denies another; the last surface is empty."""
    return [
        index
        for index in [index for index, surface in enumerate(surfaces) if surface in _MARKING]
        if (surfaces[index] in _ALONE or (surfaces[index], surfaces[index + 1]) in COUPLES)
        and tokens[index].kind not in _PLAIN
    ]


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
