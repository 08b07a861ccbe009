"""How good is a ranking? Shares of gold found, the first gold's rank, and whether the stale stays behind.

R@k       share of a question's gold documents among the first k
any@5     whether one of them is among the first 5
all@10    whether all of them are among the first 10
MRR       1 / rank of the first of them
nDCG@10   binary, discounted by log2(rank + 1)
fresh     of the questions with stale documents: the best gold outranks every stale one
clean@5   of the questions with stale documents: a gold one is among the first 5 and no stale one is
"""

import math
from collections.abc import Collection, Sequence

MEASURES = ("R@1", "R@5", "R@10", "R@20", "any@5", "all@10", "MRR", "nDCG@10", "fresh", "clean@5")
"""The columns of the table, in order; the last two are there for questions with stale documents only."""
_CUTS = (1, 5, 10, 20)
_FEW, _PAGE = 5, 10

Scores = dict[str, float]
"""What one question was answered like, by measure."""


def measure(ranked: Sequence[str], gold: Collection[str], stale: Collection[str]) -> Scores:
    """Return every measure of one question's ranking, best document first; there is some gold."""
    position = {document: place for place, document in enumerate(ranked)}
    hits = sorted(position[document] for document in gold if document in position)
    scores = {f"R@{cut}": sum(hit < cut for hit in hits) / len(gold) for cut in _CUTS}
    first_gold = hits[0] if hits else math.inf
    scores["any@5"] = float(first_gold < _FEW)
    scores["all@10"] = float(len(hits) == len(gold) and hits[-1] < _PAGE)
    scores["MRR"] = 1 / (first_gold + 1)
    ideal = sum(_gain(place) for place in range(min(_PAGE, len(gold))))
    scores["nDCG@10"] = sum(_gain(hit) for hit in hits if hit < _PAGE) / ideal
    if stale:
        first_stale = min(
            (position[document] for document in stale if document in position), default=math.inf
        )
        scores["fresh"] = float(first_gold < first_stale)
        scores["clean@5"] = float(first_gold < _FEW <= first_stale)
    return scores


def _gain(place: int) -> float:
    return 1 / math.log2(place + 2)
