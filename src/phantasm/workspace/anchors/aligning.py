"""Which line became which? Lines that are unique on both sides are paired first, then the rest. Pure."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

_MOST_COMPARED = 250_000
"""Pairs of lines that are compared without short cuts: about a tenth of a second at worst."""

_Gap = tuple[int, int, int, int]


def aligned(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Return which line of the new text each line of the old one became; those that are left out are gone."""
    pairs: dict[int, int] = {}
    gaps: list[_Gap] = [(0, len(old), 0, len(new))]
    while gaps:
        start, stop, first, last = _trimmed(old, new, gaps.pop(), pairs)
        if start == stop or first == last:
            continue
        anchors = _unique(old[start:stop], new[first:last])
        if not anchors:
            _compare(old, new, (start, stop, first, last), pairs)
            continue
        at, to = start, first
        for before, after in [*anchors, (stop - start, last - first)]:
            gaps.append((at, start + before, to, first + after))
            at, to = start + before, first + after
    return pairs


def _trimmed(old: Sequence[str], new: Sequence[str], gap: _Gap, pairs: dict[int, int]) -> _Gap:
    """Pair what is equal at both ends of a gap; return what is left of it."""
    start, stop, first, last = gap
    while start < stop and first < last and old[start] == new[first]:
        pairs[start] = first
        start, first = start + 1, first + 1
    while start < stop and first < last and old[stop - 1] == new[last - 1]:
        stop, last = stop - 1, last - 1
        pairs[stop] = last
    return start, stop, first, last


def _unique(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return the longest run, in order, of lines that occur exactly once on both sides."""
    counts, others = Counter(old), Counter(new)
    places = {line: number for number, line in enumerate(new) if others[line] == 1}
    found = [
        (number, places[line]) for number, line in enumerate(old) if counts[line] == 1 and line in places
    ]
    ends: list[int] = []
    chains: list[int] = []
    before: list[int] = []
    for number, (_, place) in enumerate(found):
        at = bisect_left(ends, place)
        before.append(chains[at - 1] if at else -1)
        if at == len(ends):
            ends.append(place)
            chains.append(number)
        else:
            ends[at], chains[at] = place, number
    run: list[tuple[int, int]] = []
    number = chains[-1] if chains else -1
    while number >= 0:
        run.append(found[number])
        number = before[number]
    return run[::-1]


def _compare(old: Sequence[str], new: Sequence[str], gap: _Gap, pairs: dict[int, int]) -> None:
    start, stop, first, last = gap
    many = (stop - start) * (last - first) > _MOST_COMPARED
    matcher = SequenceMatcher(None, old[start:stop], new[first:last], autojunk=many)
    for block in matcher.get_matching_blocks():
        for number in range(block.size):
            pairs[start + block.a + number] = first + block.b + number
