"""Where in a text is now what used to be on some lines of another? Pure.

Lines are followed through the differences between the two texts, so that it does not matter how often a line
occurs. What is not found that way is looked for by its content, but only where it was not before.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Literal, NamedTuple

from phantasm.workspace.anchors.content import Reading, digest_of, joined, likeness, reading_of, weight

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


How = Literal["same", "loose", "changed", "faint"]
"""As it was; formatted in another way; changed; hardly recognisable."""
TRIVIAL_LETTERS = 16
"""What is shorter occurs anywhere (`return None`, `});`) and is not looked for by its content."""
_ALIKE = 0.5
"""The share of words in common from which lines that replace others count as those lines changed."""
_KEPT = 0.25
"""The share of letters on lines that are left as they were from which the whole counts as changed."""
_PAIRS_KEPT = 16
_MOST_WINDOWS = 20_000
"""Lines that are compared word by word: some hundredths of a second."""


class Placed(NamedTuple):
    """The first and the last line, counted from 1, and what became of them."""

    start: int
    stop: int
    how: How


class _Span(NamedTuple):
    """What is cited: which lines that are not blank, by their number among those, and their loose form."""

    low: int
    high: int
    loose: str


def place(old_text: str, new_text: str, lines: tuple[int, int]) -> Placed | None:
    """Return where lines of an old text are in a new one; None where nothing is left of them."""
    old, new = reading_of(old_text), reading_of(new_text)
    first, last = lines[0] - 1, min(lines[1], len(old.lines)) - 1
    low, high = bisect_left(old.filled, first), bisect_right(old.filled, last)
    if low >= high:
        return Placed(*lines, "same")
    pairs = _became(old_text, new_text)
    span = _Span(low, high, joined([old.pieces[number] for number in old.filled[low:high]]))
    images = [pairs.get(number) for number in range(low, high)]
    kept = [image for image in images if image is not None]
    if len(kept) == high - low == kept[-1] - kept[0] + 1:
        return _found(old, new, (first, last), (new.filled[kept[0]], new.filled[kept[-1]]))
    region = _region(pairs, span, len(new.filled))
    inner = [new.pieces[number] for number in new.filled[slice(*region)]]
    if joined(inner) == span.loose:
        return _found(old, new, (first, last), (new.filled[region[0]], new.filled[region[1] - 1]))
    owned = {image for number, image in pairs.items() if not low <= number < high}
    for occurrence in new.occurrences(span.loose):
        if _is_free(occurrence, new, span, owned=owned, region=region):
            return _found(old, new, (first, last), occurrence)
    return _left(old, new, span)


def find(old_lines: Sequence[str], new_text: str, near: int) -> Placed | None:
    """Return where lines are in a text, where nothing is known about what stood around them."""
    new, loose = reading_of(new_text), joined(reading_of("\n".join(old_lines)).pieces)
    found = sorted(new.occurrences(loose), key=lambda one: (abs(one[0] + 1 - near), one))
    if found:
        first, last = found[0]
        same = digest_of(new.lines[first : last + 1]) == digest_of(old_lines)
        return Placed(first + 1, last + 1, "same" if same else "loose")
    pieces = [piece for piece in reading_of("\n".join(old_lines)).pieces if piece]
    return _recognised(pieces, new, range(len(new.filled))) if pieces and new.filled else None


@lru_cache(maxsize=_PAIRS_KEPT)
def _became(old_text: str, new_text: str) -> dict[int, int]:
    """Return which line that is not blank became which, each counted among those that are not."""
    old, new = reading_of(old_text), reading_of(new_text)
    return aligned([old.pieces[one] for one in old.filled], [new.pieces[one] for one in new.filled])


def _region(pairs: dict[int, int], span: _Span, many: int) -> tuple[int, int]:
    """Return what now lies between what stood before the span and what stood after it."""
    before = next((pairs[number] for number in range(span.low - 1, -1, -1) if number in pairs), -1)
    after = many
    if pairs and max(pairs) >= span.high:
        after = pairs[min(number for number in pairs if number >= span.high)]
    return before + 1, after


def _is_free(
    lines: tuple[int, int], new: Reading, span: _Span, *, owned: set[int], region: tuple[int, int]
) -> bool:
    """Tell whether a stretch is not one that was there before, in another place than the span."""
    first, last = bisect_left(new.filled, lines[0]), bisect_left(new.filled, lines[1])
    if len(span.loose) < TRIVIAL_LETTERS and not region[0] <= first <= last < region[1]:
        return False
    return any(number not in owned for number in range(first, last + 1))


def _left(old: Reading, new: Reading, span: _Span) -> Placed | None:
    """Say what is left of a span that is no longer there as a whole, wherever in the text that is."""
    before = [old.pieces[number] for number in old.filled[span.low : span.high]]
    around = [old.pieces[number] for number in (*old.filled[: span.low], *old.filled[span.high :])]
    everything = [new.pieces[number] for number in new.filled]
    # Equal lines can be paired in several ways: what the rest of the old text explains is not the span's.
    explained = set(aligned(around, everything).values())
    own = [number for number in range(len(everything)) if number not in explained]
    return _recognised(before, new, own) if own else None


def gained_part(pieces: Sequence[str], old_text: str, new_text: str) -> Placed | None:
    """Return where most of some loose lines is in a text that did not hold it before."""
    new = reading_of(new_text)
    gained = Counter(new.pieces) - Counter(reading_of(old_text).pieces)
    common = Counter(pieces) & gained
    if weight(common) < weight(Counter(pieces)) * _ALIKE:
        return None
    own = [rank for rank, number in enumerate(new.filled) if new.pieces[number] in gained]
    found = _recognised(pieces, new, own)
    return found if found and found.how != "faint" else None


def _recognised(before: Sequence[str], new: Reading, ranks: Sequence[int]) -> Placed | None:
    """Look for something of some loose lines among lines of a text, which are given by their rank."""
    after = [new.pieces[new.filled[rank]] for rank in ranks]
    numbers = [new.filled[rank] + 1 for rank in ranks]
    total = sum(map(len, before))
    kept = aligned(before, after)
    letters = sum(len(before[number]) for number in kept)
    if len(kept) == len(before) and ranks[kept[len(before) - 1]] - ranks[kept[0]] == len(before) - 1:
        return Placed(numbers[kept[0]], numbers[kept[len(before) - 1]], "loose")
    if letters >= total * _KEPT:
        first, last = _widened(before, kept, numbers)
        return Placed(first, last, "changed" if letters >= total * _ALIKE else "faint")
    alike, first, last = _most_alike(before, after)
    return Placed(numbers[first], numbers[last], "changed") if alike >= _ALIKE else None


def _widened(before: Sequence[str], kept: dict[int, int], numbers: Sequence[int]) -> tuple[int, int]:
    """Return the lines of what is left, with those next to it that stand where something was replaced."""
    first, last = min(kept.values()), max(kept.values())
    for _ in range(min(kept)):
        first -= first > 0 and numbers[first] - numbers[first - 1] == 1
    for _ in range(len(before) - 1 - max(kept)):
        last += last + 1 < len(numbers) and numbers[last + 1] - numbers[last] == 1
    return numbers[first], numbers[last]


def _most_alike(before: Sequence[str], after: Sequence[str]) -> tuple[float, int, int]:
    """Return which stretch has most words in common with some lines: all of it, or as many lines as those."""
    many = len(before)
    stretches = [(0, len(after) - 1)]
    if len(after) > many and len(after) * many <= _MOST_WINDOWS:
        stretches += [(first, first + many - 1) for first in range(len(after) - many + 1)]
    rated = [(likeness(before, after[first : last + 1]), -first, last) for first, last in stretches]
    alike, first, last = max(rated)
    return alike, -first, last


def _found(old: Reading, new: Reading, cited: tuple[int, int], at: tuple[int, int]) -> Placed:
    """Widen what was found by the blank lines that the cited lines start and end with."""
    first, last = at
    number = cited[0]
    while number < len(old.pieces) and not old.pieces[number] and first > 0 and not new.pieces[first - 1]:
        first, number = first - 1, number + 1
    number = cited[1]
    while number >= 0 and not old.pieces[number] and last + 1 < len(new.pieces) and not new.pieces[last + 1]:
        last, number = last + 1, number - 1
    same = digest_of(old.lines[cited[0] : cited[1] + 1]) == digest_of(new.lines[first : last + 1])
    return Placed(first + 1, last + 1, "same" if same else "loose")
