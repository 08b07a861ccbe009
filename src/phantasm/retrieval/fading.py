"""How much has something faded? Importance, use and age, each on a scale of its own. Pure.

Being found is not being used: only what was cited, followed, touched or reported counts (decision 22).
What matters and what is used stays, with real half-lives: after one a half is left, after two a quarter.
"""

import math
from datetime import datetime

from phantasm.contracts.clock import from_timestamp
from phantasm.session.usage import Uses

# So many good uses are as much as any number of them: a log, so that the first ones count most.
_FULLY_REINFORCED = 8
# A use whose result nobody knows is worth this much of one that went well.
_UNKNOWN_RESULT = 0.5
# What the parts of durability weigh: mostly what it is, then what was made of it, then how lately.
_IMPORTANCE, _REINFORCEMENT, _LATELY = 0.55, 0.3, 0.15
# Days. A fortnight is how long one remembers what was done without a note; three weeks how long a use speaks.
EPISODE_HALF_LIFE = 14.0
USE_HALF_LIFE = 21.0
# Durability and recency in what is left of an episode.
_DURABLE, _RECENT = 0.6, 0.4
# Below it an episode tells nothing that is missed: of middling importance and never used, after a month.
LEAST_SIGNAL = 0.25
_MOST_IMPORTANT = 0.85
_USED_ENOUGH = 3


def reinforcement(uses: Uses) -> float:
    """Return how much use speaks for something, from -1 (it only ever failed) to 1."""
    others = uses.count - uses.successes - uses.failures
    good = uses.successes + _UNKNOWN_RESULT * others - uses.failures
    share = math.log1p(abs(good)) / math.log1p(_FULLY_REINFORCED)
    return math.copysign(min(1.0, share), good) if good else 0.0


def left_after(days: float, half_life: float) -> float:
    """Return what is left after some days."""
    return float(0.5 ** (max(0.0, days) / half_life))


def signal(importance: float, uses: Uses, at: str, now: datetime) -> float:
    """Return how much an episode still tells, from 0 to 1."""
    lately = left_after(_days(uses.last_at, now), USE_HALF_LIFE) if uses.last_at else 0.0
    durable = _IMPORTANCE * importance + _REINFORCEMENT * reinforcement(uses) + _LATELY * lately
    return _DURABLE * durable + _RECENT * left_after(_days(at, now), EPISODE_HALF_LIFE)


def has_faded(importance: float, uses: Uses, at: str, now: datetime) -> bool:
    """Tell whether an episode tells too little to be handed over unasked."""
    if importance >= _MOST_IMPORTANT or uses.count >= _USED_ENOUGH:
        return False
    return signal(importance, uses, at, now) < LEAST_SIGNAL


def _days(at: str, now: datetime) -> int:
    """Return the age in whole days: the same question has the same answer all day."""
    return (now.date() - from_timestamp(at).date()).days
