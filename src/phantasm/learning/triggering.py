"""Which procedures does this task, or this failure, call for? Nothing rather than a wrong guess. Pure."""

from collections.abc import Collection, Mapping

from phantasm.learning.likeness import Failing
from phantasm.learning.procedures.model import Candidate
from phantasm.learning.procedures.recall import Match, matching
from phantasm.learning.procedures.traces import words_of

LEAST_WORDS = 2
"""Words of a trigger and a title that a task has to say: one alone (`test`, `fix`) stands in every second."""


def called_for(
    procedures: Mapping[str, Candidate],
    *,
    task: str = "",
    files: Collection[str] = (),
    failing: Failing | None = None,
    limit: int,
) -> list[Match]:
    """Return the procedures that fit, the best first."""
    found = matching(
        procedures,
        goal=task,
        files=files,
        failing=failing.command if failing else "",
        error=failing.words if failing else (),
    )
    asked = {stemmed for stemmed, _ in words_of(task)}
    return [match for match in found if _says_enough(procedures[match.id], match, asked)][:limit]


def _says_enough(candidate: Candidate, match: Match, asked: Collection[str]) -> bool:
    """Tell whether more than one common word speaks for a procedure."""
    trigger = {stemmed for word in candidate.trigger.words for stemmed, _ in words_of(word)}
    said = trigger.intersection(asked)
    # What speaks for it besides words: a file, or the very failure.
    by_more = len(match.because) > (1 if said else 0)
    # The words of a trigger are ways to ask for one thing: one of them, with a word of the title, is enough.
    about = trigger | {stemmed for stemmed, _ in words_of(candidate.title)}
    return by_more or (bool(said) and len(about.intersection(asked)) >= min(LEAST_WORDS, len(trigger)))
