"""Which rule recognises a sentence? The first in order. Pure."""

from collections.abc import Sequence

from phantasm.learning.claims import (
    customs,
    facts,
    people,
    surroundings,
    troubles,
    wishes,
)
from phantasm.learning.claims.ruling import Rule, Said

RULES: tuple[Rule, ...] = (
    *people.CHOICE_RULES,
    *people.RULES,
    *wishes.RULES,
    *wishes.ORDER_RULES,
    *surroundings.RULES,
    *troubles.RULES,
    *customs.BOUND_RULES,
    *customs.RULES,
    *facts.RULES,
    *facts.STATEMENT_RULES,
)
"""In this order: what is decided or named is also true, what is needed is also used."""


def _by_cue(rules: Sequence[tuple[int, Rule]]) -> dict[str, tuple[int, ...]]:
    """Return which rules a word opens, by their place in the order; those without cues stand under none."""
    places: dict[str, list[int]] = {}
    for place, found in rules:
        for cue in found.cues or ("",):
            places.setdefault(cue, []).append(place)
    return {cue: tuple(each) for cue, each in places.items()}


_OPENED_BY = {
    "user": _by_cue([(place, found) for place, found in enumerate(RULES) if found.users]),
    "agent": _by_cue([(place, found) for place, found in enumerate(RULES) if found.agents]),
}


def recognise(said: Said) -> Rule | None:
    """Return the first rule that a sentence fits."""
    opened = _OPENED_BY[said.origin]
    places = set(opened[""])
    for word in said.words & opened.keys():
        places.update(opened[word])
    for place in sorted(places):
        found = RULES[place]
        match = found.pattern.search(said.low)
        if match is not None and found.check(match, said):
            return found
    return None
