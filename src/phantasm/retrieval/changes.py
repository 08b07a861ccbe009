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

History = tuple[str, ...]
"""The commits that changed a file, oldest first."""

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
    read = {item: history_of(units) for item, units in histories.items()}
    order = order_of(list(read.values()))
    longest = max(order.values(), default=0)
    sure = min(1.0, longest / _CHAIN)
    for item, history in read.items():
        late = [order[line] / max(1, longest) for line in history if line in order]
        parts["dormant"][item] = sure * (1 - (late[-1] if late else 0.0) ** _STEEPNESS)
        parts["busy"][item] = sure * np.log1p(sum(one > _LATELY for one in late))
    best = sorted(read, key=lambda item: (-round(float(strength[item]), 9), item))[:_ANSWERING]
    for item, share in together(read, best).items():
        parts["together"][item] = share
    return parts


def history_of(units: Sequence[Unit]) -> History:
    """Return the commits of a file's history from the words of its parts."""
    parts = sorted(units, key=lambda unit: unit.part)
    lines = lines_of(" ".join(unit.body for unit in parts))
    return tuple(lines[1:] if parts[0].part == 0 else lines)  # it begins with its path


def order_of(histories: Sequence[History]) -> dict[str, int]:
    """Return how many commits are known to have come before each, one after another.

    A subject that stands twice in one history is two commits and is left out: it would tie the end of
    a history to its beginning. A circle, made by different commits of one subject, is cut where it is met.
    """
    twice = {line for history in histories for line, count in Counter(history).items() if count > 1}
    before: dict[str, dict[str, None]] = {}
    for history in histories:
        single = [line for line in history if line not in twice]
        for line in single:
            before.setdefault(line, {})
        for earlier, later in pairwise(single):
            before[later][earlier] = None
    found: dict[str, int] = {}
    met: set[str] = set()
    for first in list(before):
        waiting = [first] if first not in met else []
        while waiting:
            line = waiting[-1]
            met.add(line)
            unmet = next((one for one in before[line] if one not in met), None)
            if unmet is not None:
                waiting.append(unmet)
            else:
                found[line] = max((found[one] + 1 for one in before[line] if one in found), default=0)
                waiting.pop()
    return found


def together(histories: Mapping[int, History], best: Sequence[int]) -> dict[int, float]:
    """Return how often each file changed with the best ones: the share of their changes, the first's first.

    A commit that changed many files says little about each pair of them.
    """
    having = Counter(line for history in histories.values() for line in dict.fromkeys(history))
    lines = {item: frozenset(history) for item, history in histories.items()}
    shares = [1 / place for place in range(1, len(best) + 1)]
    found: dict[int, float] = dict.fromkeys(histories, 0.0)
    for one, share in zip(best, shares, strict=True):
        worth = sum(sorted(1 / having[line] for line in lines[one]))
        for other, theirs in lines.items():
            if other != one and (common := lines[one] & theirs):
                told = sum(sorted(1 / having[line] for line in common)) / worth
                found[other] += share / sum(shares) * told
    return found
