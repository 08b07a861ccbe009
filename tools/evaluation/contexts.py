"""How much of an answer fits a budget: cases in, a table per set and budget out, with how sure it is.

gold@B   share of a question's gold documents among those that the context within B tokens excerpts
ans@B    share of the reference answer's content words in its text; for questions with such words only
mono     whether the share of gold never falls as the budget grows

Contexts are written as lines of JSON for other programs: query_id, budget, text, items. A file holds one
case, or several whose questions have ids of their own. In a folder each case has its file.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.contracts.parse import validate
from phantasm.runtime import registry
from tools.evaluation.cases import (
    CaseFolder,
    Material,
    Question,
    Target,
    is_folder,
    name_of,
    write_all,
)
from tools.evaluation.measures import Scores, by_kind, intervals, table
from tools.evaluation.running import (
    Answers,
    Asking,
    CaseStore,
    Compiled,
    Effort,
    Watch,
    answer_all,
    counts,
    effort_of,
    judged,
    sets_of,
)

NOTHING_MATCHED = "no_match"
"""What `compile` says where it has nothing for a question."""
_OPERATION = "compile"


@dataclass(frozen=True, slots=True)
class Context:
    """What was handed over for a question within a budget."""

    text: str
    items: tuple[str, ...]
    """The documents that it excerpts, in the order of the text."""
    tokens: int
    match: str


Contexts = dict[int, Context]
"""One question's contexts by budget, the smallest first."""


@dataclass(frozen=True, slots=True)
class Compiling:
    """How contexts are compiled."""

    budgets: tuple[int, ...]
    """Tokens, the smallest first."""
    wanted: JsonObject
    """The other parameters of `compile`."""


def compiling_of(budgets: str, wanted: JsonObject) -> Compiling:
    """Return how to compile, from what a person wrote; budgets are separated by commas.

    What `compile` would refuse is refused here, before the work.
    """
    try:
        chosen = tuple(sorted({int(budget) for budget in budgets.split(",")}))
    except ValueError as problem:
        raise PhantasmError(
            Code.INVALID_PARAMS,
            f"{budgets!r} are no numbers of tokens",
            field="--budgets",
            expected="numbers with commas between, such as 500,1000,2000,4000",
        ) from problem
    params = registry.load(_OPERATION).params
    for budget in chosen:
        validate(params, wanted | {"token_budget": budget}, code=Code.INVALID_PARAMS)
    return Compiling(chosen, wanted)


def asking_for_contexts(compiling: Compiling) -> Asking[Contexts]:
    """Return what every question is asked for: a context within each budget."""
    return Asking(partial(_contexts, compiling), weight=len(compiling.budgets))


def _contexts(compiling: Compiling, store: CaseStore, material: Material, question: Question) -> Contexts:
    return {budget: _context(store, material, question, compiling, budget) for budget in compiling.budgets}


def _context(
    store: CaseStore, material: Material, question: Question, compiling: Compiling, budget: int
) -> Context:
    # Without a question `compile` hands over what always holds, which is no answer to anything.
    asked = bool(question.text.strip())
    wanted = compiling.wanted | {"token_budget": budget}
    found = store.compile(question.text, wanted) if asked else Compiled()
    items = tuple(material.documents[place].id for place in found.places)
    return Context(found.text, items, found.tokens, found.match)


_WORD = re.compile(r"[a-z0-9]+")
_SHORTEST_WORD_CHARACTERS = 2
_EMPTY_WORDS = frozenset(
    "a an the this that these there it its i me my you your he him his she her we our they them their "
    "am are is was were be been being do does did have has had can could should will would "
    "and or but if so as at by for from in into of on to with about no not such then "
    "how what when where which who why".split()
)
"""Words that any text has; saying them answers nothing. The same as the shared scorer's."""
_ROUNDING = 1e-9
"""Shares of one question that differ by less are equal; two different ones differ by 1 / gold at least."""


def gold_at(budget: int) -> str:
    """Return the name of the measure."""
    return f"gold@{budget}"


def answer_at(budget: int) -> str:
    """Return the name of the measure."""
    return f"ans@{budget}"


MONOTONE = "mono"


def measures_at(budgets: Iterable[int]) -> tuple[str, ...]:
    """Return the columns of the table, in order."""
    chosen = tuple(budgets)
    return (*map(gold_at, chosen), *map(answer_at, chosen), MONOTONE)


def measure_contexts(contexts: Mapping[int, Context], gold: Collection[str], reference: str) -> Scores:
    """Return every measure of one question's contexts, the smallest budget first; there is some gold."""
    wanted = content_words(reference)
    kept = [len(set(gold).intersection(context.items)) / len(gold) for context in contexts.values()]
    scores = {gold_at(budget): share for budget, share in zip(contexts, kept, strict=True)}
    if wanted:
        for budget, context in contexts.items():
            scores[answer_at(budget)] = len(wanted & content_words(context.text)) / len(wanted)
    scores[MONOTONE] = float(all(less <= more + _ROUNDING for less, more in pairwise(kept)))
    return scores


def content_words(text: str) -> frozenset[str]:
    """Return the words of a text that say something, in lower case."""
    return frozenset(
        word
        for word in _WORD.findall(text.lower())
        if len(word) >= _SHORTEST_WORD_CHARACTERS and word not in _EMPTY_WORDS
    )


ENDING = ".jsonl"


def write_contexts(
    target: Path, materials: Mapping[CaseFolder, Material], found: Mapping[CaseFolder, dict[str, Contexts]]
) -> list[Path]:
    """Write the contexts in the order of the questions and return their files."""
    files: dict[Path, list[str]] = {}
    for case, material in materials.items():
        path = target / f"{name_of(case, materials)}{ENDING}" if is_folder(target) else target
        lines = files.setdefault(path, [])
        for question in material.questions:
            lines += _lines(question.id, found[case][question.id])
    return write_all(files)


def _lines(question: str, contexts: Contexts) -> Iterator[str]:
    for budget, context in contexts.items():
        row = {
            "query_id": question,
            "budget": budget,
            "text": context.text,
            "items": list(context.items),
        }
        # ASCII: readers that split lines at every mark of Unicode see one line, too.
        yield json.dumps(row, ensure_ascii=True) + "\n"


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
