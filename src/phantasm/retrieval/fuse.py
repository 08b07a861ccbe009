"""How do lists of candidates become one? By reciprocal ranks, which need no common scale. Pure.

Fusion only decides which candidates are looked at closely. The order of the answer is the ranking's: as an
order of its own, reciprocal ranks of a good and a weaker list are worse than the good one (models.md §1b).
"""

from collections.abc import Hashable, Sequence
from typing import TypeVar

Id = TypeVar("Id", bound=Hashable)

# How much the first places stand out. Small: what one list has far up is looked at, whatever the others say.
_SOFTENING = 5


def fuse(lists: Sequence[Sequence[Id]], most: int) -> list[Id]:
    """Return the best of several lists, best first; of equals, the one that an earlier list has."""
    worth: dict[Id, float] = {}
    for listed in lists:
        for place, name in enumerate(listed, 1):
            worth[name] = worth.get(name, 0.0) + 1 / (_SOFTENING + place)
    steps = {name: round(value, 12) for name, value in worth.items()}
    return sorted(steps, key=steps.__getitem__, reverse=True)[:most]
