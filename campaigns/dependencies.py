"""Which dependency graphs does the cascade campaign try? Drawn from a seed, with the truth about each."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

RESTS_ON = ("derived_from", "depends_on")
DISTRACTORS = ("relates_to", "blocks", "part_of", "contradicts")
# What the graphs and the profile show, so that their reads have something to get wrong.
_KINDS = ("fact", "decision", "task", "constraint", "preference", "goal", "identity", "note")
_SHAPES = ("tree", "chain", "diamond", "cycle", "random")
_MAX_DEPTH = 5


@dataclass(frozen=True, slots=True)
class Plan:
    """Records by number, 0 being the root, and links as type, source and target."""

    number: int
    shape: str
    depth: int
    kinds: tuple[str, ...]
    links: tuple[tuple[str, int, int], ...]
    gone: frozenset[int] = frozenset()
    """What nothing is held of any more: nobody can mark or confirm it, and doubt passes through it."""

    def resting_on(self, root: int) -> set[int]:
        """Return everything that rests on a record, directly or through others."""
        return self._reached(root, None) - self.gone

    def still_doubtful(self, root: int, doubtful: Iterable[int]) -> set[int]:
        """Return which of some doubtful records a chain of doubtful records still joins to a root."""
        left = set(doubtful)
        return left & self._reached(root, left | self.gone)

    def leads(self, way: Sequence[int]) -> bool:
        """Tell whether each step of a way rests on the one before."""
        resting = {(target, source) for kind, source, target in self.links if kind in RESTS_ON}
        return all(step in resting for step in pairwise(way))

    def _reached(self, root: int, through: set[int] | None) -> set[int]:
        found: set[int] = set()
        frontier = {root}
        while frontier:
            frontier = {
                source
                for kind, source, target in self.links
                if kind in RESTS_ON and target in frontier and source not in found and source != root
                if through is None or source in through
            }
            found |= frontier
        return found


def draw(chance: random.Random, number: int) -> Plan:
    """Draw one graph: layers below the root, extra links, other links that mean nothing here, strangers."""
    shape, depth = _SHAPES[number // 5 % len(_SHAPES)], 1 + number % _MAX_DEPTH
    layers: list[list[int]] = [[0]]
    links: set[tuple[str, int, int]] = set()
    total = 1
    for _ in range(depth):
        width = 1 if shape == "chain" else chance.randint(1, 4)
        layer = list(range(total, total + width))
        total += width
        for source in layer:
            links.add((chance.choice(RESTS_ON), source, chance.choice(layers[-1])))
            if shape in {"diamond", "random"}:
                links |= {(chance.choice(RESTS_ON), source, target) for target in layers[-1]}
        layers.append(layer)
    if shape == "cycle":
        # Back up from the lowest layer, now and then even to the root itself.
        links.add((chance.choice(RESTS_ON), chance.choice(layers[1]), chance.choice(layers[-1])))
        if chance.random() < 0.5:
            links.add((chance.choice(RESTS_ON), 0, chance.choice(layers[-1])))
    if shape == "random":
        links |= {_pair(chance, RESTS_ON, range(1, total)) for _ in range(depth)}
    strangers = range(total, total + chance.randint(2, 6))
    # Strangers rest on one another, and the root and its dependents on strangers: never the other way round.
    links |= {_pair(chance, RESTS_ON, strangers) for _ in range(2)}
    links |= {(chance.choice(RESTS_ON), chance.randrange(total), chance.choice(strangers)) for _ in range(2)}
    links |= {_pair(chance, DISTRACTORS, range(total + len(strangers))) for _ in range(total)}
    kept = tuple(sorted(link for link in links if link[1] != link[2]))
    return Plan(number, shape, depth, tuple(chance.choice(_KINDS) for _ in range(strangers.stop)), kept)


def _pair(chance: random.Random, kinds: Sequence[str], places: Sequence[int]) -> tuple[str, int, int]:
    return (chance.choice(kinds), chance.choice(places), chance.choice(places))
