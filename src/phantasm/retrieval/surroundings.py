"""What stands around an item? Its neighbours, and the session or document that it is part of. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from phantasm.retrieval.model import Unit

    Numbers = NDArray[np.float64]
    Rows = NDArray[np.int64]

# So many of a group's best members speak for the group.
_BEST_OF_GROUP = 4


def places(heads: Sequence[Unit]) -> tuple[Rows, Rows, Rows]:
    """Return which item comes before and after each in its group (-1: none here), and the group's number."""
    # A document that was cut is one item: it is no surroundings of its own.
    names = [unit.grouping if unit.grouping != unit.item_id else None for unit in heads]
    if not any(names):
        alone = np.full(len(heads), -1, np.int64)
        return alone, alone, alone
    item_at = {
        (name, unit.position): row for row, (name, unit) in enumerate(zip(names, heads, strict=True)) if name
    }
    numbers: dict[str, int] = {}
    before, after, group = [], [], []
    for name, unit in zip(names, heads, strict=True):
        before.append(item_at.get((name, unit.position - 1), -1) if name else -1)
        after.append(item_at.get((name, unit.position + 1), -1) if name else -1)
        group.append(numbers.setdefault(name, len(numbers)) if name else -1)
    return np.array(before, np.int64), np.array(after, np.int64), np.array(group, np.int64)


def beside(values: Numbers, before: Rows, after: Rows) -> Numbers:
    """Return what the neighbours of each item have together."""
    padded: Numbers = np.concatenate((values, [0.0]))
    found: Numbers = padded[before] + padded[after]
    return found


def best_of_group(values: Numbers, group: Rows) -> Numbers:
    """Return the mean of each group's best members; nothing for what stands alone."""
    found = np.zeros(len(values))
    if not (group >= 0).any():
        return found
    order = np.lexsort((-values, group))
    order = order[group[order] >= 0]
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    for start, stop in zip(starts, [*starts[1:], len(order)], strict=True):
        found[order[start:stop]] = values[order[start : min(stop, start + _BEST_OF_GROUP)]].mean()
    return found


def without(marked: Numbers, group: Rows) -> Numbers:
    """Tell which items belong to a group without any marked member."""
    # No `np.unique`: it would load numpy.ma, which takes longer than all the rest of a search.
    having = sorted(set(group[marked > 0].tolist()))
    grouped = group >= 0
    found: Numbers = (grouped & ~np.isin(group, having) if having else grouped).astype(float)
    return found
