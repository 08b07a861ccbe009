"""What is a search asked for? The documents of a case, ranked for a question by each arm."""

from dataclasses import dataclass
from functools import partial

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.runtime.evaluation.case_store import CaseStore
from phantasm.runtime.evaluation.cases import Material, Question
from phantasm.runtime.evaluation.running import Asking
from phantasm.runtime.evaluation.taking import AS_CONFIGURED, Taking

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
