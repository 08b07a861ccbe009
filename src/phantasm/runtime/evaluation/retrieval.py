"""How well does search find things? Cases in, a table per set and arm out, with how sure it is."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from phantasm.contracts.model import JsonObject
from phantasm.runtime.evaluation.answers import Answers, Watch, answer_all, counts, judged, sets_of
from phantasm.runtime.evaluation.cases import CaseFolder
from phantasm.runtime.evaluation.intervals import difference_interval
from phantasm.runtime.evaluation.measures import MEASURES, measure
from phantasm.runtime.evaluation.ranking import Ranking, Searching, asking_for_rankings, searching_of
from phantasm.runtime.evaluation.running import Effort, effort_of
from phantasm.runtime.evaluation.runs import write_runs
from phantasm.runtime.evaluation.summaries import DIGITS, EVERYTHING, Kinds, by_kind, intervals, table, values
from phantasm.runtime.evaluation.taking import Taking
from phantasm.runtime.evaluation.targets import Target

__all__ = ["Taking", "effort_of", "evaluate_retrieval", "searching_of"]

COMPARED = ("R@10", "MRR")
"""The measures that arms are compared by."""
_MERGED = "hybrid"


def evaluate_retrieval(
    folders: Sequence[Path], searching: Searching, effort: Effort, *, run: Path | None, watch: Watch
) -> JsonObject:
    """Ask every case in or below some folders and return the tables; writes the runs where one is wanted."""
    target = Target(run, "--run") if run is not None else None
    answers = answer_all(folders, asking_for_rankings(searching), effort, target=target, watch=watch)
    written = write_runs(run, answers.found, searching.arms) if run is not None else []
    return {
        "arms": list(searching.arms),
        "limit": searching.limit,
        **searching.taking.chosen(),
        **counts(answers),
        "sets": [
            {"set": name, **_set_report(answers, cases, searching.arms)}
            for name, cases in sets_of(answers).items()
        ],
        "runs": [str(path) for path in written],
    }


def _set_report(
    answers: Answers[dict[str, Ranking]], cases: Sequence[CaseFolder], arms: Sequence[str]
) -> JsonObject:
    by_arm = {arm: _scores(answers, cases, arm) for arm in arms}
    return {
        "tables": {arm: table(kinds, MEASURES) for arm, kinds in by_arm.items()},
        "intervals": {arm: intervals(kinds, MEASURES) for arm, kinds in by_arm.items()},
        "differences": _differences(by_arm),
    }


def _scores(answers: Answers[dict[str, Ranking]], cases: Sequence[CaseFolder], arm: str) -> Kinds:
    return by_kind(
        (one.question.kind, measure([document for document, _ in one.answer[arm]], one.gold, one.stale))
        for one in judged(answers, cases)
    )


def _differences(by_arm: Mapping[str, Kinds]) -> list[JsonObject]:
    """Compare the merged arm with the better of the others, question by question."""
    rows = {arm: kinds.get(EVERYTHING, []) for arm, kinds in by_arm.items()}
    if _MERGED not in rows or len(rows) == 1 or not rows[_MERGED]:
        return []
    compared: list[JsonObject] = []
    for name in COMPARED:
        found = {arm: values(scores, name) for arm, scores in rows.items()}
        best = max((arm for arm in found if arm != _MERGED), key=lambda arm: sum(found[arm]))
        bounds, is_significant = difference_interval(found[_MERGED], found[best])
        difference = (sum(found[_MERGED]) - sum(found[best])) / len(found[best])
        compared.append(
            {
                "measure": name,
                "arm": _MERGED,
                "against": best,
                "difference": round(difference, DIGITS),
                "interval": list(bounds),
                "significant": is_significant,
            }
        )
    return compared
