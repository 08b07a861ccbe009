"""Which words deny another word? "disabled" is "not enabled", and "turned … off" is "disabled …"."""

from phantasm.state.claims.cues import CONDITIONS
from phantasm.state.claims.model import Token
from phantasm.state.claims.opposites import DENYING_STATES, DENYING_VERBS
from phantasm.state.claims.spelling import word
from phantasm.state.claims.verbs import VERBS, find
from phantasm.state.claims.vocabulary import ARTICLES, BREAKS, COPULAS, PREPOSITIONS

DENYING = DENYING_STATES.keys() | DENYING_VERBS.keys() | {"on", "off", "back", "out"}
"""Words that may deny another one, or make a verb do so."""

# What may follow a state that is said of something; a noun would make it a description ("a private key").
_AFTER_STATE = PREPOSITIONS | CONDITIONS | BREAKS | {"again", "now", "and", "or", "anymore"}
# States that are said only behind a verb: "scaled down" is none.
_BEHIND_VERBS = frozenset(("down", "closed"))
_SEPARABLE = frozenset(("turn", "switch", "roll", "phas", "throw", "rip", "kick", "tear", "tak"))


def affirmed(tokens: list[Token], index: int, kept: list[Token]) -> tuple[Token, bool]:
    """Return the word that a word denies and whether it does; the word itself where it denies nothing."""
    token = tokens[index]
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    opposite = _opposite(token.surface, after, kept)
    if opposite is None:
        return token, False
    return word(opposite, capital=token.capital), token.surface != "on"


def _opposite(surface: str, after: Token | None, kept: list[Token]) -> str | None:
    if surface == "out":
        return None
    said = after is None or after.kind == "mark" or after.surface in _AFTER_STATE
    if surface in ("on", "off"):
        return "enabled" if said and kept and _is_switch(kept, after) else None
    if surface in _BEHIND_VERBS:
        scaled = after is not None and after.surface == "to"
        said = said and not scaled and bool(kept) and kept[-1].surface in COPULAS
    if surface in DENYING_STATES:
        acted = after is not None and after.surface in ARTICLES  # "we disabled the cache"
        return DENYING_STATES[surface] if said or acted else None
    return DENYING_VERBS.get(surface)


def _is_switch(kept: list[Token], after: Token | None) -> bool:
    """Tell whether "on" or "off" is what is said: "is off", "IPv6 off at the edge"."""
    before = kept[-1]
    if before.surface in COPULAS:
        return True
    ends = after is None or after.kind == "mark" or after.surface in PREPOSITIONS
    return ends and before.kind != "mark" and before.key not in VERBS and find(kept) is None


def with_particle(kept: list[Token]) -> tuple[list[Token], bool]:
    """Read "turned … off", "turned … down to" and "rolled … back" as one verb; tell whether it denies."""
    keys = [token.key for token in kept]
    if _SEPARABLE.isdisjoint(keys):
        return kept, False
    verb = next(i for i, key in enumerate(keys) if key in _SEPARABLE)
    for index in range(verb + 2, len(kept)):  # verb, object, particle
        meant = _meant(
            kept[verb].key, kept[index].surface, kept[index + 1].surface if index + 1 < len(kept) else ""
        )
        if meant is not None:
            whole = [*kept[:verb], word(meant), *kept[verb + 1 : index], *kept[index + 1 :]]
            return whole, kept[index].surface == "off"
    return kept, False


def _meant(verb: str, particle: str, after: str) -> str | None:
    """Return what a verb and its particle mean; nothing when the particle belongs elsewhere."""
    if particle == "back":
        return "reverted" if verb == "roll" else None
    if particle == "out":
        if verb == "switch" and after == "for":
            return "swapped"
        return "retired" if verb not in ("turn", "switch", "roll") else None
    if particle in ("up", "down"):
        return "changed" if verb == "turn" and after == "to" else None
    if particle == "off":
        return "enabled"
    return "enabled" if particle == "on" and after in ("", "default", "for", "in", "at", "by") else None
