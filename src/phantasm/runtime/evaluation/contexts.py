"""How much of an answer fits a budget? Cases in, a table per set and budget out, with how sure it is."""

from collections.abc import Sequence
from pathlib import Path

from phantasm.contracts.model import JsonObject
from phantasm.runtime.evaluation.answers import Answers, Watch, answer_all, counts, judged, sets_of
from phantasm.runtime.evaluation.cases import CaseFolder
from phantasm.runtime.evaluation.compiling import (
    NOTHING_MATCHED,
    Compiling,
    Contexts,
    asking_for_contexts,
    compiling_of,
)
from phantasm.runtime.evaluation.context_files import write_contexts
from phantasm.runtime.evaluation.context_measures import measure_contexts, measures_at
from phantasm.runtime.evaluation.running import Effort, effort_of
from phantasm.runtime.evaluation.summaries import by_kind, intervals, table
from phantasm.runtime.evaluation.targets import Target

__all__ = ["compiling_of", "effort_of", "evaluate_contexts"]


def evaluate_contexts(
    folders: Sequence[Path], compiling: Compiling, effort: Effort, *, out: Path | None, watch: Watch
) -> JsonObject:
    """Compile every question of some folders' cases, return the tables, and write the contexts if wanted."""
    target = Target(out, "--out") if out is not None else None
    answers = answer_all(folders, asking_for_contexts(compiling), effort, target=target, watch=watch)
    written = write_contexts(out, answers.materials, answers.found) if out is not None else []
    return {
        "budgets": list(compiling.budgets),
        **compiling.wanted,
        **counts(answers),
        "sets": [
            {"set": name, **_set_report(answers, cases, compiling.budgets)}
            for name, cases in sets_of(answers).items()
        ],
        "files": [str(path) for path in written],
    }


def _set_report(
    answers: Answers[Contexts], cases: Sequence[CaseFolder], budgets: Sequence[int]
) -> JsonObject:
    kinds = by_kind(
        (one.question.kind, measure_contexts(one.answer, one.gold, one.reference))
        for one in judged(answers, cases)
    )
    measures = measures_at(budgets)
    # These are about every question that was asked, also where no gold is known.
    every = [contexts for case in cases for contexts in answers.found[case].values()]
    return {
        "table": table(kinds, measures),
        "intervals": intervals(kinds, measures),
        "tokens": {
            str(budget): round(sum(contexts[budget].tokens for contexts in every) / len(every), 1)
            for budget in budgets
            if every
        },
        "over_budget": sum(_exceeds(contexts) for contexts in every),
        "no_match": sum(_matched_nothing(contexts) for contexts in every),
    }


def _exceeds(contexts: Contexts) -> bool:
    return any(context.tokens > budget for budget, context in contexts.items())


def _matched_nothing(contexts: Contexts) -> bool:
    return any(context.match == NOTHING_MATCHED for context in contexts.values())
