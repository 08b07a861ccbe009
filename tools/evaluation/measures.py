"""Figures: measures of a ranking, means over many questions, how sure they are, and how they are kept.

R@k       share of a question's gold documents among the first k
any@5     whether one of them is among the first 5
all@10    whether all of them are among the first 10
MRR       1 / rank of the first of them
nDCG@10   binary, discounted by log2(rank + 1)
fresh     of the questions with stale documents: the best gold outranks every stale one
clean@5   of the questions with stale documents: a gold one is among the first 5 and no stale one is

Intervals are 95 %, by resampling the questions, seeded: the same on every run.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from phantasm import __version__
from phantasm.capabilities.clock import SystemClock
from phantasm.config.finding import find_project
from phantasm.config.paths import Paths
from phantasm.contracts.clock import to_timestamp
from phantasm.contracts.kinds import MeasureName
from phantasm.contracts.model import JsonObject
from phantasm.runtime.safety import refuse_unsafe, typed_failures
from phantasm.storage.evaluations import EvaluationRun, Figure, keep
from phantasm.storage.lock import WriteLock
from phantasm.workspace.place import commit_at

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


# A difference of two arms is resampled as the differences of the same questions (the paired bootstrap), which
# is what makes small ones visible: questions differ far more than arms do.
RESAMPLES = 5_000
"""Samples of the questions. From 2,000 on, repeated seeds move a bound by less than a tenth of its width."""
_SEED = 20_261_116
"""Any number does; this one is the day that it was chosen."""
_TAILS_PERCENT = (2.5, 97.5)
_CELLS = 1 << 22
"""Numbers drawn at once: 32 MiB, whatever the number of questions."""

Interval = tuple[float, float]


def interval(values: Sequence[float]) -> Interval:
    """Return the bounds between which the mean lies in 95 % of the samples; there are some values."""
    found = np.asarray(values, np.float64)
    draw = np.random.default_rng(_SEED)
    rows = max(1, _CELLS // found.size)
    means = [
        found[draw.integers(found.size, size=(min(rows, RESAMPLES - done), found.size))].mean(axis=1)
        for done in range(0, RESAMPLES, rows)
    ]
    low, high = np.percentile(np.concatenate(means), _TAILS_PERCENT)
    return round(float(low), DIGITS), round(float(high), DIGITS)


def difference_interval(ours: Sequence[float], theirs: Sequence[float]) -> tuple[Interval, bool]:
    """Return the interval of the mean difference over the same questions, and whether it leaves out zero."""
    bounds = interval([one - other for one, other in zip(ours, theirs, strict=True)])
    return bounds, bounds[0] > 0 or bounds[1] < 0


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


_SETTINGS = (
    *("arms", "limit", "dimensions", "layers"),
    *("budgets", "model", "format", "handles", "nearest", "extractor"),
)
"""What says how it was measured: runs that differ in these are not compared."""
_SHARES = frozenset({"precision", "recall", "precision_any_kind", "recall_any_kind"})
"""What is measured of claims; the rest of a row is what was counted."""
_SCENARIOS = "scenarios"
"""The name of the one set that continuity has."""


def keep_evaluation(start: Path, measured: MeasureName, data: JsonObject) -> bool:
    """Keep the figures of a run with the project that a folder belongs to; tell whether there is one."""
    root = find_project(start.absolute())
    if root is None or not Paths(root).store.exists():
        return False
    paths = Paths(root)
    refuse_unsafe(paths)
    run = EvaluationRun(
        at=to_timestamp(SystemClock().now()),
        measured=measured,
        version=__version__,
        commit=commit_at(root),
        settings={name: data[name] for name in _SETTINGS if name in data},
        figures=list(figures_of(measured, data)),
    )
    with typed_failures():
        keep(paths.evaluations, run, WriteLock(paths.lock))
    return True


def figures_of(measured: MeasureName, data: JsonObject) -> Iterator[Figure]:
    """Yield what a report says over all questions of each set."""
    if measured == "continuity":
        yield from _figures(_SCENARIOS, {"score": data.get("score"), "n": data.get("expectations")})
        return
    for one in _objects(data.get("sets")):
        name = str(one.get("set"))
        match measured:
            case "retrieval":
                bounds = _object(one.get("intervals"))
                for arm, table in _object(one.get("tables")).items():
                    yield from _figures(name, _all(table), _all(bounds.get(arm)), arm=arm)
            case "context":
                yield from _figures(name, _all(one.get("table")), _all(one.get("intervals")))
            case _:
                shares = {key: value for key, value in _all(one.get("kinds")).items() if key in _SHARES}
                yield from _figures(name, shares | {"n": one.get("sentences")})


def _figures(
    name: str,
    row: Mapping[str, object],
    bounds: Mapping[str, object] | None = None,
    *,
    arm: str | None = None,
) -> Iterator[Figure]:
    questions = row.get("n")
    for measure, value in row.items():
        if measure == "n" or not isinstance(value, int | float):
            continue
        found = (bounds or {}).get(measure)
        low, high = found if isinstance(found, list | tuple) else (None, None)
        yield Figure(
            set=name,
            arm=arm,
            name=measure,
            value=value,
            low=low,
            high=high,
            questions=questions if isinstance(questions, int) else None,
        )


def _all(kinds: object) -> JsonObject:
    return _object(_object(kinds).get(EVERYTHING))


def _objects(value: object) -> list[JsonObject]:
    return [_object(one) for one in value] if isinstance(value, list) else []


def _object(value: object) -> JsonObject:
    return value if isinstance(value, dict) else {}
