"""What is a compile asked for? A question's context within each budget, and which documents it excerpts."""

from dataclasses import dataclass
from functools import partial

from phantasm.contracts.errors import Code, PhantasmError
from phantasm.contracts.model import JsonObject
from phantasm.contracts.parse import validate
from phantasm.runtime import registry
from phantasm.runtime.evaluation.case_store import CaseStore, Compiled
from phantasm.runtime.evaluation.cases import Material, Question
from phantasm.runtime.evaluation.running import Asking

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
