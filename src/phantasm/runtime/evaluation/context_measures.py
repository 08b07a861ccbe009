"""How good is a context? What of the gold it excerpts, what of the answer it says, at each budget.

gold@B   share of a question's gold documents among those that the context within B tokens excerpts
ans@B    share of the reference answer's content words in its text; for questions with such words only
mono     whether the share of gold never falls as the budget grows
"""

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise

from phantasm.runtime.evaluation.compiling import Context
from phantasm.runtime.evaluation.measures import Scores

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
