"""How well search finds things: cases in, a table per set and arm out, with how sure it is.

Rankings are written as TREC runs for other programs: `query-id Q0 corpus-id rank score tag`. A file holds one
arm: of one case or of several, whose questions then have ids of their own. In a folder each case and each arm
has its file.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject
from tools.evaluation.cases import (
    CaseFolder,
    Material,
    Question,
    Target,
    is_folder,
    name_of,
    write_all,
)
from tools.evaluation.measures import (
    DIGITS,
    EVERYTHING,
    MEASURES,
    Kinds,
    by_kind,
    difference_interval,
    intervals,
    measure,
    table,
    values,
)
from tools.evaluation.running import (
    AS_CONFIGURED,
    Answers,
    Asking,
    CaseStore,
    Effort,
    Taking,
    Watch,
    answer_all,
    counts,
    effort_of,
    judged,
    sets_of,
)

ARMS = ("lexical", "dense", "hybrid")
"""The ways to search, as `search` names them."""
_WITHOUT_VECTORS = frozenset({"lexical"})
_MOST_HITS = 1_000
"""As many as `search` returns at once."""

Ranking = list[tuple[str, float]]
"""Documents with their scores, best first."""
Rankings = dict[str, dict[str, Ranking]]
"""By question and arm."""


@dataclass(frozen=True, slots=True)
class Searching:
    """How cases are searched."""

    arms: tuple[str, ...] = ("hybrid",)
    limit: int = 100
    """Documents per question."""
    taking: Taking = AS_CONFIGURED
    """How wide and how deep vectors are taken."""


def searching_of(arms: str, *, limit: int, taking: Taking = AS_CONFIGURED) -> Searching:
    """Return how to search, from what a person wrote; arms are separated by commas."""
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
    if taking != AS_CONFIGURED and _WITHOUT_VECTORS.issuperset(chosen):
        raise PhantasmError(
            Code.INVALID_PARAMS,
            "words alone have no vectors to be taken otherwise",
            field="--arms",
            expected="dense or hybrid among them",
        )
    return Searching(chosen, limit, taking)


def asking_for_rankings(searching: Searching) -> Asking[dict[str, Ranking]]:
    """Return what every question is asked for: a ranking by each arm."""
    return Asking(
        partial(_rankings, searching),
        weight=len(searching.arms),
        uses_vectors=not _WITHOUT_VECTORS.issuperset(searching.arms),
        taking=searching.taking,
    )


def _rankings(
    searching: Searching, store: CaseStore, material: Material, question: Question
) -> dict[str, Ranking]:
    return {arm: _ranking(store, material, question, arm, searching.limit) for arm in searching.arms}


def _ranking(store: CaseStore, material: Material, question: Question, arm: str, limit: int) -> Ranking:
    if not question.text.strip():
        return []
    found = store.search(question.text, arm=arm, limit=limit)
    return [(material.documents[place].id, score) for place, score in found]


ENDING = ".trec"


def write_runs(target: Path, rankings: Mapping[CaseFolder, Rankings], arms: Sequence[str]) -> list[Path]:
    """Write the runs and return their files."""
    texts: dict[Path, list[str]] = {}
    for case, found in rankings.items():
        for arm in arms:
            path = _path(target, case, arm, rankings, arms)
            texts.setdefault(path, []).extend(_lines(found, arm))
    return write_all(texts)


def _path(
    target: Path, case: CaseFolder, arm: str, cases: Collection[CaseFolder], arms: Sequence[str]
) -> Path:
    if is_folder(target):
        return target / f"{name_of(case, cases)}.{arm}{ENDING}"
    return target if len(arms) == 1 else target.with_name(f"{target.stem}.{arm}{target.suffix}")


def _lines(rankings: Rankings, arm: str) -> list[str]:
    return [
        f"{question} Q0 {document} {rank} {score:.6f} phantasm-{arm}\n"
        for question, by_arm in rankings.items()
        for rank, (document, score) in enumerate(by_arm[arm], 1)
    ]


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
