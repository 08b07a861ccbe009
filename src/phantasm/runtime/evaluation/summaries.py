"""What do the scores of many questions say together? Means by kind and over all, with how sure they are."""

from collections.abc import Iterable, Sequence

from phantasm.contracts.model import JsonObject
from phantasm.runtime.evaluation.intervals import interval
from phantasm.runtime.evaluation.measures import Scores

EVERYTHING = "all"
"""The row over every kind of question."""
DIGITS = 4
"""Of every figure: a thousandth counts with some thousand questions."""

Kinds = dict[str, list[Scores]]
"""The scores of the questions of one set by kind, and over all."""


def by_kind(scored: Iterable[tuple[str, Scores]]) -> Kinds:
    """Return the scores by kind of question, with what is over all of them last."""
    kinds: Kinds = {}
    everything: list[Scores] = []
    for kind, scores in scored:
        kinds.setdefault(kind, []).append(scores)
        everything.append(scores)
    ordered = {kind: kinds[kind] for kind in sorted(kinds)}
    return ordered | ({EVERYTHING: everything} if everything else {})


def table(kinds: Kinds, measures: Sequence[str]) -> JsonObject:
    """Return the means by kind; a measure that no question of a kind has is left out."""
    return {
        kind: {"n": len(rows)}
        | {name: round(sum(found) / len(found), DIGITS) for name in measures if (found := values(rows, name))}
        for kind, rows in kinds.items()
    }


def intervals(kinds: Kinds, measures: Sequence[str]) -> JsonObject:
    """Return between which bounds the means by kind lie in 95 % of the samples."""
    return {
        kind: {name: list(interval(found)) for name in measures if (found := values(rows, name))}
        for kind, rows in kinds.items()
    }


def values(rows: Iterable[Scores], name: str) -> list[float]:
    """Return what the questions that have a measure score by it."""
    return [row[name] for row in rows if name in row]
