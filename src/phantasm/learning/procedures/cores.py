"""Which acts and words go together across episodes? Pure; near linear in the episodes.

Pairs that occur in the same episodes are linked by the cosine of their episode sets, and linked items are
joined, best first, while the mean link between two groups is strong enough. Working on items and not on
episodes keeps two workflows apart that share an episode. No two episodes are compared.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from math import sqrt

LEAST_TOGETHER = 3
"""Episodes in which a pair must meet: as many successes as a procedure needs (issue 7)."""
MOST_SHARE = 0.3
"""The share of all episodes above which an item tells nothing about what an episode is."""
FEW = 12
"""Episodes up to which any share tells something: a young project may have done only one thing so far."""
LINK = 0.45
"""The least mean cosine of a group. Two halves of a workflow that lose one episode in four to noise have .75;
two workflows that share half of their acts have .35. Chosen between, on generated corpora of seeds 1 to 5."""
LEAST_PAIR = 0.3
"""The least cosine of a pair that is remembered at all; weaker ones cannot lift a mean over LINK."""
MOST_ITEMS = 30
"""Items of an episode that are paired, rarest first: 435 pairs are the most that one episode costs."""


def cores(bags: Sequence[frozenset[str]]) -> list[tuple[str, ...]]:
    """Return groups of items that go together, each sorted, and each telling item that stays alone."""
    frequency = Counter(item for bag in bags for item in bag)
    most = max(FEW, MOST_SHARE * len(bags))
    telling = {item for item, count in frequency.items() if LEAST_TOGETHER <= count <= most}
    together: Counter[tuple[str, str]] = Counter()
    for bag in bags:
        kept = sorted(bag & telling, key=lambda item: (frequency[item], item))[:MOST_ITEMS]
        together.update(combinations(sorted(kept), 2))
    links: dict[str, dict[str, float]] = defaultdict(dict)
    for (one, other), count in together.items():
        cosine = count / sqrt(frequency[one] * frequency[other])
        if count >= LEAST_TOGETHER and cosine >= LEAST_PAIR:
            links[one][other] = links[other][one] = cosine
    return sorted(_joined(sorted(telling), links))


def _joined(items: Sequence[str], links: dict[str, dict[str, float]]) -> list[tuple[str, ...]]:
    """Join groups by their mean link, best first; a group goes by the name of its first item."""
    members: dict[str, tuple[str, ...]] = {item: (item,) for item in items}
    sums = {item: dict(links.get(item, {})) for item in items}
    heap = [
        (-round(weight, 6), one, other) for one in items for other, weight in sums[one].items() if one < other
    ]
    heapq.heapify(heap)
    while heap:
        weight, one, other = heapq.heappop(heap)
        if one not in members or other not in members or weight != _mean(one, other, sums, members):
            continue
        if -weight < LINK:
            break
        members[one] = tuple(sorted((*members[one], *members.pop(other))))
        for third, total in sums.pop(other).items():
            sums[third].pop(other)
            if third != one:
                sums[one][third] = sums[third][one] = sums[one].get(third, 0.0) + total
        for third in sorted(sums[one]):
            first, second = sorted((one, third))
            heapq.heappush(heap, (_mean(first, second, sums, members), first, second))
    return list(members.values())


def _mean(
    one: str, other: str, sums: dict[str, dict[str, float]], members: dict[str, tuple[str, ...]]
) -> float:
    total = sums[one].get(other, 0.0)
    return -round(total / (len(members[one]) * len(members[other])), 6)
