"""Which procedures fit what is asked for, or what just failed? Pure."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import log2

from phantasm.learning.procedures.model import Candidate
from phantasm.learning.procedures.normalise import form_of
from phantasm.learning.procedures.traces import words_of

LEAST_ERROR_SHARE = 0.5
"""The share of a known failure's words that the new one must have."""
FILE_SCORE = 0.5
"""What a file of the trigger adds: less than the words of a request, which say what is wanted."""
DIGITS = 4


@dataclass(frozen=True, slots=True)
class Match:
    """A procedure that fits."""

    id: str
    score: float
    because: tuple[str, ...]


def matching(
    procedures: Mapping[str, Candidate],
    *,
    goal: str = "",
    files: Collection[str] = (),
    failing: str = "",
    error: Collection[str] = (),
) -> list[Match]:
    """Return the procedures whose trigger fits, best first; none where nothing of it does."""
    asked = dict(words_of(goal))
    form = form_of(failing) if failing else None
    spread = Counter(word for one in procedures.values() for word in _words(one))
    found = []
    for name, candidate in procedures.items():
        because: list[str] = []
        score = 0.0
        trigger = {stemmed for word in candidate.trigger.words for stemmed, _ in words_of(word)}
        if trigger & asked.keys():
            said = sorted(_words(candidate) & asked.keys())
            # A word that every procedure has tells nothing; one that only this has tells most.
            score += sum(log2(1 + len(procedures) / spread[word]) for word in said)
            because.append(f"asked for: {', '.join(asked[word] for word in said)}")
        touched = sorted(set(candidate.trigger.files) & set(files))
        if touched:
            score += FILE_SCORE * len(touched)
            because.append(f"about: {', '.join(touched)}")
        if form and form == candidate.trigger.failing:
            known = set(candidate.trigger.error)
            share = len(known & set(error)) / len(known) if known else 0.0
            if share >= LEAST_ERROR_SHARE:
                score += 1 + share
                because.append(f"fails like this: {form}")
        if because:
            found.append(Match(name, round(score, DIGITS), tuple(because)))
    return sorted(found, key=lambda match: (-match.score, match.id))


def _words(candidate: Candidate) -> set[str]:
    return {stemmed for text in (*candidate.trigger.words, candidate.title) for stemmed, _ in words_of(text)}
