"""Which rule recognises a sentence? The first in order. Pure."""

from phantasm.learning.claims import (
    bounds,
    choices,
    customs,
    facts,
    orders,
    people,
    statements,
    surroundings,
    troubles,
    wishes,
)
from phantasm.learning.claims.ruling import Rule, Said

RULES: tuple[Rule, ...] = (
    *choices.RULES,
    *people.RULES,
    *wishes.RULES,
    *orders.RULES,
    *surroundings.RULES,
    *troubles.RULES,
    *bounds.RULES,
    *customs.RULES,
    *facts.RULES,
    *statements.RULES,
)
"""In this order: what is decided or named is also true, what is needed is also used."""
_USERS = tuple(found for found in RULES if found.users)
_AGENTS = tuple(found for found in RULES if found.agents)


def recognise(said: Said) -> Rule | None:
    """Return the first rule that a sentence fits."""
    for found in _USERS if said.origin == "user" else _AGENTS:
        if found.cues and found.cues.isdisjoint(said.words):
            continue
        match = found.pattern.search(said.low)
        if match is not None and found.check(match, said):
            return found
    return None
