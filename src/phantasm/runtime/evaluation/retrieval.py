"""How well does search find things? Cases in, a table per set and arm out, with how sure it is."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.runtime.evaluation.cases import (
    CaseFolder,
    Judgements,
    Material,
    find_cases,
    read_judgements,
    read_material,
)
from phantasm.runtime.evaluation.intervals import difference_interval, interval
from phantasm.runtime.evaluation.measures import MEASURES, Scores, measure
from phantasm.runtime.evaluation.running import ARMS, Advance, Manner, Rankings, ask_cases, steps_of
from phantasm.runtime.evaluation.runs import check_target, write_runs

__all__ = ["ARMS", "MEASURES", "Manner", "evaluate_retrieval", "manner_of"]

EVERYTHING = "all"
"""The row over every kind of question."""
COMPARED = ("R@10", "MRR")
"""The measures that arms are compared by."""
_MERGED = "hybrid"
_MOST_HITS = 1_000
"""As many as `search` returns at once."""
_DIGITS = 4

Kinds = dict[str, list[Scores]]
"""The scores of the questions of one set, asked of one arm, by kind."""
Watch = Callable[[int], Advance]
"""Whoever is told how many steps there will be, and returns whom to tell about each."""


@dataclass(frozen=True, slots=True)
class _Found:
    """Everything that was asked, and how it was answered."""

    materials: Mapping[CaseFolder, Material]
    judgements: Mapping[CaseFolder, Judgements]
    rankings: Mapping[CaseFolder, Rankings]


def manner_of(arms: str, *, limit: int, jobs: int | None, cache: Path | None) -> Manner:
    """Return how to ask, from what a person wrote; arms are separated by commas."""
    chosen = tuple(dict.fromkeys(arm.strip() for arm in arms.split(",")))
    for arm in chosen:
        if arm not in ARMS:
            expected = "some of: " + ", ".join(ARMS)
            raise PhantasmError(
                Code.INVALID_PARAMS, f"there is no arm {arm!r}", field="--arms", expected=expected
            )
    if not 1 <= limit <= _MOST_HITS:
        expected = f"from 1 to {_MOST_HITS}"
        raise PhantasmError(
            Code.INVALID_PARAMS, f"--limit {limit} is out of range", field="--limit", expected=expected
        )
    return Manner(chosen, limit, max(1, jobs or os.cpu_count() or 1), cache)


def evaluate_retrieval(
    folders: Sequence[Path], manner: Manner, *, run: Path | None, watch: Watch
) -> JsonObject:
    """Ask every case in or below some folders and return the tables; writes the runs where one is wanted."""
    cases = find_cases(folders)
    # All is read before anything is asked: a mistake in the last case must not cost the work on the first.
    materials = {case: read_material(case.folder) for case in cases}
    judgements = {case: read_judgements(case.folder) for case in cases}
    if run is not None:
        check_target(run, materials)
    advance = watch(sum(steps_of(material, manner) for material in materials.values()))
    answered = ask_cases([case.folder for case in cases], manner, advance)
    found = _Found(materials, judgements, {case: answered[case.folder] for case in cases})
    written = write_runs(run, found.rankings, manner.arms) if run is not None else []
    return {
        "arms": list(manner.arms),
        "limit": manner.limit,
        "cases": len(cases),
        "documents": sum(len(material.documents) for material in materials.values()),
        "questions": sum(len(material.questions) for material in materials.values()),
        "sets": [_set_report(name, manner.arms, found) for name in dict.fromkeys(one.set for one in cases)],
        "runs": [str(path) for path in written],
    }


def _set_report(name: str, arms: Sequence[str], found: _Found) -> JsonObject:
    cases = [case for case in found.rankings if case.set == name]
    by_arm = {arm: _scores(cases, arm, found) for arm in arms}
    return {
        "set": name,
        "tables": {arm: _table(kinds) for arm, kinds in by_arm.items()},
        "intervals": {arm: _intervals(kinds) for arm, kinds in by_arm.items()},
        "differences": _differences(by_arm),
    }


def _scores(cases: Iterable[CaseFolder], arm: str, found: _Found) -> Kinds:
    """Return the scores of every question that has an answer, by kind and over all."""
    kinds: Kinds = {}
    for case in cases:
        judged = found.judgements[case]
        for question in found.materials[case].questions:
            gold = judged.gold.get(question.id)
            if gold:
                ranked = [document for document, _ in found.rankings[case][arm][question.id]]
                scores = measure(ranked, gold, judged.stale.get(question.id, frozenset()))
                kinds.setdefault(question.kind, []).append(scores)
                kinds.setdefault(EVERYTHING, []).append(scores)
    return kinds


def _table(kinds: Kinds) -> JsonObject:
    """Return the means by kind; a measure that no question of a kind has is left out."""
    return {
        kind: {"n": len(rows)}
        | {
            name: round(sum(values) / len(values), _DIGITS)
            for name in MEASURES
            if (values := _values(rows, name))
        }
        for kind, rows in _in_order(kinds)
    }


def _intervals(kinds: Kinds) -> JsonObject:
    return {
        kind: {name: list(interval(values)) for name in MEASURES if (values := _values(rows, name))}
        for kind, rows in _in_order(kinds)
    }


def _differences(by_arm: Mapping[str, Kinds]) -> list[JsonObject]:
    """Compare the merged arm with the better of the others, question by question."""
    rows = {arm: kinds.get(EVERYTHING, []) for arm, kinds in by_arm.items()}
    if _MERGED not in rows or len(rows) == 1 or not rows[_MERGED]:
        return []
    compared: list[JsonObject] = []
    for name in COMPARED:
        values = {arm: _values(scores, name) for arm, scores in rows.items()}
        best = max((arm for arm in values if arm != _MERGED), key=lambda arm: sum(values[arm]))
        bounds, is_significant = difference_interval(values[_MERGED], values[best])
        difference = (sum(values[_MERGED]) - sum(values[best])) / len(values[best])
        compared.append(
            {
                "measure": name,
                "arm": _MERGED,
                "against": best,
                "difference": round(difference, _DIGITS),
                "interval": list(bounds),
                "significant": is_significant,
            }
        )
    return compared


def _values(rows: Iterable[Scores], name: str) -> list[float]:
    return [row[name] for row in rows if name in row]


def _in_order(kinds: Kinds) -> list[tuple[str, list[Scores]]]:
    """Return the kinds by name, with what is over all of them last."""
    return sorted(kinds.items(), key=lambda item: (item[0] == EVERYTHING, item[0]))
