"""Which files are being worked on, and which change together? Read off the histories of files. Pure.

A history has no times, only an order: each line comes after the line before it. A commit that changed several
files is a line of each, so the histories together say which commits came before which. The longest chain of
commits before a line is how late it is known to be.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from phantasm.retrieval.documents import lines_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phantasm.retrieval.features import Numbers
    from phantasm.retrieval.model import Unit

History = list[int]
"""The commits that changed a file, oldest first; each has a number."""

# How steeply being late counts: what changed in the middle of a history tells hardly more than what changed
# at its beginning. Measured: 1 and 2 are worse, 8 is the same.
_STEEPNESS = 4
# The last fifth of a history is lately.
_LATELY = 0.8
# A chain of fewer commits than this says little about what is early and what is late.
_CHAIN = 20
# So many of the files that answer best say which others change with them.
_ANSWERING = 5


def signals(histories: Mapping[int, Sequence[Unit]], strength: Numbers) -> dict[str, Numbers]:
    """Return what their histories say of files, by item: numbers for the files, nothing for all else.

    `histories` has the units of each item that is one; `strength` is how well each item answers by itself.
    """
    parts = {name: np.zeros(len(strength)) for name in ("dormant", "busy", "together")}
    if not histories:
        return parts
    read = numbered({item: lines_of_units(units) for item, units in histories.items()})
    order = order_of(list(read.values()))
    longest = max(order, default=0)
    sure = min(1.0, longest / _CHAIN)
    for item, history in read.items():
        known = [place for line in history if (place := order[line]) >= 0]
        late = known[-1] / longest if known and longest else 0.0
        parts["dormant"][item] = sure * (1 - late**_STEEPNESS)
        parts["busy"][item] = sure * np.log1p(sum(place > _LATELY * longest for place in known))
    best = sorted(read, key=lambda item: (-round(float(strength[item]), 9), item))[:_ANSWERING]
    for item, share in together(read, best).items():
        parts["together"][item] = share
    return parts


def lines_of_units(units: Sequence[Unit]) -> list[str]:
    """Return the subjects in a file's history from the words of its parts."""
    parts = sorted(units, key=lambda unit: unit.part)
    lines = lines_of(" ".join([unit.body for unit in parts]))
    return lines[1:] if parts[0].part == 0 else lines  # it begins with its path


def numbered(histories: Mapping[int, Sequence[str]]) -> dict[int, History]:
    """Return histories with a number for each line: the same line has the same number."""
    numbers: dict[str, int] = {}
    return {
        item: [numbers.setdefault(line, len(numbers)) for line in history]
        for item, history in histories.items()
    }


def order_of(histories: Sequence[History]) -> list[int]:
    """Return how many commits are known to have come before each, one after another; -1 where none is known.

    A subject that stands twice in one history is two commits and is left out: it would tie the end of
    a history to its beginning. A circle, made by different commits of one subject, is cut where it is met.
    """
    twice: set[int] = set()
    for history in histories:
        if len(set(history)) < len(history):
            twice.update(line for line, count in Counter(history).items() if count > 1)
    before: list[list[int]] = [[] for _ in range(max(map(max, filter(None, histories)), default=-1) + 1)]
    for history in histories:
        for earlier, later in pairwise([line for line in history if line not in twice] if twice else history):
            before[later].append(earlier)
    found = [-1] * len(before)
    met = [line in twice for line in range(len(before))]
    for first in range(len(before)):
        waiting = [first]
        while waiting:
            line = waiting[-1]
            if not met[line]:
                met[line] = True
                waiting.extend([earlier for earlier in reversed(before[line]) if not met[earlier]])
                continue
            waiting.pop()
            if found[line] < 0 and line not in twice:
                found[line] = 1 + max([found[earlier] for earlier in before[line]], default=-1)
    return found


def together(histories: Mapping[int, History], best: Sequence[int]) -> dict[int, float]:
    """Return how often each file changed with the best ones: the share of their changes, the first's first.

    A commit that changed many files says little about each pair of them.
    """
    lines = {item: frozenset(history) for item, history in histories.items()}
    having = Counter(line for commits in lines.values() for line in commits)
    shares = [1 / place for place in range(1, len(best) + 1)]
    found: dict[int, float] = dict.fromkeys(histories, 0.0)
    for one, share in zip(best, shares, strict=True):
        worth = sum(sorted([1 / having[line] for line in lines[one]]))
        for other, theirs in lines.items():
            if other != one and (common := lines[one] & theirs):
                told = sum(sorted([1 / having[line] for line in common])) / worth
                found[other] += share / sum(shares) * told
    return found
